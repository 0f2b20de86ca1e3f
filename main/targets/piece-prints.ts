/** What the pieces of a story say, by their print; and which of them stay in memory. */
import { createHash } from 'node:crypto';
import type { Piece } from '../../shared/story-file.ts';

/** Characters of pieces that stay in memory: another target may want them, too. */
const most = 4_000_000;

const prints = new WeakMap<Piece, { readonly sha256: string; readonly size: number }>();
const held = new Set<Piece>();
let heldLength = 0;

/** Undefined for a piece that was forgotten before anyone looked at it. Its text may be forgotten from now on. */
export function printOfPiece(piece: Piece): { sha256: string; size: number; bytes: Buffer | null } | undefined {
  const known = prints.get(piece);
  if (piece.text === null) return known && { ...known, bytes: null };
  const bytes = Buffer.from(piece.text);
  const print = known ?? { sha256: createHash('sha256').update(bytes).digest('base64'), size: bytes.byteLength };
  prints.set(piece, print);
  hold(piece);
  return { ...print, bytes };
}

/** The oldest are forgotten. */
function hold(piece: Piece): void {
  if (held.has(piece)) return;
  held.add(piece);
  heldLength += piece.text?.length ?? 0;
  for (const oldest of held) {
    if (heldLength <= most) return;
    held.delete(oldest);
    heldLength -= oldest.text?.length ?? 0;
    oldest.text = null;
  }
}
