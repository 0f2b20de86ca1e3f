/**
 * Bytes that come from outside pass a limit before a library sees them (docs/security.md): JSON, compressed data, images and sounds. Whoever parses them
 * in another place is listed here, with the reason why they do not come from outside.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from './import-graph.ts';
import { root } from './root.ts';

/**
 * The packages and modules of Node that decode bytes, by the files that may use them. `guards` limit what they decode; the others have a reason why that
 * does not come from outside.
 */
const decoders: readonly Decoder[] = [
  {
    modules: /^(?:node:)?zlib$/,
    guards: ['main/platform/decompress.ts'],
    others: {
      'main/delivery/history/text-archive.ts': 'unpacks, in chunks, what it has packed, and compares its hash',
      'main/engine/storage/stored-rows.ts': 'checksums only',
      'main/importers/zip-archive.ts': 'checksums only',
    },
  },
  { modules: /^(?:yauzl|unzipper|node-stream-zip|adm-zip|jszip|tar)$/, guards: ['main/importers/zip-archive.ts'], others: {} },
  {
    modules: /^(?:fflate|pako|exceljs|xlsx)$/,
    guards: ['renderer/features/translations/workbook-parts.ts'],
    others: { 'shared/sheets/write-xlsx.ts': 'packs only' },
  },
  {
    modules: /^(?:music-metadata|strtok3|file-type|image-size|token-types|sharp|jimp)(?:\/|$)/,
    guards: ['main/assets/range-reader.ts', 'main/assets/read-media.ts'],
    others: {},
  },
  {
    modules: /^(?:htmlparser2|saxes|sax|fast-xml-parser|parse5|cheerio)(?:\/|$)/,
    guards: ['renderer/features/translations/read-xlsx.ts', 'shared/rich-text/read-pasted-html.ts', 'shared/rich-text/html.ts'],
    others: {},
  },
  { modules: /^(?:@fastify\/busboy|busboy|formidable|multer)$/, guards: ['main/rest-api/http/request-body.ts'], others: {} },
  { modules: /^(?:yaml|js-yaml)$/, guards: ['main/story-folder/yaml-file.ts'], others: {} },
  { modules: /^undici$/, guards: ['main/sync/client/remote-client.ts'], others: {} },
  {
    modules: /^ws$/,
    guards: ['main/browser-shell/listen-on-loopback.ts'],
    others: { 'main/browser-shell/page-connection.ts': 'the type of a connection' },
  },
];

interface Decoder {
  readonly modules: RegExp;
  readonly guards: readonly string[];
  readonly others: Readonly<Record<string, string>>;
}

/** The places that limit what they parse: parseUntrustedJson and parseStoredJson; parseJsonInSlices. */
const guards = ['shared/json.ts', 'main/platform/parse-json-in-slices.ts'];

const ownJson: Readonly<Record<string, string>> = {
  'main/exporters/html/player/main.ts': 'the data of the page that contains the script',
  'main/importers/templates.ts': 'files of the program',
  'main/sync/service/sync-controller.ts': 'an export that was just written',
  'shared/messages/schema-error.ts': 'the message of a schema, which is part of the program',
  'renderer/platform/browser-bridge.ts': 'what the backend sends to its page',
  'renderer/platform/upload-file.ts': 'what the backend answers to its page',
  'renderer/state/project-replica.ts': 'what the backend sends to its window',
};

const files = ['main', 'shared', 'renderer'].flatMap((folder) => listFiles(folder, /\.tsx?$/));
const codeOf = (path: string): string =>
  readFileSync(join(root, path), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');
const filesWith = (pattern: RegExp): string[] => files.filter((path) => pattern.test(codeOf(path))).sort();

test('JSON is parsed within limits', () => {
  expect(filesWith(/\bJSON\s*\.\s*parse\b/)).toEqual([...guards, ...Object.keys(ownJson)].sort());
});

const importsOf = (path: string): string[] =>
  [...codeOf(path).matchAll(/(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*'([^']+)'/g)].map(([, name = '']) => name);

test.each(decoders)('$modules decodes bytes in guarded modules only', ({ modules, guards, others }) => {
  const users = files.filter((path) => importsOf(path).some((name) => modules.test(name)));
  expect(users.sort()).toEqual([...guards, ...Object.keys(others)].sort());
});

test('the program opens files as streams in one place, which guards against what becomes of them meanwhile', () => {
  const others = listFiles('main', /\.ts$/).filter((file) =>
    /import [^;]*\bcreateReadStream\b/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(others).toEqual([]);
});
