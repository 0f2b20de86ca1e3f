/**
 * Reads files of JSON that are expected to be small, such as settings, the records of processes and the manifests of backups. Anyone may
 * have put something else in their place: gigabytes, a device, a text that takes far more memory than it has bytes.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { type JsonLimits, parseUntrustedJson, smallJsonLimits } from '../../shared/json.ts';

export interface FileLimits extends JsonLimits {
  readonly bytes: number;
}

/** The largest of these files that Taleport writes takes a few kilobytes. */
const smallFileLimits: FileLimits = { ...smallJsonLimits, bytes: 2 ** 20 };

/** Opening a pipe must not wait for another process. Windows has no such flag. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Throws the errors of the disk, and an Error without a code if this is no regular file, exceeds a limit or contains no JSON. */
export function readJsonFileSync(path: string, limits: FileLimits = smallFileLimits): unknown {
  const file = openSync(path, flags);
  try {
    const bytes = allocate(path, fstatSync(file), limits);
    return parseBytes(bytes, readSync(file, bytes, 0, bytes.length, 0), limits);
  } finally {
    closeSync(file);
  }
}

/** The same without blocking this thread while the disk is slow. */
export async function readJsonFile(path: string, limits: FileLimits = smallFileLimits): Promise<unknown> {
  const file = await open(path, flags);
  try {
    const bytes = allocate(path, await file.stat(), limits);
    return parseBytes(bytes, (await file.read(bytes, 0, bytes.length, 0)).bytesRead, limits);
  } finally {
    await file.close();
  }
}

/** Undefined for every failure. */
export function readJsonFileOrUndefined(path: string): unknown {
  try {
    return readJsonFileSync(path);
  } catch {
    return undefined;
  }
}

function allocate(path: string, found: Stats, limits: FileLimits): Buffer {
  if (!found.isFile()) throw new Error(`${path} is not a regular file`);
  if (found.size > limits.bytes) throw new Error(`${path} has more than ${limits.bytes} bytes`);
  return Buffer.alloc(found.size);
}

const parseBytes = (bytes: Buffer, length: number, limits: FileLimits): unknown =>
  parseUntrustedJson(bytes.toString('utf8', 0, length), limits);
