# The properties of the resource in which the Arcweave addon stores a story.
class_name ArcweaveAsset
extends Resource

@export var api_key: String = ""
@export var project_settings: Dictionary = {}
@export var refresh: float = 0.0
