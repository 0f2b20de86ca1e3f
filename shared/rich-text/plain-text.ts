/** Rich text as plain text: for titles and labels on screen, and for comparison. */
import { blocksOf, parseBlocks, type RichTextBlock } from './blocks.ts';
import { normalizeLineEnds } from './html.ts';
import { isBlockElement, isBlockTag, parseTree, parseTreeStart, type RichTextNode, textOfNodes } from './rich-text-tree.ts';

/** For titles and labels: one line per block and break, without scripts, with entities decoded and trimmed. Null gives "". */
export function richTextToPlainText(html: string | null): string {
  return html === null || html === '' ? '' : (readOnlyParagraph(html) ?? blocksToPlainText(parseBlocks(html)));
}

/** The text of a single paragraph without other tags and entities, as nearly all titles and labels are; undefined for any other text. */
function readOnlyParagraph(html: string): string | undefined {
  const text = onlyParagraph.exec(html)?.[1];
  return text === undefined ? undefined : normalizeLineEnds(text).trim();
}

const onlyParagraph = /^<p>([^<&\0]*)<\/p>$/;

/** In characters: more than a title shows, even of a text that begins with a script. */
const startLength = 20_000;

/** The same of a stored text, of a long one only its start: for titles, which no long text may delay. */
export function richTextStartToPlainText(html: string | null): string {
  if (html === null || html === '') return '';
  return (
    (html.length <= startLength ? readOnlyParagraph(html) : undefined) ?? blocksToPlainText(blocksOf(parseTreeStart(html, startLength)))
  );
}

function blocksToPlainText(blocks: readonly RichTextBlock[]): string {
  const lines = blocks.flatMap((block) => (block.type === 'text' ? splitLines(block.nodes) : []));
  return lines.join('\n').trim();
}

function splitLines(nodes: readonly RichTextNode[]): string[] {
  const lines: string[] = [];
  let run: RichTextNode[] = [];
  const endRun = () => {
    if (run.length > 0) lines.push(textOfNodes(run));
    run = [];
  };
  for (const node of nodes) {
    if (isBlockElement(node)) {
      endRun();
      for (const line of node.children.length === 0 ? [''] : splitLines(node.children)) lines.push(line);
    } else {
      run.push(node);
    }
  }
  endRun();
  return lines;
}

/** A rich text as plain text for comparison: one line per block, with scripts and mentions as they read. */
export function toReadableText(html: string | null): string {
  if (html === null || html === '') return '';
  const writer = new ReadableTextWriter();
  writer.addNodes(parseTree(html), { isTop: true });
  return writer.text().replace(/(?<!\n)\n+$/, '');
}

/** Appends pieces, and looks at the last one only: what looks at a string that is being concatenated copies all of it. */
class ReadableTextWriter {
  readonly #pieces: string[] = [];

  text(): string {
    return this.#pieces.join('');
  }

  /** A `<code>` outside a paragraph is a script and a block of its own. */
  addNodes(nodes: readonly RichTextNode[], { isTop }: { readonly isTop: boolean }): void {
    const start = this.#pieces.length;
    for (const node of nodes) {
      if (typeof node === 'string') this.#add(node);
      else if (node.name === 'br') this.#add('\n');
      else if (isBlockTag(node.name) || (isTop && node.name === 'code')) {
        if (this.#pieces.length > start) this.#endLine();
        if (node.name === 'li') this.#add('• ');
        this.addNodes(node.children, { isTop: node.name === 'blockquote' });
        if (this.#pieces.length > start) this.#endLine();
        else this.#add('\n');
      } else this.addNodes(node.children, { isTop: false });
    }
  }

  #add(text: string): void {
    if (text !== '') this.#pieces.push(text);
  }

  #endLine(): void {
    if (!this.#pieces.at(-1)?.endsWith('\n')) this.#pieces.push('\n');
  }
}
