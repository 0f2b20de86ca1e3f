/** A file of an export. Its text is created in chunks, so that a story in ten languages is never in memory as a whole. */

/** A part of the text. The same object in a later export has the same text; null if the text is no longer in memory. */
export interface TextChunk {
  text: string | null;
}

export interface ExportFile {
  /** Relative to the root of the game project, with `/`. */
  readonly path: string;
  /** The chunks in order; undefined is a point at which the work may pause. With `new`, chunks of an earlier export may lack their text. */
  chunks(chunkScope: 'all' | 'new'): Iterable<TextChunk | undefined>;
}

/** The whole text, for comparing and showing a file. Exports are written chunk by chunk. */
export function readFullText({ chunks }: ExportFile): string {
  const texts: string[] = [];
  for (const chunk of chunks('all')) if (chunk?.text) texts.push(chunk.text);
  return texts.join('');
}
