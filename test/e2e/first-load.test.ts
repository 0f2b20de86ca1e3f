/**
 * The built files that the start reads: the window's before it draws the list of projects, and the backend's. test/renderer/first-load.test.ts says which
 * modules the window's contain.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const folder = resolve(import.meta.dirname, '../../out/renderer');
const page = readFileSync(resolve(folder, 'index.html'), 'utf8');
const scripts = [...page.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)].map(([, path = '']) => path);
const code = scripts.map((path) => readFileSync(resolve(folder, path), 'utf8')).join('');

/** The English messages are part of the first load and grow with every feature, so they are not counted. */
const englishFolder = resolve(import.meta.dirname, '../../shared/messages/en');
const messagesSize = readdirSync(englishFolder)
  .filter((file) => file.endsWith('.json'))
  .reduce((size, file) => size + Buffer.byteLength(JSON.stringify(JSON.parse(readFileSync(resolve(englishFolder, file), 'utf8')))), 0);

/** In bytes, without messages. */
const maxCodeSize = 694_000;

test('the first load is one script of limited size', () => {
  expect(scripts).toHaveLength(1);
  expect(Buffer.byteLength(code) - messagesSize).toBeLessThan(maxCodeSize);
});

test('React Aria brings its texts in the languages of the window only', () => {
  expect(code).toContain('Benachrichtigung');
  expect(code).toContain('閉じる');
  expect(code).not.toMatch(/"(?:ar-AE|fr-FR|zh-TW)"/);
});

test.each(['headless.js', 'worker.js'])('nothing that %s may load needs Electron', (start) => {
  const backend = resolve(import.meta.dirname, '../../out/main');
  const found = [start];
  for (const file of found) {
    const code = readFileSync(resolve(backend, file), 'utf8');
    expect(code, file).not.toMatch(/(?:from|import)\(?["'`]electron["'`]/);
    for (const [, name = ''] of code.matchAll(/["'`]\.\/(?:chunks\/)?([\w.-]+\.js)["'`]/g)) {
      const path = `chunks/${name}`;
      if (!found.includes(path) && existsSync(resolve(backend, path))) found.push(path);
    }
  }
  expect(found.length).toBeGreaterThan(20);
});

test('the backend has only the English texts of zod', () => {
  const backend = resolve(import.meta.dirname, '../../out/main');
  const files = readdirSync(backend, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  const filesWith = (text: string) => files.filter((file) => readFileSync(resolve(backend, file), 'utf8').includes(text));
  expect(filesWith('Invalid input: expected ')).not.toEqual([]);
  // Such a text in the French that zod has, and Taleport has not. The build escapes letters that are not ASCII, so it has none.
  expect(filesWith('Option invalide')).toEqual([]);
});
