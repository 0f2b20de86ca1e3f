/** A copy of the sources and tests in its own folder, to perform a change there, check and run it. */
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../root.ts';

/** What packages and builds create, or git. */
const notCopied = /^(?:\.git|node_modules|out|out-test|dist|.*\.(?:log|tsbuildinfo))$/;

export interface SourceCopy {
  readonly folder: string;
  /** Replaces a text that occurs in the file. */
  edit(path: string, before: string, after: string): void;
  add(path: string, text: string): void;
  append(path: string, text: string): void;
  /** The files that were edited or added by hand, and those that programs of the copy wrote since. By path. */
  changes(): { readonly byHand: readonly string[]; readonly generated: readonly string[] };
  /** Runs a TypeScript file of the copy in its own process. Returns its output as JSON. */
  run(path: string, ...args: string[]): Promise<unknown>;
  /** `npm run messages` */
  generateMessageParams(): Promise<void>;
  /** What a contributor does after a change: the type checker, the linter on what was changed (`npm run format`, which sorts imports), and tests of the projects `unit` and `conformance`, which record again what shows in a review. Throws with what they report. */
  check(tests: readonly string[]): Promise<void>;
  /** `npm run goldens` */
  recordGoldens(): Promise<void>;
  remove(): void;
}

export function copySources(): SourceCopy {
  const folder = mkdtempSync(join(tmpdir(), 'taleport-recipe-'));
  for (const name of readdirSync(root)) if (!notCopied.test(name)) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  // For what the tests write, as in the tree itself.
  mkdirSync(join(folder, 'out-test'));
  const original = hashFiles(folder);
  const byHand = new Set<string>();
  const runProgram = async (program: string, ...args: string[]): Promise<string> => {
    // Variables that this run of the tests has set for itself are not passed on, among them the number of rounds: the sample shows what a recipe breaks.
    const environment = Object.entries(process.env).filter(
      ([name]) => !/^(?:VITEST|VITE|TEST|NODE_ENV|TALEPORT_PLACE|TALEPORT_ROUNDS|DEV|PROD|SSR)/.test(name),
    );
    const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024, env: Object.fromEntries(environment) };
    const { stdout } = await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], options);
    return stdout;
  };
  const runCheck = (program: string, ...args: string[]) =>
    runProgram(program, ...args).catch((error: Error & { stdout?: string; stderr?: string }) => {
      const report = `${error.stdout ?? ''}${error.stderr ?? ''}`.slice(-8_000);
      throw new Error(`${program} fails in the copy:\n${report || error.message}`);
    });
  const write = (path: string, text: string) => {
    writeFileSync(join(folder, path), text);
    byHand.add(path);
  };
  return {
    folder,
    edit(path, before, after) {
      const text = readFileSync(join(folder, path), 'utf8');
      if (!text.includes(before)) throw new Error(`${path} does not contain ${before}`);
      write(
        path,
        text.replace(before, () => after),
      );
    },
    append: (path, text) => write(path, readFileSync(join(folder, path), 'utf8') + text),
    add(path, text) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      write(path, text);
    },
    changes() {
      const changed = [...hashFiles(folder)].filter(([path, digest]) => original.get(path) !== digest).map(([path]) => path);
      return {
        byHand: changed.filter((path) => byHand.has(path)).sort(),
        generated: changed.filter((path) => !byHand.has(path)).sort(),
      };
    },
    run: async (path, ...args) => JSON.parse(await runProgram(join(folder, path), ...args)),
    async generateMessageParams() {
      await runProgram('scripts/message-types.mjs');
    },
    async check(tests) {
      // The build info of the repository must not be written through the link to its packages. That of the first copy is from a folder as deep as
      // this one, so that only what differs is checked: a fifth of the time.
      const [firstBuildInfo, buildInfo] = [root, folder].map((each) => join(each, 'out-test', 'recipes.tsbuildinfo')) as [string, string];
      if (existsSync(firstBuildInfo)) copyFileSync(firstBuildInfo, buildInfo);
      await runCheck('node_modules/typescript/bin/tsc', '--pretty', 'false', '--tsBuildInfoFile', buildInfo);
      if (!existsSync(firstBuildInfo)) {
        // Renamed, because others are checked at the same time.
        mkdirSync(join(root, 'out-test'), { recursive: true });
        const unique = `${firstBuildInfo}.${basename(folder)}`;
        copyFileSync(buildInfo, unique);
        renameSync(unique, firstBuildInfo);
      }
      // The copy is no repository, where Biome would look for what git ignores.
      await runCheck('node_modules/@biomejs/biome/bin/biome', 'check', '--write', '--vcs-enabled=false', ...byHand);
      // Of what the tests print, only that of failing ones: the report is the end of it.
      const printed = '--silent=passed-only';
      await runCheck(
        'node_modules/vitest/vitest.mjs',
        'run',
        '--project',
        'unit',
        '--project',
        'conformance',
        ...tests,
        '--update',
        printed,
      );
    },
    async recordGoldens() {
      await runProgram('test/main/exporters/record-goldens.ts');
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The hashes of all files but those that packages and builds create, by path. */
function hashFiles(tree: string): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(tree, { withFileTypes: true })
      .filter(({ name }) => !notCopied.test(name))
      .flatMap((entry) =>
        entry.isFile()
          ? [entry]
          : readdirSync(join(tree, entry.name), { recursive: true, withFileTypes: true }).filter((each) => each.isFile()),
      )
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(tree, path), hash('sha1', readFileSync(path))] as const),
  );
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
