/** Where a story comes from: a JSON file, a folder or a .zip that holds one with its files (G29), or text. */
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Problem } from '../../shared/problem.ts';
import { chooseStory } from './choose-story.ts';
import { type FilesBeside, filesInFolder, filesInZip } from './files-beside.ts';
import { parseJson } from './json-text.ts';
import { openZip, type ZipFile } from './zip-file.ts';

export type Source = { readonly path: string } | { readonly text: string; readonly fileName: string };

export interface SourceRead {
  readonly json: unknown;
  /** The name of the file, folder or .zip, without its folders. */
  readonly fileName: string;
  /** What lies beside the story, to be closed by who takes it; a JSON file alone has nothing beside it. */
  readonly beside?: FilesBeside;
}

/** [G9] the most the JSON of an import may weigh. Longer text no engine of JavaScript can hold either. */
const LIMIT = 512 * 2 ** 20;

export async function readSource(source: Source): Promise<SourceRead> {
  if ('text' in source) return { json: parseJson(source.text, source.fileName), fileName: source.fileName };
  const { path } = source;
  const found = await onDisk(path, () => stat(path));
  if (found.isDirectory()) return readFolder(path);
  if (!found.isFile()) throw new Problem('invalid', `${path} is no file and no folder.`);
  const fileName = basename(path);
  if (await isZip(path)) return readZip(await onDisk(path, () => openZip(path, fileName)), fileName);
  return { json: parseJson(decode(await read(path, found.size), fileName), fileName), fileName };
}

async function isZip(path: string): Promise<boolean> {
  const file = await onDisk(path, () => open(path, 'r'));
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.toString('latin1') === 'PK';
  } finally {
    await file.close();
  }
}

async function readZip(zip: ZipFile, zipName: string): Promise<SourceRead> {
  try {
    const names = zip.entries.map(({ name }) => name).filter((name) => name.toLowerCase().endsWith('.json'));
    const chosen = chooseStory(names, zipName);
    const entry = zip.entries.find(({ name }) => name === chosen);
    if (!entry) throw new Problem('invalid', `There is no JSON file in ${zipName}.`);
    if (entry.size > LIMIT) throw new Problem('tooLarge', `${chosen} in ${zipName} is larger than ${LIMIT / 2 ** 20} MB.`);
    const pieces: Uint8Array[] = [];
    for await (const piece of zip.bytes(entry)) pieces.push(piece);
    return { json: parseJson(decode(Buffer.concat(pieces), chosen), chosen), fileName: zipName, beside: filesInZip(zip, chosen) };
  } catch (error) {
    await zip.close();
    throw error;
  }
}

async function readFolder(folder: string): Promise<SourceRead> {
  const fileName = basename(folder);
  const entries = await onDisk(folder, () => readdir(folder, { withFileTypes: true }));
  const visible = entries.filter(({ name }) => !name.startsWith('.'));
  const names = visible.filter((entry) => !entry.isDirectory() && entry.name.toLowerCase().endsWith('.json')).map(({ name }) => name);
  const path = join(folder, chooseStory(names, folder));
  const bytes = await read(path, (await onDisk(path, () => stat(path))).size);
  return { json: parseJson(decode(bytes, path), path), fileName, beside: filesInFolder(folder) };
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

async function onDisk<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    const code = cause instanceof Error && 'code' in cause ? cause.code : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new Problem('notFound', `There is no file or folder ${path}.`, { cause });
    if (code === 'EACCES' || code === 'EPERM')
      throw new Problem('invalid', `${path} may not be read: the system does not permit it.`, { cause });
    throw new Problem('invalid', `${path} could not be read (${code || 'unknown reason'}).`, { cause });
  }
}
