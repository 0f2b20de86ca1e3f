/** Game projects as the engines create them: the minimum by which each is recognised. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTempFolder } from './app.ts';

export const gameFolders = {
  godot: { file: 'arcweave/project.json', create: (folder: string) => writeText(folder, 'project.godot', 'config_version=5\n') },
  unity: {
    file: 'Assets/Arcweave/project.json',
    create(folder: string) {
      mkdirSync(join(folder, 'Assets'));
      writeText(folder, 'ProjectSettings/ProjectVersion.txt', 'm_EditorVersion: 6000.0.1f1\n');
    },
  },
  unreal: {
    file: 'Content/ArcweaveExport/project.json',
    create: (folder: string) => writeText(folder, 'Game.uproject', '{"FileVersion": 3}\n'),
  },
} as const;

export type GameEngine = keyof typeof gameFolders;

export function createGameFolder(engine: GameEngine): { folder: string; file: string } {
  const folder = createTempFolder(engine);
  gameFolders[engine].create(folder);
  return { folder, file: join(folder, gameFolders[engine].file) };
}

function writeText(folder: string, path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}
