/** Identifies content: two files with equal fingerprints have the same bytes. Files are read in chunks, never as a whole. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';

export interface Fingerprint {
  readonly sha256: string;
  readonly size: number;
}

const readChunkSize = 1 << 20;

export const fingerprintOf = (bytes: Uint8Array): Fingerprint => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.byteLength,
});

/** Rejects with EINVAL for a pipe or a device. */
export async function fingerprintFile(path: string): Promise<Fingerprint> {
  await assertRegularFile(path);
  const file = await open(path, 'r');
  try {
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(Math.min(readChunkSize, Math.max(1, (await file.stat()).size + 1)));
    let size = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return { sha256: hash.digest('hex'), size };
      hash.update(buffer.subarray(0, bytesRead));
      size += bytesRead;
    }
  } finally {
    await file.close();
  }
}

export function hashFileSync(path: string): string {
  const file = openSync(path, 'r');
  try {
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(Math.min(readChunkSize, fstatSync(file).size + 1));
    for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) hash.update(buffer.subarray(0, read));
    return hash.digest('hex');
  } finally {
    closeSync(file);
  }
}

/** A file that is read as a whole is never larger than this. */
const maxBytes = 1024 ** 3;

/** Follows links. Rejects with EINVAL if it is not a regular file. */
async function assertRegularFile(path: string): Promise<void> {
  const found = await stat(path);
  if (!found.isFile() && !found.isDirectory()) throw Object.assign(new Error(`${path} is not a regular file`), { code: 'EINVAL' });
}

/** Rejects with EINVAL for a pipe or a device, with EFBIG for a file of more than a gigabyte, and with other errors of Node. */
export async function readRegularFile(path: string): Promise<Buffer> {
  await assertRegularFile(path);
  if ((await stat(path)).size > maxBytes) throw Object.assign(new Error(`${path} is too large`), { code: 'EFBIG' });
  return readFile(path);
}
