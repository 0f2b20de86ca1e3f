/** The import law: who may import whom. Everything may import itself; what is not listed is forbidden. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** What every part of the window may use. */
const ofWindow = [
  'shared',
  'react',
  'react-dom',
  'zustand',
  'zod',
  '@xyflow/react',
  'react-aria-components',
  'react-aria',
  'react-stately',
  '@tanstack/react-virtual',
  'lucide-react',
  '@tiptap',
  '@dagrejs/dagre',
];

/** By folder or file, the longest match counts. `node:` stands for every module of Node. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  shared: ['zod'],
  'shared/model/rank.ts': ['shared', 'fractional-indexing'],
  'shared/rich-text': ['shared', 'htmlparser2'],
  'shared/messages/translator.ts': ['shared', 'intl-messageformat'],
  'main/engine': ['shared', 'zod', 'node:'],
  'main/engine/storage/sqlite.ts': ['shared', 'better-sqlite3', 'node:'],
  'main/import': ['shared', 'samples', 'zod', 'node:'],
  'main/export': ['shared'],
  'main/rest-api/http/multipart-form.ts': ['shared', 'main/service', 'busboy', 'node:'],
  'main/assets': ['shared', 'file-type', 'image-size', 'music-metadata', 'zod', 'node:'],
  'main/people': ['shared', 'zod', 'node:'],
  // Time and the remote are handed in; only the client reaches the network and the disk. Its own layers: test/main/sync/layers.test.ts.
  'main/sync': ['shared', 'zod'],
  'main/sync/plan': ['shared'],
  'main/sync/client': ['shared', 'main/sync', 'zod', 'node:'],
  'main/sync/client/http-transport.ts': ['shared', 'main/sync', 'undici'],
  // Reads are pure, and what is told of the interface comes from its table.
  'main/service/forms': ['shared', 'main/rest-api/serializers/assets.ts'],
  'main/service/describe': ['shared', 'zod', 'node:'],
  'main/targets': ['shared', 'main/platform/cooperative-yielder.ts', 'zod', 'node:'],
  'main/delivery/file-watcher.ts': ['shared', 'chokidar', 'main/targets', 'node:'],
  // The desktop speaks to the parts by messages: of their code it needs the types and the parsing of inputs.
  'main/desktop': [
    'shared',
    'electron',
    'electron-store',
    'main/owner',
    'main/app/backend.ts',
    'main/app/parse-call.ts',
    'main/sync/client/remote-keys.ts',
    'main/platform/data-folder.ts',
    'main/app/renderer-files.ts',
    'main/app/project-file-response.ts',
    'main/platform/log.ts',
    'main/platform/version.ts',
    'zod',
    'node:',
  ],
  'main/command-line': [
    'shared',
    'main/owner',
    'main/platform/data-folder.ts',
    'main/platform/version.ts',
    'main/platform/log.ts',
    'main/platform/environment.ts',
    'zod',
    'node:',
  ],
  'main/browser-shell': [
    'shared',
    'main/owner',
    'main/app/renderer-files.ts',
    'main/app/project-file-response.ts',
    'main/platform/data-folder.ts',
    'main/platform/version.ts',
    'main/platform/log.ts',
    'hono',
    '@hono/node-server',
    'zod',
    'node:',
  ],
  'main/listener': ['shared', '@hono/node-server', 'node:'],
  'main/owner': [
    'shared',
    'main/app/backend.ts',
    'main/parts',
    'main/engine/storage/data-folder-lock.ts',
    'main/platform/data-folder.ts',
    'main/platform/log.ts',
    'main/platform/environment.ts',
    'zod',
    'node:',
  ],
  'main/parts': ['shared', 'main', 'zod', 'node:'],
  'main/app/backend.ts': ['shared', 'main', 'node:'],
  main: ['shared', 'main', 'package.json', 'zod', 'node:'],
  'main/browser-shell/browser-command.ts': ['shared', 'main', '@hono/node-server', 'node:'],
  'main/main.ts': ['shared', 'main', 'electron', 'node:'],
  'main/preload.ts': ['shared', 'electron'],
  'main/platform/log.ts': ['electron-log', 'node:'],
  renderer: ofWindow,
  // Loaded when they are asked for.
  'renderer/stylesheet': ['renderer', ...ofWindow, '@codemirror', '@lezer/highlight'],
  'renderer/translations': ['renderer', ...ofWindow, 'fflate'],
};

/** Time, ids and chance come from `world`, so that the same commands always give the same bytes. */
const banned = [/\bDate\.now\b/, /\bnew Date\(\)/, /\bMath\.random\b/, /\brandomUUID\b/, /\bsetTimeout\b/];
const pure = ['shared', 'main/engine', 'main/import', 'main/export', 'main/sync', 'main/people', 'main/service/forms'];

const layers = ['shared', 'main', 'renderer'];
const files = layers.flatMap((layer) =>
  readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => posix.join(layer, file.replaceAll('\\', '/'))),
);

const lawFor = (file: string): [string, readonly string[]] => {
  const [law] = Object.keys(allowed)
    .filter((place) => file === place || file.startsWith(`${place}/`))
    .sort((one, two) => two.length - one.length);
  return law === undefined ? ['', []] : [law, allowed[law] ?? []];
};

function* importsOf(source: string): Generator<string> {
  const statements = /^(?:import|export)\b[^'";]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;
  for (const [, named, bare, late] of source.matchAll(statements)) yield named ?? bare ?? late ?? '';
}

describe('the import law', () => {
  test.each(files)('%s keeps to its layer', (file) => {
    const [law, may] = lawFor(file);
    for (const path of importsOf(readFileSync(join(root, file), 'utf8'))) {
      if (path.endsWith('.css')) continue;
      const target = path.startsWith('.') ? relative(root, resolve(root, dirname(file), path)).replaceAll('\\', '/') : path;
      const home = law.includes('.') ? dirname(law) : law;
      const fine =
        target.startsWith(`${home}/`) || may.some((each) => target === each || target.startsWith(each.endsWith(':') ? each : `${each}/`));
      expect(fine, `${file} must not import ${path}`).toBe(true);
    }
  });

  test.each(files.filter((file) => pure.some((layer) => file.startsWith(`${layer}/`))))(
    '%s asks only the world for time, ids and chance',
    (file) => {
      const source = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
      for (const word of banned) expect(source, `${file} must not use ${word.source}`).not.toMatch(word);
    },
  );

  test('better-sqlite3, chokidar, electron and undici each come in at one place', () => {
    const importers = (name: string) => files.filter((file) => [...importsOf(readFileSync(join(root, file), 'utf8'))].includes(name));
    expect(importers('better-sqlite3')).toEqual(['main/engine/storage/sqlite.ts']);
    expect(importers('chokidar')).toEqual(['main/delivery/file-watcher.ts']);
    for (const file of importers('electron')) expect(file).toMatch(/^main\/(desktop\/|main\.ts|preload\.ts)/);
    expect(importers('undici')).toEqual(['main/sync/client/http-transport.ts']);
  });

  test('the window touches its bridge in one file', () => {
    for (const file of files.filter((each) => each.startsWith('renderer/') && each !== 'renderer/platform/bridge.ts'))
      expect(readFileSync(join(root, file), 'utf8'), file).not.toMatch(/window\.taleport|new EventSource|\bfetch\(/);
  });
});
