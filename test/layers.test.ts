/**
 * Which folder may import which. Every import counts: by value, by type, lazily, of workers and of style sheets (test/import-graph.ts). The layers are
 * those of docs/ARCHITECTURE.md: a folder imports from the rows above its own in these tables, never from its own row or from below.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findCycles, type Import, type ImportGraph, importsOf, readImportGraph } from './import-graph.ts';
import { root } from './root.ts';

type Rows = readonly (readonly string[])[];

/** Bottom to top. Problems have messages, scripts are in rich texts, and records contain both. */
const sharedRows: Rows = [
  ['text.ts'],
  ['json.ts', 'lists.ts', 'text-encodings.ts', 'environment.ts'],
  ['messages'],
  ['problem.ts'],
  ['load-translator.ts', 'rich-text'],
  ['script'],
  ['model'],
  ['diff', 'play', 'layout', 'sheets'],
  ['contracts'],
];

/** Bottom to top. */
const rendererRows: Rows = [
  ['messages'],
  ['platform'],
  ['ui'],
  ['state'],
  ['records'],
  ['editors'],
  ['navigation'],
  ['commands'],
  ['features'],
  ['app'],
  ['main.tsx'],
];

/** Bottom to top. A command line and a window are two ways to use the app; the files above them start processes. */
const mainRows: Rows = [
  ['platform'],
  ['engine', 'assets'],
  ['story-format'],
  ['exporters'],
  ['importers'],
  ['backups', 'delivery', 'sync', 'accounts'],
  ['story-folder'],
  ['rest-api', 'instance'],
  ['app'],
  ['desktop', 'cli'],
  ['browser-shell'],
  ['main.ts', 'preload.ts', 'run-headless.ts', 'worker.ts'],
  ['headless.ts'],
];

/** Packages that may be imported in one place only. Everything else in shared, main and renderer may use what is in `packages`. */
const packagePlaces: Readonly<Record<string, RegExp>> = {
  'better-sqlite3': /^main\/engine\/storage\//,
  undici: /^main\/sync\/client\//,
  chokidar: /^main\/delivery\//,
  electron: /^main\/(?:desktop\/|main\.ts$|preload\.ts$)/,
  'electron-store': /^main\/desktop\//,
  'electron-updater': /^main\/desktop\/updates\//,
  'electron-log': /^main\/platform\//,
  hono: /^main\/browser-shell\//,
  '@hono/node-server': /^main\/(?:browser-shell|rest-api\/http)\//,
  ws: /^main\/browser-shell\//,
  '@fastify/busboy': /^main\/rest-api\/http\//,
  'file-type': /^main\/assets\//,
  'image-size': /^main\/assets\//,
  'music-metadata': /^main\/assets\//,
  strtok3: /^main\/assets\//,
  yauzl: /^main\/importers\//,
  yazl: /^main\/(?:backups\/|exporters\/|app\/data-folder\/)/,
  'fractional-indexing': /^shared\/model\//,
  '@codemirror': /^renderer\/editors\/stylesheet\//,
  '@lezer': /^renderer\/editors\/stylesheet\//,
  '@dagrejs': /^renderer\/features\/board\/layout\//,
  papaparse: /^renderer\/features\/translations\//,
  fflate: /^(?:renderer\/features\/translations\/|shared\/sheets\/)/,
  yaml: /^main\/story-folder\//,
  docx: /^main\/exporters\/script-document\//,
};

/** Which packages each part of the program runs with; `node:` stands for Node's own modules. */
const runtimes: Readonly<Record<string, RegExp>> = {
  shared: /^(?:zod|diff|intl-messageformat|htmlparser2|fractional-indexing|fflate|@noble\/hashes)$/,
  main: /^(?!react|zustand|lucide|@xyflow|@tiptap)/,
  renderer: /^(?!node:|zod$|better-sqlite3|undici|chokidar|electron)/,
};

/** In these folders time, ids and randomness come from the environment, so that the same commands always give the same bytes. */
const pureFolders = [
  'shared',
  'main/engine',
  'main/story-format',
  'main/importers',
  'main/exporters',
  'main/accounts',
  'main/rest-api/serializers',
];
/** Runs in the browser of a reader. */
const pagePlayer = 'main/exporters/html/player/';
const pureSyncFolders = ['main/sync/plan', 'main/sync/protocol', 'main/sync/project', 'main/sync/scheduler', 'main/sync/store'];
const impureGlobals = /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\brandomUUID\b|\bsetTimeout\b/;

