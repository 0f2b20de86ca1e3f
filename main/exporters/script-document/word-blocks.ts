/** The content of a Word document as plain data. */

export interface WordRun {
  readonly text: string;
  readonly bold?: boolean;
  readonly italics?: boolean;
  /** Font size in half points. */
  readonly size?: number;
  readonly color?: string;
}

export interface WordParagraph {
  readonly type: 'paragraph';
  readonly heading?: 'TITLE' | 'HEADING_1' | 'HEADING_2' | 'HEADING_3';
  readonly runs: readonly WordRun[];
  /** The language of the text (BCP 47), which determines its direction and what Word’s spelling check expects; that of the document by default. */
  readonly language?: string;
  readonly keepNext?: boolean;
  readonly pageBreakBefore?: boolean;
  /** In twentieths of a point. */
  readonly spaceAfter?: number;
}

/** A table whose first row is repeated on each page. */
export interface WordTable {
  readonly type: 'table';
  readonly rows: readonly (readonly (readonly WordParagraph[])[])[];
}

export type WordBlock = WordParagraph | WordTable;
