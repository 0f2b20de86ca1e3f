/** The list of exporters, one line each. Everything else about an exporter is in its folder; exporters.ts finds them by id. */
export { godotExporter } from './godot/godot-exporter.ts';
export { htmlExporter } from './html/html-exporter.ts';
export { jsonExporter } from './json/json-exporter.ts';
export { unityExporter } from './unity/unity-exporter.ts';
export { unrealExporter } from './unreal/unreal-exporter.ts';
