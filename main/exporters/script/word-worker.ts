/** The thread that makes a Word document: its library works on a whole document in one turn, which takes seconds for a large story. */
import { parentPort } from 'node:worker_threads';
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } from 'docx';
import type { WordBlock, WordParagraph, WordReply, WordRequest, WordTable } from './word-blocks.ts';

const children: (Paragraph | Table)[] = [];

parentPort?.on('message', (request: WordRequest) => {
  if ('blocks' in request) children.push(...request.blocks.map(createBlock));
  else
    void pack(request.title).then(
      (bytes) => reply({ bytes }, [bytes]),
      (error: unknown) => reply({ failure: String(error) }),
    );
});

function reply(result: WordReply, transferred: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(result, transferred);
  parentPort?.close();
}

const pack = (title: string): Promise<ArrayBuffer> =>
  Packer.toArrayBuffer(new Document({ title, creator: 'Taleport', sections: [{ children }] }));

const createBlock = (block: WordBlock): Paragraph | Table => (block.type === 'table' ? createTable(block) : createParagraph(block));

function createParagraph({ heading, runs, keepNext, pageBreakBefore, spaceAfter }: WordParagraph): Paragraph {
  return new Paragraph({
    children: runs.map((run) => new TextRun(run)),
    ...(heading && { heading: HeadingLevel[heading] }),
    ...(keepNext && { keepNext }),
    ...(pageBreakBefore && { pageBreakBefore }),
    ...(spaceAfter !== undefined && { spacing: { after: spaceAfter } }),
  });
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
