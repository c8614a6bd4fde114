"""One session's folder: found, read, judged, told in a terminal; and what verbs that change one share."""
