/** Game projects as the engines lay them out: the least by which each is recognised. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from './app.ts';

export const gameFolders = {
  godot: { file: 'arcweave/project.json', make: (folder: string) => write(folder, 'project.godot', 'config_version=5\n') },
  unity: {
    file: 'Assets/Arcweave/project.json',
    make(folder: string) {
      mkdirSync(join(folder, 'Assets'));
      write(folder, 'ProjectSettings/ProjectVersion.txt', 'm_EditorVersion: 6000.0.1f1\n');
    },
  },
  unreal: { file: 'Content/ArcweaveExport/project.json', make: (folder: string) => write(folder, 'Game.uproject', '{"FileVersion": 3}\n') },
} as const;

export type GameEngine = keyof typeof gameFolders;

export function newGame(engine: GameEngine): { folder: string; file: string } {
  const folder = newFolder(engine);
  gameFolders[engine].make(folder);
  return { folder, file: join(folder, gameFolders[engine].file) };
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}
