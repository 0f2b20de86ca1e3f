/** Options of Electron that weaken a window are set nowhere. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const main = resolve(import.meta.dirname, '../../../../main');
const weakening =
  /allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|allowpopups|nodeIntegration(?:InWorker|InSubFrames)?: true|webSecurity: false|sandbox: false|contextIsolation: false|webviewTag: true/;

test('no file of the desktop sets an option that weakens the window', () => {
  const files = [
    'main.ts',
    'preload.ts',
    ...readdirSync(join(main, 'desktop'), { encoding: 'utf8', recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join('desktop', name)),
  ];
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => weakening.test(readFileSync(join(main, file), 'utf8')))).toEqual([]);
});
