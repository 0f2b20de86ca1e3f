// Checks whether a window can be opened: the display, the shared libraries that Electron needs, and its sandbox (Linux).
import { existsSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, isAbsolute, join } from 'node:path';
import { runProcess } from './run-process.mjs';

/** The Debian package that has a library, by the beginning of its file name. electron-builder.yml lists the same packages for the .deb. */
export const packageByLibrary = {
  libX11: 'libx11-6',
  libXcomposite: 'libxcomposite1',
  libXdamage: 'libxdamage1',
  libXext: 'libxext6',
  libXfixes: 'libxfixes3',
  libXrandr: 'libxrandr2',
  libXss: 'libxss1',
  libXtst: 'libxtst6',
  libasound: 'libasound2',
  'libatk-1.0': 'libatk1.0-0',
  'libatk-bridge': 'libatk-bridge2.0-0',
  libatspi: 'libatspi2.0-0',
  libcairo: 'libcairo2',
  libcups: 'libcups2',
  'libdbus-1': 'libdbus-1-3',
  libdrm: 'libdrm2',
  libexpat: 'libexpat1',
  libgbm: 'libgbm1',
  libgdk: 'libgtk-3-0',
  libgio: 'libglib2.0-0',
  libglib: 'libglib2.0-0',
  libgmodule: 'libglib2.0-0',
  libgobject: 'libglib2.0-0',
  'libgtk-3': 'libgtk-3-0',
  libnspr: 'libnspr4',
  'libnss3.so': 'libnss3',
  libnssutil: 'libnss3',
  libpango: 'libpango-1.0-0',
  libplc: 'libnspr4',
  libplds: 'libnspr4',
  libsmime: 'libnss3',
  libudev: 'libudev1',
  libxcb: 'libxcb1',
  libxkbcommon: 'libxkbcommon0',
};

/**
 * Finds the display of a session (Linux; elsewhere there is always one).
 * @param {NodeJS.ProcessEnv} [env] of the session
 * @returns {Promise<{ switches: string[] } | { reason: string }>} `switches` are what Electron needs to open a window there; `reason` says why there is none
 */
export async function findDisplay(env = process.env) {
  if (process.platform !== 'linux') return { switches: [] };
  const { DISPLAY, WAYLAND_DISPLAY, XDG_RUNTIME_DIR = '' } = env;
  if (!DISPLAY && !WAYLAND_DISPLAY) return { reason: 'there is no display' };
  if (DISPLAY && (await canConnect(displayAddress(DISPLAY)))) return { switches: [] };
  if (WAYLAND_DISPLAY) {
    const socket = isAbsolute(WAYLAND_DISPLAY) ? WAYLAND_DISPLAY : join(XDG_RUNTIME_DIR, WAYLAND_DISPLAY);
    // Electron before 38 looks for X11 first, and ends where there is none.
    if (await canConnect({ path: socket })) return { switches: ['--ozone-platform=wayland'] };
  }
  return { reason: `the display ${DISPLAY || WAYLAND_DISPLAY} does not answer` };
}

/**
 * @param {string} display as in DISPLAY: host:number.screen, or a path
 * @returns {{ path: string } | { host: string, port: number }}
 */
export function displayAddress(display) {
  const [, host = '', number = '0'] = /^(.*):(\d+)(?:\.\d+)?$/.exec(display) ?? [];
  if (host.startsWith('/')) return { path: `${host}:${number}` };
  if (host === '' || host === 'unix') return { path: `/tmp/.X11-unix/X${number}` };
  return { host, port: 6000 + Number(number) };
}

/**
 * @param {import('node:net').NetConnectOpts} address
 * @returns {Promise<boolean>}
 */
function canConnect(address) {
  return new Promise((resolve) => {
    const socket = connect({ timeout: 3000, ...address });
    const end = (/** @type {'connected' | 'failed'} */ result) => {
      socket.destroy();
      resolve(result === 'connected');
    };
    socket.once('connect', () => end('connected'));
    socket.once('error', () => end('failed'));
    socket.once('timeout', () => end('failed'));
  });
}

/**
 * @param {string} executable of Electron
 * @returns {Promise<string | undefined>} which packages are missing and how to install them
 */
export async function missingLibraries(executable) {
  if (process.platform !== 'linux') return undefined;
  const { code, output } = await runProcess('ldd', [executable], { quiet: true });
  return code === 0 ? parseMissingLibraries(output) : undefined;
}

/** @param {string} ldd its output */
export function parseMissingLibraries(ldd) {
  const files = [...ldd.matchAll(/^\s*(\S+) => not found/gm)].map(([, file = '']) => file);
  if (files.length === 0) return undefined;
  const known = Object.entries(packageByLibrary);
  const packages = new Set(files.flatMap((file) => known.filter(([start]) => file.startsWith(start)).map(([, name]) => name)));
  const how = packages.size > 0 ? `; on Debian: apt-get install ${[...packages].join(' ')}` : '';
  return `Electron misses ${files.join(', ')}${how}`;
}

/**
 * Chromium's sandbox works neither for root nor on systems that deny user namespaces to ordinary users.
 * @param {string} executable of Electron
 */
export function sandboxProblem(executable) {
  if (process.platform !== 'linux') return undefined;
  if (process.getuid?.() === 0) return 'it runs as root';
  const helper = join(dirname(executable), 'chrome-sandbox');
  const helperWorks = existsSync(helper) && statSync(helper).uid === 0 && (statSync(helper).mode & 0o4000) !== 0;
  const readSetting = (/** @type {string} */ file) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '');
  const closed =
    readSetting('/proc/sys/kernel/unprivileged_userns_clone') === '0' ||
    readSetting('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1' ||
    readSetting('/proc/sys/user/max_user_namespaces') === '0';
  return closed && !helperWorks ? 'this system does not allow it user namespaces' : undefined;
}
