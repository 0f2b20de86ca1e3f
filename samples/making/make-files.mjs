// Makes samples/files.json: the pictures (JPEG, which every engine imports, drawn by a Chromium) and sounds of the templates, by name, in base64. `node samples/making/make-files.mjs`
import { writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { pictures } from './pictures.mjs';
import { sounds } from './sounds.mjs';

const executablePath = findChromium();
if (!executablePath) throw new Error('There is no Chromium on this machine.');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage();

/** @type {Record<string, string>} */
const files = {};
for (const [name, drawing] of Object.entries(pictures)) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="540" viewBox="0 0 960 540">${drawing}</svg>`;
  const address = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 960, height: 540 });
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/jpeg', 0.8);
  }, svg);
  files[`${name}.jpg`] = address.slice(address.indexOf(',') + 1);
}
await browser.close();
for (const [name, bytes] of Object.entries(sounds())) files[`${name}.wav`] = bytes.toString('base64');

writeFileSync(new URL('../files.json', import.meta.url), `${JSON.stringify(files, null, 2)}\n`);
for (const [name, text] of Object.entries(files)) console.log(name.padEnd(20), Math.round((text.length * 3) / 4));
console.log('together', JSON.stringify(files).length);
