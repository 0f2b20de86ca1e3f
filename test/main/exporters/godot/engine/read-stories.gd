# Reads each file of work.json as a game would, and prints a line of JSON about it.
extends Node

const COLLECTIONS := ["boards", "notes", "elements", "jumpers", "connections", "branches", "components", "attributes", "assets", "variables", "conditions"]

var story: Dictionary
var references: int
var problems: Array


func _ready() -> void:
	var work: Dictionary = JSON.parse_string(FileAccess.get_file_as_string("res://work.json"))
	for file: String in work.stories:
		report(file, read_story(file, work.stories[file]))
	for file: String in work.resources:
		report(file, read_resource(file, work.resources[file]))


func report(file: String, result: Dictionary) -> void:
	result.file = file
	print("report:" + JSON.stringify(result, "", true, true))


# `assets` is the folder of the asset files; null where only the story is there.
func read_story(file: String, assets: Variant) -> Dictionary:
	references = 0
	problems = []
	var content: Variant = JSON.parse_string(FileAccess.get_file_as_string("res://" + file))
	if not content is Dictionary:
		return {"problems": ["no object"]}
	story = content.get("project", content)
	for collection: String in COLLECTIONS:
		if not story.get(collection) is Dictionary:
			problems.append("no " + collection)
	if not problems.is_empty():
		return {"problems": problems}
	walk_references()
	find_files(assets)
	return {"problems": problems, "references": references, "reached": reach_elements(), "content": content}


func follow(collection: String, id: Variant, path: String) -> void:
	references += 1
	if not story[collection].has(id):
		problems.append("%s points at nothing: %s in %s" % [path, id, collection])


func follow_all(collection: String, ids: Variant, path: String) -> void:
	if not ids is Array:
		problems.append(path + " is no list")
		return
	for id: Variant in ids:
		follow(collection, id, path)


func follow_assets(of: Dictionary, path: String) -> void:
	var assets: Dictionary = of.get("assets", {})
	var cover: Variant = assets.get("cover")
	if cover is Dictionary and cover.has("id"):
		follow("assets", cover.id, path + ".assets.cover")
	for sound: Dictionary in assets.get("audio", []):
		follow("assets", sound.asset, path + ".assets.audio")


func walk_references() -> void:
	if not story.elements.has(story.startingElement):
		problems.append("no start")
	for id: String in story.boards:
		var board: Dictionary = story.boards[id]
		if board.has("children"):
			follow_all("boards", board.children, "boards." + id)
		else:
			for list: String in ["notes", "jumpers", "branches", "elements", "connections"]:
				follow_all(list, board[list], "boards.%s.%s" % [id, list])
		if board.has("attributes"):
			follow_all("attributes", board.attributes, "boards.%s.attributes" % id)
	for id: String in story.elements:
		var element: Dictionary = story.elements[id]
		follow_all("connections", element.outputs, "elements.%s.outputs" % id)
		follow_all("components", element.components, "elements.%s.components" % id)
		if element.has("attributes"):
			follow_all("attributes", element.attributes, "elements.%s.attributes" % id)
		if element.get("linkedBoard") != null:
			follow("boards", element.linkedBoard, "elements.%s.linkedBoard" % id)
		follow_assets(element, "elements." + id)
	for id: String in story.jumpers:
		if story.jumpers[id].elementId != null:
			follow("elements", story.jumpers[id].elementId, "jumpers." + id)
	for id: String in story.branches:
		for condition: String in conditions_of(id):
			follow("conditions", condition, "branches." + id)
	for id: String in story.conditions:
		if story.conditions[id].output != null:
			follow("connections", story.conditions[id].output, "conditions." + id)
	for id: String in story.connections:
		var connection: Dictionary = story.connections[id]
		follow(connection.sourceType, connection.sourceid, "connections.%s.sourceid" % id)
		follow(connection.targetType, connection.targetid, "connections.%s.targetid" % id)
	for id: String in story.components:
		var component: Dictionary = story.components[id]
		if component.has("children"):
			follow_all("components", component.children, "components." + id)
		else:
			follow_all("attributes", component.attributes, "components.%s.attributes" % id)
			follow_assets(component, "components." + id)
	for id: String in story.attributes:
		var attribute: Dictionary = story.attributes[id]
		follow(attribute.cType, attribute.cId, "attributes.%s.cId" % id)
		if attribute.value.type == "component-list":
			follow_all("components", attribute.value.data, "attributes." + id)
		if attribute.value.type == "asset-list":
			follow_all("assets", attribute.value.data, "attributes." + id)
	for collection: String in ["assets", "variables"]:
		for id: String in story[collection]:
			if story[collection][id].has("children"):
				follow_all(collection, story[collection][id].children, "%s.%s" % [collection, id])


