/**
 * Bytes that come from outside pass a limit before a library sees them (docs/security.md): JSON, compressed data, images and sounds. Whoever parses them
 * in another place is listed here, with the reason why they do not come from outside.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from './import-graph.ts';
import { root } from './root.ts';

/** The places that limit what they parse: parseUntrustedJson and parseStoredJson; parseJsonInSlices. */
const guards = ['shared/json.ts', 'main/platform/parse-json-in-slices.ts'];

const ownJson: Readonly<Record<string, string>> = {
  'main/exporters/html/player/main.ts': 'the data of the page that contains the script',
  'main/exporters/godot/godot-resource.ts': 'a string that this exporter has just written',
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
