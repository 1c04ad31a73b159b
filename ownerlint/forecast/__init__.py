"""What would become of the objects in the files: asked of the collector, and told as text or JSON."""
