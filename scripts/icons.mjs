// Draws build/icon.svg into the pictures that the systems want: icon.png (Linux), icon.ico (Windows), icon.icns (macOS).
// Run by hand after the drawing has changed: `node scripts/icons.mjs`. Both formats are a directory of PNG files.
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { findChromium } from './chromium.mjs';
import { at } from './places.mjs';

const inIco = [16, 24, 32, 48, 64, 128, 256];
const inIcns = /** @type {const} */ ([
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
]);

/** @returns {Promise<Map<number, Buffer>>} PNG by side length */
async function draw() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('A Chromium is needed to draw the icons.');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  const source = `data:image/svg+xml;base64,${readFileSync(at('build', 'icon.svg')).toString('base64')}`;
  const pictures = new Map();
  for (const side of new Set([...inIco, ...inIcns.map(([, size]) => size)])) {
    await page.setViewportSize({ width: side, height: side });
    await page.setContent(`<body style="margin:0"><img src="${source}" width="${side}" height="${side}" style="display:block">`);
    await page.locator('img').evaluate((image) => /** @type {HTMLImageElement} */ (image).decode());
    pictures.set(side, await page.screenshot({ omitBackground: true }));
  }
  await browser.close();
  return pictures;
}

/** @param {Buffer[]} pictures in the order of inIco */
function ico(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  pictures.forEach((picture, index) => {
    const entry = 6 + 16 * index;
    const side = (inIco[index] ?? 0) % 256;
    head.writeUInt8(side, entry);
    head.writeUInt8(side, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(picture.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += picture.length;
  });
  return Buffer.concat([head, ...pictures]);
}

/**
 * @param {string} type four letters
 * @param {Buffer} content
 */
function chunk(type, content) {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([head, content]);
}

const pictures = await draw();
const picture = (/** @type {number} */ side) => pictures.get(side) ?? Buffer.alloc(0);
writeFileSync(at('build', 'icon.png'), picture(512));
writeFileSync(at('build', 'icon.ico'), ico(inIco.map(picture)));
writeFileSync(at('build', 'icon.icns'), chunk('icns', Buffer.concat(inIcns.map(([type, side]) => chunk(type, picture(side))))));
