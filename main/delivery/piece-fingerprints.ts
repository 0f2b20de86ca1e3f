/** Fingerprints of the pieces of a story. Also decides which pieces keep their text in memory. */
import { createHash } from 'node:crypto';
import type { TextChunk } from '../../shared/contracts/export-file.ts';

/** The number of characters of the pieces that keep their text, because another target may need it as well. */
const maxRetainedCharacters = 4_000_000;

const fingerprints = new WeakMap<TextChunk, { readonly sha256: string; readonly size: number }>();
const retainedPieces = new Set<TextChunk>();
let retainedCharacters = 0;

/** Returns the fingerprint of a piece, whose text may be dropped after that; undefined if the text was already dropped. */
export function fingerprintPiece(piece: TextChunk): { sha256: string; size: number; bytes: Buffer | null } | undefined {
  const known = fingerprints.get(piece);
  if (piece.text === null) return known && { ...known, bytes: null };
  const bytes = Buffer.from(piece.text);
  const fingerprint = known ?? { sha256: createHash('sha256').update(bytes).digest('base64'), size: bytes.byteLength };
  fingerprints.set(piece, fingerprint);
  retainPiece(piece);
  return { ...fingerprint, bytes };
}

/** Keeps the text of this piece for now, and drops the texts of the oldest pieces. */
function retainPiece(piece: TextChunk): void {
  if (retainedPieces.has(piece)) return;
  retainedPieces.add(piece);
  retainedCharacters += piece.text?.length ?? 0;
  for (const oldest of retainedPieces) {
    if (retainedCharacters <= maxRetainedCharacters) return;
    retainedPieces.delete(oldest);
    retainedCharacters -= oldest.text?.length ?? 0;
    oldest.text = null;
  }
}
