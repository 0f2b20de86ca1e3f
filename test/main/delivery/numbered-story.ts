/**
 * A story whose files contain its number at the start and at the end, so that a torn file is detected. Its assets are stored files of three
 * kinds: one that changes with each story, one that stays, one that is only in some. The JSON lists them with their hashes.
 */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TargetFile } from '../../../main/delivery/folder/target-file.ts';
import { sha256 } from '../../sha256.ts';
import { textFile } from './story-with-assets.ts';

const text = (name: string, number: number, size = 8000): string => `${number}|${`${name} `.repeat(size)}|${number}\n`;

/** The bytes of the assets, by path. */
function storyAssets(number: number): Record<string, string> {
  const guest = number % 2 === 0 ? { 'arcweave/assets/guests/guest.png': text('guest', number) } : {};
  // Larger than what is compared without yielding.
  return { 'arcweave/assets/map.png': text('map', number, 1_200_000), 'arcweave/assets/stays.mp3': text('stays', 0), ...guest };
}

function storyJson(number: number): string {
  const files = Object.entries(storyAssets(number)).map(([path, bytes]) => `${path}=${sha256(bytes)}`);
  return `${number}|${files.join(' ')} ${'project '.repeat(8000)}|${number}\n`;
}

/** The paths that an exported JSON lists, with the hash that each must have. */
export const namedIn = (json: string): [path: string, sha256: string][] =>
  [...json.matchAll(/(\S+)=([0-9a-f]{64})/g)].map(([, path = '', sha256 = '']) => [path.replace(/^\d+\|/, ''), sha256]);

/** All files as they have to be on the disk. */
export const storyOnDisk = (number: number): Record<string, string> => ({
  'arcweave/project.json': storyJson(number),
  ...storyAssets(number),
});

/** The files as a target exports them; the bytes are in the asset folder. */
export function storyFiles(number: number, assetFolder: string): TargetFile[] {
  mkdirSync(assetFolder, { recursive: true });
  const assets = Object.entries(storyAssets(number)).map(([path, bytes]): TargetFile => {
    const hash = sha256(bytes);
    if (!existsSync(join(assetFolder, hash))) {
      // Atomically, like the real file store: the process may be killed at any moment.
      const temporary = join(assetFolder, `${hash}.${process.pid}`);
      writeFileSync(temporary, bytes);
      renameSync(temporary, join(assetFolder, hash));
    }
    return { path, file: hash, sha256: hash, size: Buffer.byteLength(bytes) };
  });
  return [textFile('arcweave/project.json', storyJson(number)), ...assets];
}

/** The number of the story that the bytes belong to; throws if they are torn. */
export function numberOf(path: string, bytes: string): number {
  const [first = '', , last = ''] = bytes.trimEnd().split('|');
  const number = Number(first);
  if (!last || first !== last || storyOnDisk(number)[path] !== bytes)
    throw new Error(`torn: ${path} ${bytes.slice(0, 20)} … ${bytes.slice(-20)}`);
  return number;
}
