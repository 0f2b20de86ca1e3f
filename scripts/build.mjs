// Builds out/ if it is missing or older than its sources.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { electronViteProgram, repoPath } from './paths.mjs';
import { showProgress } from './progress.mjs';
import { lastLines, runProcess } from './run-process.mjs';

const sources = ['shared', 'main', 'renderer', 'electron.vite.config.ts', 'package.json', 'package-lock.json'];
const outputs = [
  'out/main/main.js',
  'out/main/headless.js',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
  'out/third-party-notices.txt',
];

/** @returns {Promise<string | undefined>} what went wrong, if anything */
export async function buildIfStale() {
  if (!existsSync(repoPath('node_modules', 'electron-vite'))) return 'The packages are not installed: run "npm ci" first.';
  if (
    !isStale(
      outputs.map((path) => repoPath(path)),
      sources.map((path) => repoPath(path)),
    )
  )
    return undefined;
  const command = [electronViteProgram, 'build'];
  const built = await showProgress('Building the app', { seconds: 15 }, () =>
    runProcess(process.execPath, command, { cwd: repoPath(), quiet: true }),
  );
  if (built.code === 0) return undefined;
  return `The app could not be built:\n${lastLines(built.output)}`;
}

/**
 * @param {readonly string[]} outputs
 * @param {readonly string[]} from files and folders
 */
export function isStale(outputs, from) {
  if (!outputs.every((file) => existsSync(file))) return true;
  const oldest = Math.min(...outputs.map((file) => statSync(file).mtimeMs));
  return from.some((path) => newestModification(path) > oldest);
}

/**
 * The last change of a file, or of anything in a folder (including the folder itself, so that a deleted file counts).
 * @param {string} path
 * @returns {number}
 */
function newestModification(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestModification(join(path, name))));
}
