// Finds a Chromium (or Chrome, or Edge) on this machine for the tests in the browser.
//   node scripts/find-chromium.mjs   prints its path; exit code 1 if there is none
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { isMainModule } from './paths.mjs';

const chromiumCommands = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];

const installPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** @returns {string | undefined} the executable; TALEPORT_CHROMIUM takes precedence */
export function findChromium() {
  const { TALEPORT_CHROMIUM, PATH = '' } = process.env;
  const onPath = chromiumCommands.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)));
  return [TALEPORT_CHROMIUM, ...onPath, ...installPaths, ...findPlaywrightChromium()].find((file) => file && existsSync(file));
}

/** The paths that `playwright-core install chromium` uses on Linux. */
function findPlaywrightChromium() {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH || join(homedir(), '.cache', 'ms-playwright');
  if (!existsSync(folder)) return [];
  const versions = readdirSync(folder).filter((name) => /^chromium-\d+$/.test(name));
  return versions.sort().flatMap((name) => ['chrome-linux64', 'chrome-linux'].map((part) => join(folder, name, part, 'chrome')));
}

if (isMainModule(import.meta.url)) {
  const chromium = findChromium();
  if (!chromium) process.exit(1);
  console.log(chromium);
}
