/** Writes a file so that it is either as it was or whole: beside its place first, onto the disk, then moved there. */
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { invalidFieldProblem, Problem } from '../../shared/problem.ts';

/** `file` is an absolute path. Answers how many bytes it has. */
export async function writeFileAtomically(file: string, bytes: AsyncIterable<Uint8Array>, unique: string): Promise<number> {
  if (!isAbsolute(file)) throw invalidFieldProblem('file', 'must be a whole path, from the root on');
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
    throw new Problem('folder', `${file} could not be written: ${describeError(error)}.`, { cause: error });
  }
  return size;
}

const errorTexts: Record<string, string> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EACCES: 'that is not permitted',
  EPERM: 'that is not permitted',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  EISDIR: 'there is a folder of that name',
};

function describeError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return errorTexts[code] ?? (error instanceof Error ? error.message : String(error));
}