const graph = readImportGraph(['shared', 'main', 'renderer']);

interface Place {
  /** The folder below `shared`, `main` or `renderer`, or the file where it is in none. */
  readonly folder: string;
  /** Features are apart from each other, so each is a unit of its own. */
  readonly unit: string;
}

function placeOf(file: string): Place {
  const [, folder = '', feature = ''] = file.split('/');
  return { folder, unit: folder === 'features' ? `features/${feature}` : folder };
}

/** Why a file of `part` may not import another one; null if it may. */
function layerProblem(part: string, rows: Rows, from: string, to: string): string | null {
  if (part !== 'shared' && to.startsWith('shared/')) return null;
  if (to === 'package.json' || to.startsWith('samples/')) return part === 'main' ? null : 'only main reads files of the repository';
  if (!to.startsWith(`${part}/`)) return `${part} must not import from ${to.split('/')[0]}`;
  const [a, b] = [placeOf(from), placeOf(to)];
  if (a.unit === b.unit) return null;
  if (a.folder === 'features' && b.folder === 'features') return 'a feature must not import another feature';
  const level = (folder: string) => rows.findIndex((row) => row.includes(folder));
  if (level(a.folder) < 0 || level(b.folder) < 0) return `${level(a.folder) < 0 ? a.folder : b.folder} has no layer`;
  return level(b.folder) < level(a.folder) ? null : `${a.folder} must not import from ${b.folder}`;
}

function layerProblems(of: ImportGraph, part: string, rows: Rows): string[] {
  const found: string[] = [];
  for (const [from, imports] of of) {
    if (!from.startsWith(`${part}/`)) continue;
    for (const { to, isPackage } of imports) {
      const problem = isPackage ? null : layerProblem(part, rows, from, to);
      if (problem) found.push(`${from} → ${to}: ${problem}`);
    }
  }
  return found;
}

function packageName(path: string): string {
  if (path.startsWith('node:')) return path;
  return path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');
}
const packagesOf = (imports: readonly Import[]): string[] => imports.filter(({ isPackage }) => isPackage).map(({ to }) => packageName(to));

describe('layers', () => {
  test('shared imports only shared, and its folders keep their layers', () => {
    expect(layerProblems(graph, 'shared', sharedRows)).toEqual([]);
  });

  test('the folders of the renderer keep their layers, and no feature imports another', () => {
    expect(layerProblems(graph, 'renderer', rendererRows)).toEqual([]);
  });

  test('the folders of main keep their layers', () => {
    expect(layerProblems(graph, 'main', mainRows)).toEqual([]);
  });

  test('every import leads to a file', () => {
    expect(
      [...graph].flatMap(([from, imports]) => imports.filter(({ to }) => to.endsWith('(missing)')).map(({ to }) => `${from} → ${to}`)),
    ).toEqual([]);
  });

  test('no file imports itself by way of others, by value, by type or lazily', () => {
    const nextOf = (file: string) => (graph.get(file) ?? []).filter(({ to }) => graph.has(to)).map(({ to }) => to);
    expect(findCycles(graph.keys(), nextOf)).toEqual([]);
  });
});

describe('packages', () => {
  test('each is imported only where it belongs', () => {
    const misplaced = [...graph].flatMap(([file, imports]) =>
      packagesOf(imports).flatMap((name) => {
        const place = packagePlaces[name] ?? packagePlaces[name.split('/')[0] ?? ''];
        return place && !place.test(file) ? [`${file} imports ${name}`] : [];
      }),
    );
    expect(misplaced).toEqual([]);
  });

  test('shared runs anywhere, the renderer runs without Node, main runs without a window', () => {
    const unfit = [...graph].flatMap(([file, imports]) => {
      const allowed = runtimes[file.split('/')[0] ?? ''];
      return packagesOf(imports)
        .filter((name) => !allowed?.test(name))
        .map((name) => `${file} imports ${name}`);
    });
    expect(unfit).toEqual([]);
  });
});

