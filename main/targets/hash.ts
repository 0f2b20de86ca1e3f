/** What bytes are: two files are the same file exactly if these are the same. */
import { createHash } from 'node:crypto';

export interface Print {
  readonly sha256: string;
  readonly size: number;
}

export const printOf = (bytes: Uint8Array): Print => ({ sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.byteLength });
