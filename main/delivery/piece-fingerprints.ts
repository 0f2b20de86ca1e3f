/** What the pieces of a story say, by their print; and which of them stay in memory. */
import { createHash } from 'node:crypto';
import type { TextChunk } from '../../shared/contracts/export-file.ts';

/** Characters of pieces that stay in memory: another target may want them, too. */
const maxRetainedCharacters = 4_000_000;

const fingerprints = new WeakMap<TextChunk, { readonly sha256: string; readonly size: number }>();
const retainedPieces = new Set<TextChunk>();
let retainedCharacters = 0;

/** Undefined for a piece that was forgotten before anyone looked at it. Its text may be forgotten from now on. */
export function fingerprintPiece(piece: TextChunk): { sha256: string; size: number; bytes: Buffer | null } | undefined {
  const known = fingerprints.get(piece);
  if (piece.text === null) return known && { ...known, bytes: null };
  const bytes = Buffer.from(piece.text);
  const print = known ?? { sha256: createHash('sha256').update(bytes).digest('base64'), size: bytes.byteLength };
  fingerprints.set(piece, print);
  retainPiece(piece);
  return { ...print, bytes };
}

/** The oldest are forgotten. */
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
