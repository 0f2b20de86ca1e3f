/**
 * Reads files in folders from elsewhere, in which a name may belong to a pipe or a device, or to a link to one. Reading those might never
 * end.
 */
import { readFile, stat } from 'node:fs/promises';

/** A file that is read as a whole is never larger than this. */
const maxBytes = 1024 ** 3;

/** Follows links. Rejects with EINVAL if it is not a regular file. */
export async function assertRegularFile(path: string): Promise<void> {
  const found = await stat(path);
  if (!found.isFile() && !found.isDirectory()) throw Object.assign(new Error(`${path} is not a regular file`), { code: 'EINVAL' });
}

/** Rejects with EINVAL for a pipe or a device, with EFBIG for a file of more than a gigabyte, and with other errors of Node. */
export async function readRegularFile(path: string): Promise<Buffer> {
  await assertRegularFile(path);
  if ((await stat(path)).size > maxBytes) throw Object.assign(new Error(`${path} is too large`), { code: 'EFBIG' });
  return readFile(path);
}
