"""Every sentence that a person or a model reads, in Korean and English."""
