"""A project's guides and sensors as hooks meet them."""
