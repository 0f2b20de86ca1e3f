/** A project as pieces of JSON of about a quarter megabyte, so that whoever reads it need not parse all at once. */
import type { Project } from '../../shared/project.ts';

const pieceLength = 256 * 1024;

/** Each piece is a JSON array of records. */
export function piecesOf(project: Project): string[] {
  const pieces: string[] = [];
  let piece: string[] = [];
  let length = 0;
  const finish = () => {
    if (piece.length > 0) pieces.push(`[${piece.join(',')}]`);
    piece = [];
    length = 0;
  };
  for (const record of project.records()) {
    const json = JSON.stringify(record);
    piece.push(json);
    length += json.length;
    if (length >= pieceLength) finish();
  }
  finish();
  return pieces;
}
