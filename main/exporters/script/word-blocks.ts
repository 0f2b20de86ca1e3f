/** A Word document as plain data, so that a thread can receive it in parts. */

export interface WordRun {
  readonly text: string;
  readonly bold?: boolean;
  readonly italics?: boolean;
  /** Half points. */
  readonly size?: number;
  readonly color?: string;
}

export interface WordParagraph {
  readonly type: 'paragraph';
  readonly heading?: 'TITLE' | 'HEADING_1' | 'HEADING_2' | 'HEADING_3';
  readonly runs: readonly WordRun[];
  readonly keepNext?: boolean;
  readonly pageBreakBefore?: boolean;
  /** Twentieths of a point. */
  readonly spaceAfter?: number;
}

/** The first row is repeated on each page. */
export interface WordTable {
  readonly type: 'table';
  readonly rows: readonly (readonly (readonly WordParagraph[])[])[];
}

export type WordBlock = WordParagraph | WordTable;

/** To the thread: parts of the document, then its title. From the thread: the file, or why there is none. */
export type WordRequest = { readonly blocks: readonly WordBlock[] } | { readonly title: string };
export type WordReply = { readonly bytes: ArrayBuffer } | { readonly failure: string };
