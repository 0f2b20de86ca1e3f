/** Text that stands outside of any block, found and brought into paragraphs of its own, where every interpreter reads it. */
import { isBlockElement, parseTree, type RichTextNode, serializeNodes } from '../../../shared/rich-text/rich-text-tree.ts';

const blockTag = /<(\/?)(?:p|pre|blockquote|ul|ol)(?: [^>]*)?>/g;

/** Whether anything but blocks, scripts and blank space stands at the top level of a canonical rich text. */
export function hasTextOutsideBlocks(html: string): boolean {
  let depth = 0;
  let next = 0;
  const isText = (end: number): boolean =>
    depth === 0 &&
    html
      .slice(next, end)
      .replace(/<code(?: [^>]*)?>.*?<\/code>/gs, '')
      .trim() !== '';
  for (const found of html.matchAll(blockTag)) {
    if (isText(found.index)) return true;
    depth += found[1] === '/' ? -1 : 1;
    next = found.index + found[0].length;
  }
  return isText(html.length);
}

/** Each run of words and inline tags at the top level becomes a paragraph; everything else stays as it is. */
export function wrapTextInParagraphs(html: string): string {
  const nodes: RichTextNode[] = [];
  let run: RichTextNode[] = [];
  const endRun = (): void => {
    const isBlank = run.every((node) => typeof node === 'string' && node.trim() === '');
    nodes.push(...(isBlank ? run : [{ name: 'p', attributes: [], children: run }]));
    run = [];
  };
  for (const node of parseTree(html)) {
    const isScript = typeof node !== 'string' && node.name === 'code';
    if (isScript || isBlockElement(node)) {
      endRun();
      nodes.push(node);
    } else run.push(node);
  }
  endRun();
  return serializeNodes(nodes);
}
