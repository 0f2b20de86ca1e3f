// Converts build/icon.svg to the formats of the operating systems: icon.png and icons/ (Linux), icon.ico (Windows), icon.icns (macOS).
// Run by hand after the drawing has changed: `node scripts/icons.mjs`. Both icon formats are a directory of PNG files.
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { findChromium } from './find-chromium.mjs';
import { repoPath } from './paths.mjs';

const icoSizes = [16, 24, 32, 48, 64, 128, 256];
/** The sizes of the icon theme that every Linux desktop has. */
const pngSizes = [16, 24, 32, 48, 64, 128, 256, 512];
const icnsTypes = /** @type {const} */ ([
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
]);

/** @returns {Promise<Map<number, Buffer>>} PNG by side length */
async function renderPictures() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('A Chromium is needed to draw the icons.');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  const source = `data:image/svg+xml;base64,${readFileSync(repoPath('build', 'icon.svg')).toString('base64')}`;
  const pictures = new Map();
  for (const side of new Set([...icoSizes, ...pngSizes, ...icnsTypes.map(([, size]) => size)])) {
    await page.setViewportSize({ width: side, height: side });
    await page.setContent(`<body style="margin:0"><img src="${source}" width="${side}" height="${side}" style="display:block">`);
    await page.locator('img').evaluate((image) => /** @type {HTMLImageElement} */ (image).decode());
    pictures.set(side, await page.screenshot({ omitBackground: true }));
  }
  await browser.close();
  return pictures;
}

/** @param {Buffer[]} pictures in the order of inIco */
function encodeIco(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  pictures.forEach((picture, index) => {
    const entry = 6 + 16 * index;
    const side = (icoSizes[index] ?? 0) % 256;
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
function encodeIcnsChunk(type, content) {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([head, content]);
}

const pictures = await renderPictures();
const picture = (/** @type {number} */ side) => pictures.get(side) ?? Buffer.alloc(0);
writeFileSync(repoPath('build', 'icon.png'), picture(512));
for (const side of pngSizes) writeFileSync(repoPath('build', 'icons', `${side}x${side}.png`), picture(side));
writeFileSync(repoPath('build', 'icon.ico'), encodeIco(icoSizes.map(picture)));
writeFileSync(
  repoPath('build', 'icon.icns'),
  encodeIcnsChunk('icns', Buffer.concat(icnsTypes.map(([type, side]) => encodeIcnsChunk(type, picture(side))))),
);
