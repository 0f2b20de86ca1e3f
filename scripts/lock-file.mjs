// Removes from package-lock.json the Node versions that packages want. `npm ci` compares them with the Node that runs npm, but our commands run the
// packages with the Node of the package `node`: on Node 20, 75 warnings said nothing. test/scripts/lock-file.test.ts compares them with that Node.
//   node scripts/lock-file.mjs   after each change of packages
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainModule, repoPath } from './paths.mjs';

/** @typedef {{ packages: Record<string, { engines?: Record<string, string> }> }} LockFile */

/**
 * @param {LockFile} lock
 * @returns {LockFile} without `engines`, except for those of this project
 */
export function withoutEngines(lock) {
  const packages = Object.entries(lock.packages).map(([path, { engines, ...rest }]) => [path, path === '' ? { ...rest, engines } : rest]);
  return { ...lock, packages: Object.fromEntries(packages) };
}

if (isMainModule(import.meta.url)) {
  const file = repoPath('package-lock.json');
  writeFileSync(file, `${JSON.stringify(withoutEngines(JSON.parse(readFileSync(file, 'utf8'))), null, 2)}\n`);
}
