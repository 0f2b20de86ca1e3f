/** Writes a file so that it is either as it was or whole: beside its place first, onto the disk, then moved there. */
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { invalid, Problem } from '../../shared/problem.ts';

/** `file` is an absolute path. Answers how many bytes it has. */
export async function writeWhole(file: string, bytes: AsyncIterable<Uint8Array>, unique: string): Promise<number> {
  if (!isAbsolute(file)) throw invalid('file', 'must be a whole path, from the root on');
  let size = 0;
  const draft = join(dirname(file), `.${basename(file).slice(0, 80)}.${unique}`);
  try {
    const handle = await open(draft, 'wx');
    try {
      await handle.writeFile(bytes);
      await handle.sync();
      size = (await handle.stat()).size;
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    if (error instanceof Problem) throw error;
    throw new Problem('folder', `${file} could not be written: ${why(error)}.`, { cause: error });
  }
  return size;
}

const reasons: Record<string, string> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EACCES: 'that is not permitted',
  EPERM: 'that is not permitted',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  EISDIR: 'there is a folder of that name',
};

function why(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}
