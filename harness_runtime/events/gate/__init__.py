"""An artifact, its gate and the person's reply: judged, shown, granted; and what a run can prove."""
