/** Real folders that look like game projects, and what is in them. They are removed after the test file. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { ExportFormat } from '../../exporter-ids.ts';
import { newFolderForFile } from '../../new-folder.ts';

/** Files of the engine and of the user: none of them may ever change. */
const belongings: Record<ExportFormat, Record<string, string>> = {
  json: { 'notes.txt': 'mine' },
  unity: {
    'ProjectSettings/ProjectVersion.txt': 'm_EditorVersion: 6000.0.1f1\n',
    'ProjectSettings/ProjectSettings.asset': 'PlayerSettings:\n  productName: Castle Game\n',
    'Assets/Arcweave/project.json.meta': 'guid: 1\n',
    'Assets/Arcweave/Plugin/Importer.cs': '// plug-in',
    'Assets/Scenes/Main.unity': 'scene',
  },
  unreal: { 'Castle.uproject': '{}', 'Content/Main.umap': 'map', 'Config/DefaultEditor.ini': '[A]\n' },
  godot: {
    'project.godot': 'config_version=5\n\n[application]\n\nconfig/name="Castle of Godot"\n',
    'addons/arcweave/plugin.cfg': 'x',
    'main.tscn': 's',
  },
};

export function gameProject(engine: ExportFormat, folder: string = newFolderForFile()): string {
  for (const [path, text] of Object.entries(belongings[engine])) writeTextFile(folder, path, text);
  return folder;
}

export function writeTextFile(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

export const textAt = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');

/** Every file of the folder with its text. */
export function readAllFiles(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  return Object.fromEntries(paths.sort().map((path) => [path, textAt(folder, path)]));
}

/** What the engine and the user had there before. */
export const initialFilesOf = (engine: ExportFormat): Record<string, string> => ({ ...belongings[engine] });
