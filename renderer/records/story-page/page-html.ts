/** The rich text of a step as HTML for the frame: written anew from our own tree, and without anything that leads away. Pure. */
import { parseTree, type RichTextNode, serializeNodes } from '../../../shared/rich-text/rich-text-tree.ts';

/** The empty page of the frame. Its policy allows nothing to be loaded; scripts cannot run in it at all. */
export const emptyPageHtml = `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src-attr 'unsafe-inline'; base-uri 'none'; form-action 'none'"></head><body></body></html>`;

/** `.play` holds `.title` and `.content`: what a project's stylesheet can name. */
export function renderPageHtml({ title, content, theme }: { title: string | null; content: string; theme: string }): string {
  const head = title === null ? '' : `<header class="title" role="heading" aria-level="1">${renderInertHtml(title)}</header>`;
  return `<article class="play" data-theme="${theme}">${head}<div class="content">${renderInertHtml(content)}</div></article>`;
}

const renderInertHtml = (html: string): string => serializeNodes(parseTree(html).map(replaceLinks));

/** A link is shown as one and tells where it would lead, but leads nowhere. */
function replaceLinks(node: RichTextNode): RichTextNode {
  if (typeof node === 'string') return node;
  const children = node.children.map(replaceLinks);
  if (node.name !== 'a') return { ...node, children };
  const href = node.attributes.find(([name]) => name === 'href')?.[1] ?? '';
  return {
    name: 'span',
    attributes: [
      ['class', 'link'],
      ['title', href],
    ],
    children,
  };
}