func conditions_of(branch: String) -> Array:
	var conditions: Dictionary = story.branches[branch].conditions
	var ids: Array = [conditions.ifCondition] + conditions.get("elseIfConditions", [])
	return ids + ([conditions.elseCondition] if conditions.has("elseCondition") else [])


# The importer finds the files of assets by their folders, from the one root.
func find_files(assets: Variant) -> void:
	var roots: Array = story.assets.values().filter(func(asset: Dictionary) -> bool: return asset.get("root") == true and asset.has("children"))
	if roots.size() != 1:
		problems.append("no root of the assets")
	elif assets != null:
		find_files_in(roots[0], assets)


func find_files_in(folder: Dictionary, path: String) -> void:
	for id: String in folder.children:
		var asset: Dictionary = story.assets[id]
		var place := "%s/%s" % [path, asset.name]
		if asset.has("children"):
			find_files_in(asset, place)
		elif not FileAccess.file_exists("res://" + place):
			problems.append("no file " + place)


# The elements that some path from the start leads to, whatever its conditions.
func reach_elements() -> Array:
	var reached := {}
	var waiting := [["elements", story.startingElement]]
	while not waiting.is_empty():
		var at: Array = waiting.pop_back()
		if reached.has(at[1]):
			continue
		reached[at[1]] = at[0]
		var record: Dictionary = story[at[0]][at[1]]
		var outputs: Array = record.get("outputs", [])
		if at[0] == "jumpers" and record.elementId != null:
			waiting.append(["elements", record.elementId])
		elif at[0] == "branches":
			outputs = conditions_of(at[1]).map(func(id: String) -> Variant: return story.conditions[id].output)
		for id: Variant in outputs:
			if id != null:
				waiting.append([story.connections[id].targetType, story.connections[id].targetid])
		if record.get("linkedBoard") != null:
			for id: String in story.boards[record.linkedBoard].elements:
				if story.connections.values().all(func(connection: Dictionary) -> bool: return connection.targetid != id):
					waiting.append(["elements", id])
	return reached.keys().filter(func(id: String) -> bool: return reached[id] == "elements")


# A resource into which a story was written has the story, and is as Godot saves it.
func read_resource(file: String, story_file: Variant) -> Dictionary:
	var before := FileAccess.get_file_as_bytes("res://" + file)
	var resource: Resource = ResourceLoader.load("res://" + file)
	if not resource is ArcweaveAsset:
		return {"problems": ["it cannot be loaded"]}
	problems = []
	if story_file != null:
		var expected: Variant = JSON.parse_string(FileAccess.get_file_as_string("res://" + story_file))
		compare(resource.project_settings, expected, "project_settings")
	ResourceSaver.save(resource, "user://saved.tres")
	var saved := FileAccess.get_file_as_bytes("user://saved.tres")
	if saved != before:
		problems.append("Godot saves other bytes")
	return {"problems": problems, "saved": saved.get_string_from_utf8() if saved != before else ""}


func compare(value: Variant, expected: Variant, path: String) -> void:
	if typeof(value) != typeof(expected):
		problems.append("%s is a %s instead of a %s" % [path, type_string(typeof(value)), type_string(typeof(expected))])
	elif value is Dictionary:
		if value.size() != expected.size():
			problems.append(path + " has other keys")
		for key: String in expected:
			if value.has(key):
				compare(value[key], expected[key], "%s.%s" % [path, key])
			else:
				problems.append("%s.%s is missing" % [path, key])
	elif value is Array:
		if value.size() != expected.size():
			problems.append(path + " has another size")
		else:
			for index in value.size():
				compare(value[index], expected[index], "%s.%d" % [path, index])
	elif value != expected:
		problems.append(path + " differs")
