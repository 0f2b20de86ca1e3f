/** Read-only rich text, on the board and for reference. It is rendered as React nodes from the parsed tree, never as HTML. Links cannot be followed. */
import { Fragment, memo, type ReactNode } from 'react';
import { parseTree, type RichTextElement, type RichTextNode } from '../../../shared/rich-text/rich-text-tree.ts';

const inlineTags = { b: 'strong', strong: 'strong', i: 'em', em: 'em', u: 'u', s: 's' } as const;
const blockTags = { blockquote: 'blockquote', ul: 'ul', ol: 'ol', li: 'li' } as const;

/** A `<code>` at the top is a script; in a paragraph it is inline. */
type Level = 'top' | 'nested';

/** `limit` is the maximum number of characters rendered, so that a preview of a long text stays cheap. */
export const RichTextView = memo(function RichTextView({ html, limit = Number.POSITIVE_INFINITY }: { html: string; limit?: number }) {
  return <>{renderNodes(parseTree(html), { left: limit }, 'top')}</>;
});

function renderNodes(nodes: readonly RichTextNode[], budget: { left: number }, level: Level): ReactNode[] {
  const rendered: ReactNode[] = [];
  for (const [at, node] of nodes.entries()) {
    if (budget.left <= 0) break;
    rendered.push(<Fragment key={at}>{renderNode(node, budget, level)}</Fragment>);
  }
  return rendered;
}

function renderNode(node: RichTextNode, budget: { left: number }, level: Level): ReactNode {
  if (typeof node === 'string') {
    const text = node.slice(0, budget.left);
    budget.left -= node.length;
    return text;
  }
  if (node.name === 'br') return <br />;
  if (node.name === 'pre' || (node.name === 'code' && level === 'top'))
    return <pre className="script">{renderNodes(scriptNodes(node), budget, 'nested')}</pre>;
  const inner = renderNodes(node.children, budget, 'nested');
  if (node.name === 'p') return <p style={indentStyle(node.attributes)}>{inner}</p>;
  if (node.name === 'code') return <code>{inner}</code>;
  if (node.name === 'a') return <span className="link">{inner}</span>;
  if (node.name === 'span')
    return (
      <span className="mention" data-type={node.attributes.find(([name]) => name === 'data-type')?.[1]}>
        {inner}
      </span>
    );
  const Tag = { ...inlineTags, ...blockTags }[node.name];
  return Tag ? <Tag>{inner}</Tag> : inner;
}

/** The content of a script, without the `<code>` inside a `<pre>`. */
const scriptNodes = (node: RichTextElement): readonly RichTextNode[] =>
  node.name === 'pre' ? node.children.flatMap((inner) => (typeof inner === 'string' ? [inner] : inner.children)) : node.children;

/** The only style that the dialect allows (G21). */
function indentStyle(attributes: readonly [string, string][]): { marginLeft: string } | undefined {
  const margin = /margin-left:\s*([\d.]+(?:px|pt|em|rem|%)?)/.exec(attributes.find(([name]) => name === 'style')?.[1] ?? '')?.[1];
  return margin === undefined ? undefined : { marginLeft: margin };
}
