// Downloads packages from the npm registry, each verified against a pinned hash.
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from './run-process.mjs';

/**
 * @param {{ name: string, integrity: string }} wanted its name with its version, and its hash as package-lock.json writes it
 * @param {string} folder
 * @returns {Promise<string | undefined>} the archive; undefined if it could not be downloaded
 */
export async function downloadPackage({ name, integrity }, folder) {
  const { code } = await runProcess('npm', ['pack', name, '--pack-destination', folder, '--silent'], { cwd: folder, quiet: true });
  const file = readdirSync(folder).find((entry) => entry.endsWith('.tgz'));
  if (code !== 0 || !file) return undefined;
  const archive = join(folder, file);
  if ((await hashOf(archive)) !== integrity) throw new Error(`the download of ${name} is not what was expected (its hash differs)`);
  return archive;
}

/**
 * Unpacks a package, and removes its archive.
 * @param {string} archive
 * @param {string} folder
 * @param {readonly string[]} options of tar: what to unpack, and how much of its paths to omit
 */
export async function unpackPackage(archive, folder, options) {
  const { code } = await runProcess('tar', ['-xzf', archive, '-C', folder, ...options], { quiet: true });
  if (code !== 0) throw new Error(`${archive} could not be unpacked`);
  rmSync(archive);
}

/** @param {string} file */
async function hashOf(file) {
  const hash = createHash('sha512');
  for await (const part of createReadStream(file)) hash.update(part);
  return `sha512-${hash.digest('base64')}`;
}
