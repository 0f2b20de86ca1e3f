/** Where a story comes from: a JSON file, a folder or a .zip that holds one, or text. What lies beside the JSON is not taken in yet (G29). */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Problem } from '../../shared/problem.ts';
import { parseJson } from './json-text.ts';
import { chooseStory, storyInZip } from './read-zip.ts';

export type Source = { readonly path: string } | { readonly text: string; readonly fileName: string };

export interface SourceRead {
  readonly json: unknown;
  /** The name of the file, folder or .zip, without its folders. */
  readonly fileName: string;
  readonly notes: string[];
}

/** [G9] the most an import may weigh. Longer text no engine of JavaScript can hold either. */
const LIMIT = 512 * 2 ** 20;

export async function readSource(source: Source): Promise<SourceRead> {
  if ('text' in source) return { json: parseJson(source.text, source.fileName), fileName: source.fileName, notes: [] };
  const { path } = source;
  const found = await onDisk(path, () => stat(path));
  if (found.isDirectory()) return readFolder(path);
  if (!found.isFile()) throw new Problem('invalid', `${path} is no file and no folder.`);
  const bytes = await read(path, found.size);
  const fileName = basename(path);
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (!isZip) return { json: parseJson(decode(bytes, fileName), fileName), fileName, notes: [] };
  const zipped = storyInZip(bytes, fileName, LIMIT);
  return { json: parseJson(decode(zipped.bytes, zipped.name), zipped.name), fileName, notes: besides(zipped.others) };
}

async function readFolder(folder: string): Promise<SourceRead> {
  const fileName = basename(folder);
  const entries = await onDisk(folder, () => readdir(folder, { withFileTypes: true }));
  const visible = entries.filter(({ name }) => !name.startsWith('.'));
  const names = visible.filter((entry) => !entry.isDirectory() && entry.name.toLowerCase().endsWith('.json')).map(({ name }) => name);
  const path = join(folder, chooseStory(names, folder));
  const bytes = await read(path, (await onDisk(path, () => stat(path))).size);
  return { json: parseJson(decode(bytes, path), path), fileName, notes: visible.some(({ name }) => name === 'assets') ? besides(1) : [] };
}

async function read(path: string, size: number): Promise<Uint8Array> {
  if (size > LIMIT) throw new Problem('tooLarge', `${path} is larger than ${LIMIT / 2 ** 20} MB.`);
  return onDisk(path, () => readFile(path));
}

function decode(bytes: Uint8Array, fileName: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Problem('invalid', `${fileName} is not text in UTF-8.`, { cause });
  }
}

const besides = (files: number): string[] =>
  files > 0 ? ['The files beside the story (pictures, sounds) were not taken in: assets are not kept yet.'] : [];

async function onDisk<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new Problem('notFound', `There is no file or folder ${path}.`, { cause });
    if (code === 'EACCES' || code === 'EPERM')
      throw new Problem('invalid', `${path} may not be read: the system does not permit it.`, { cause });
    throw new Problem('invalid', `${path} could not be read (${code || 'unknown reason'}).`, { cause });
  }
}
