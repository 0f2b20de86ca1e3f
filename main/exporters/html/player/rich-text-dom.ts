/** Shows rich text as elements of the page. Only what the story dialect allows becomes an element; the browser never parses HTML. */
import { replaceLinks } from '../../../../shared/play/page-style.ts';
import { parseTree, type RichTextNode } from '../../../../shared/rich-text/rich-text-tree.ts';

export const renderRichText = (html: string): Node[] => parseTree(html).map(replaceLinks).map(renderNode);

function renderNode(node: RichTextNode): Node {
  if (typeof node === 'string') return document.createTextNode(node);
  const element = document.createElement(node.name);
  for (const [name, value] of node.attributes) {
    // The policy of the page forbids the attribute, but not the property. The dialect only allows an indent.
    if (name === 'style') element.style.cssText = value;
    else element.setAttribute(name, value);
  }
  element.append(...node.children.map(renderNode));
  return element;
}