describe('what the code of a folder may access', () => {
  const codeOf = (file: string) => readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  const isIn = (folders: readonly string[]) => (file: string) => folders.some((folder) => file.startsWith(`${folder}/`));

  test('only the environment gives time, ids and randomness to code that decides', () => {
    const impure = [...graph.keys()].filter(isIn([...pureFolders, ...pureSyncFolders])).filter((file) => impureGlobals.test(codeOf(file)));
    expect(impure.filter((file) => !file.startsWith(pagePlayer))).toEqual([]);
  });

  test('the player of exported pages is a program of its own: nothing imports it, and it imports neither Node nor packages', () => {
    const [inside, outside] = [true, false].map((is) => [...graph].filter(([file]) => file.startsWith(pagePlayer) === is));
    expect(outside?.filter(([, imports]) => imports.some(({ to }) => to.startsWith(pagePlayer)))).toEqual([]);
    expect(inside?.length).toBeGreaterThan(0);
    expect(inside?.filter(([, imports]) => imports.some(({ isPackage }) => isPackage))).toEqual([]);
  });

  test('only renderer/platform calls the bridge of the window', () => {
    const callers = [...graph.keys()].filter((file) => file.startsWith('renderer/') && /window\.taleport|\bfetch\(/.test(codeOf(file)));
    expect(callers.filter((file) => !file.startsWith('renderer/platform/'))).toEqual([]);
  });
});

/** The rules must fail where they are broken. */
describe('a broken rule is found', () => {
  const from = (file: string, source: string): ImportGraph => new Map([[file, importsOf(file, source)]]);
  const inShared = (file: string, source: string) => layerProblems(from(file, source), 'shared', sharedRows);
  const inRenderer = (file: string, source: string) => layerProblems(from(file, source), 'renderer', rendererRows);
  const inMain = (file: string, source: string) => layerProblems(from(file, source), 'main', mainRows);

  test.each([
    ['a value', "import { Dialog } from '../../app/app.tsx';"],
    ['a type', "import type { App } from '../../app/app.tsx';"],
    ['a type in an expression', "export type A = import('../../app/app.tsx').App;"],
    ['a lazy import', "export const load = () => import('../../app/app.tsx');"],
    ['a worker', "new Worker(new URL('../../app/app.tsx', import.meta.url));"],
    ['an export', "export { App } from '../../app/app.tsx';"],
    ['an import for its effects', "import '../../app/app.tsx';"],
  ])('%s from a higher layer', (_, source) => {
    expect(inRenderer('renderer/features/board/x.ts', source)).toEqual([
      'renderer/features/board/x.ts → renderer/app/app.tsx: features must not import from app',
    ]);
  });

  test('another feature, by code and by style', () => {
    expect(inRenderer('renderer/features/board/x.ts', "import '../play/play-session.ts';")).toHaveLength(1);
    expect(inRenderer('renderer/features/board/x.css', '@import "../play/play.css";')).toHaveLength(1);
    expect(inRenderer('renderer/features/board/x.ts', "import './board-actions.ts';")).toEqual([]);
  });

  test('a higher layer, the same row, main, in shared', () => {
    expect(inShared('shared/messages/x.ts', "import type { KindName } from '../model/kinds/kinds.ts';")).toEqual([
      'shared/messages/x.ts → shared/model/kinds/kinds.ts: messages must not import from model',
    ]);
    expect(inShared('shared/messages/x.ts', "import '../problem.ts';")).toHaveLength(1);
    expect(inShared('shared/diff/x.ts', "import '../play/play.ts';")).toHaveLength(1);
    expect(inShared('shared/model/x.ts', "import '../../main/engine/engine.ts';")).toEqual([
      'shared/model/x.ts → main/engine/engine.ts: shared must not import from main',
    ]);
    expect(inShared('shared/contracts/x.ts', "import '../model/project.ts'; import '../json.ts'; import './sync.ts';")).toEqual([]);
  });

  test('a higher layer, the same row, the other side, in main', () => {
    expect(inMain('main/engine/x.ts', "import '../app/backend.ts';")).toHaveLength(1);
    expect(inMain('main/sync/x.ts', "import '../delivery/target-service.ts';")).toHaveLength(1);
    expect(inMain('main/app/x.ts', "import '../../renderer/main.tsx';")).toHaveLength(1);
    expect(inMain('main/app/x.ts', "import '../engine/engine.ts'; import '../../shared/problem.ts';")).toEqual([]);
  });

  test('names in comments and texts are no imports', () => {
    expect(importsOf('main/x.ts', "// import './a.ts'\nconst text = `import './b.ts'`; /* import('./c.ts') */")).toEqual([]);
  });

  test('a cycle is found and named', () => {
    const edges: Readonly<Record<string, readonly string[]>> = { a: ['b', 'd'], b: ['c'], c: ['a'], d: ['c'], e: ['a'] };
    expect(findCycles(Object.keys(edges), (node) => edges[node] ?? [])).toEqual([['a', 'b', 'c', 'd']]);
  });
});
