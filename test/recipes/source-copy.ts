/** A copy of the sources in its own folder, to perform a change there and run it. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const copied = [
  'shared',
  'main',
  'renderer',
  'samples',
  'package.json',
  'tsconfig.json',
  'test/recipes',
  'test/main/sync/service',
  'test/test-environment.ts',
];

export interface SourceCopy {
  readonly folder: string;
  /** The files that were edited, by path. */
  readonly edited: ReadonlySet<string>;
  /** Replaces a text that occurs in the file. */
  edit(path: string, before: string, after: string): void;
  /** Runs a TypeScript file of the copy in its own process. Returns its output as JSON. */
  run(path: string, ...args: string[]): Promise<unknown>;
  remove(): void;
}

export function copySources(): SourceCopy {
  const folder = mkdtempSync(join(tmpdir(), 'taleport-recipe-'));
  for (const path of copied) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const edited = new Set<string>();
  return {
    folder,
    edited,
    edit(path, before, after) {
      const text = readFileSync(join(folder, path), 'utf8');
      if (!text.includes(before)) throw new Error(`${path} does not contain ${before}`);
      writeFileSync(
        join(folder, path),
        text.replace(before, () => after),
      );
      edited.add(path);
    },
    async run(path, ...args) {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', join(folder, path), ...args],
        {
          cwd: folder,
          maxBuffer: 64 * 1024 * 1024,
        },
      );
      return JSON.parse(stdout);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Opens a story without boards in the copy's window. `load` imports a module of the copy. */
export async function openEmptyStory(load: (path: string) => Promise<unknown>): Promise<void> {
  // The modules of the copy have the types of those that they are copies of.
  const { openProjectStore } = (await load('renderer/state/open-project.ts')) as typeof import('../../renderer/state/open-project.ts');
  const { Project } = (await load('shared/model/project.ts')) as typeof import('../../shared/model/project.ts');
  const { kinds } = (await load('shared/model/kinds/kinds.ts')) as typeof import('../../shared/model/kinds/kinds.ts');
  const roots = { board: 'root', component: 'components', asset: 'assets', variable: 'variables' };
  const project = new Project([{ kind: 'project', id: 'project', rank: '', ...kinds.project.defaults, name: 'Story', roots }]);
  // Rendered on a server, a store shows its initial state.
  Object.assign(openProjectStore.getInitialState(), { hash: 'h', project });
  openProjectStore.setState({ hash: 'h', project });
}
