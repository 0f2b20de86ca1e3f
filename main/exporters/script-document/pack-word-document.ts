/**
 * Creates a Word document from plain blocks. Blocks the thread, for seconds with a large story, so it must only be called in the thread for
 * documents.
 */
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } from 'docx';
import type { WordBlock, WordParagraph, WordTable } from './word-blocks.ts';

export async function packWordDocument(title: string, blocks: Iterable<WordBlock>): Promise<Uint8Array> {
  const children = Array.from(blocks, createBlock);
  return new Uint8Array(await Packer.toArrayBuffer(new Document({ title, creator: 'Taleport', sections: [{ children }] })));
}

const createBlock = (block: WordBlock): Paragraph | Table => (block.type === 'table' ? createTable(block) : createParagraph(block));

function createParagraph({ heading, runs, language, keepNext, pageBreakBefore, spaceAfter }: WordParagraph): Paragraph {
  const isRightToLeft = language !== undefined && rightToLeftScripts.has(scriptOf(language));
  const inLanguage = language === undefined ? {} : { language: { value: language, eastAsia: language, bidirectional: language } };
  return new Paragraph({
    children: runs.map((run) => new TextRun({ ...run, ...inLanguage, ...(isRightToLeft && { rightToLeft: true }) })),
    ...(isRightToLeft && { bidirectional: true }),
    ...(heading && { heading: HeadingLevel[heading] }),
    ...(keepNext && { keepNext }),
    ...(pageBreakBefore && { pageBreakBefore }),
    ...(spaceAfter !== undefined && { spacing: { after: spaceAfter } }),
  });
}

const rightToLeftScripts: ReadonlySet<string | undefined> = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

/** The script in which a language is usually written; undefined for a code that is no language. */
function scriptOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).maximize().script;
  } catch {
    return undefined;
  }
}

const createTable = ({ rows }: WordTable): Table =>
  new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: rows.map((cells, at) => new TableRow({ children: cells.map(createCell), tableHeader: at === 0, cantSplit: true })),
  });

const createCell = (paragraphs: readonly WordParagraph[]): TableCell =>
  new TableCell({
    children: paragraphs.length > 0 ? paragraphs.map(createParagraph) : [new Paragraph({})],
    margins: { top: 60, bottom: 60, left: 100, right: 100 },
  });
