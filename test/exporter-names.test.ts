/** Only the folder of an exporter contains anything specific to its engine: no other code names an engine. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { exporters } from '../main/exporters/exporters.ts';
import { root } from './root.ts';

/** Files and folders that may name engines, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'main/exporters/registry.ts': 'the list of exporters',
  ...Object.fromEntries(exporters.map(({ id }) => [`main/exporters/${id}/`, 'the exporter itself'])),
  'shared/contracts/rest/export-formats.ts': 'the names of the exports in the REST interface, which its specification fixes',
  'main/sync/client/': 'the same names, in requests to the remote service',
  'main/cli/run-cli.ts': 'JSON as the output of commands',
  'main/importers/data-export-script.ts': 'a form of stories that is no longer exported',
  'shared/messages/': 'sentences, and the keys they are found by',
};

const engineNames = exporters.filter(({ project }) => project !== null).flatMap(({ id, label }) => [id, label]);
const namePattern = new RegExp(`(?<![a-z])(?:${[...new Set(engineNames)].join('|')})`, 'i');
const comparisonPattern = new RegExp(`\\b(?:engine|format|exporter\\w*|id)\\s*[!=]==\\s*'(?:${exporters.map(({ id }) => id).join('|')})'`);

const files = ['main', 'shared', 'renderer'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|css)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
);

/** The code without its comments. A `//` after a colon is part of an address. */
const codeOf = (file: string): string => readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '');

const isExcepted = (file: string): boolean =>
  Object.keys(exceptions).some((path) => file === path || (path.endsWith('/') && file.startsWith(path)));

test('no code outside of the exporters names an engine or compares with the id of an exporter', () => {
  const found = files
    .filter((file) => !isExcepted(file))
    .flatMap((file) => {
      const lines = codeOf(file).split('\n');
      return lines.filter((line) => namePattern.test(line) || comparisonPattern.test(line)).map((line) => `${file}: ${line.trim()}`);
    });
  expect(found).toEqual([]);
});

test('each exception is still needed', () => {
  const pattern = new RegExp(`${namePattern.source}|json`, 'i');
  for (const path of Object.keys(exceptions)) {
    const inside = files.filter((file) => file === path || (path.endsWith('/') && file.startsWith(path)));
    expect([path, inside.some((file) => pattern.test(readFileSync(join(root, file), 'utf8')))]).toEqual([path, true]);
  }
});
