/** A file of an export, whose text comes in pieces, so that a story in ten languages is never in memory as a whole. */

/** A run of the text. Kept from one export to the next it says the same as long as it is the same object; `text` null: forgotten. */
export interface TextChunk {
  text: string | null;
}

export interface ExportFile {
  /** Relative to the root of the game project, with `/`. */
  readonly path: string;
  /** In order; undefined is a rest, since each piece takes a while. Pieces that were forgotten come without their text, unless all of it is `wanted`. */
  chunks(wanted: 'all' | 'new'): Iterable<TextChunk | undefined>;
}

/** All of it in one text: for what is looked at, not for what is written. */
export function readFullText({ chunks }: ExportFile): string {
  const texts: string[] = [];
  for (const piece of chunks('all')) if (piece?.text) texts.push(piece.text);
  return texts.join('');
}
