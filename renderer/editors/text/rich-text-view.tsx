/** Read-only rich text, on the board and for reference. It is rendered as React nodes from the parsed tree, never as HTML. Links cannot be followed. */
import { Fragment, memo, type ReactNode } from 'react';
import { parseTree, type RichTextNode } from '../../../shared/rich-text/rich-text-tree.ts';
import { shownElement, type TextLevel } from './shown-rich-text.ts';

/** `limit` is the maximum number of characters rendered, so that a preview of a long text stays cheap. */
export const RichTextView = memo(function RichTextView({ html, limit = Number.POSITIVE_INFINITY }: { html: string; limit?: number }) {
  return <>{renderNodes(parseTree(html), { left: limit }, 'top')}</>;
});

function renderNodes(nodes: readonly RichTextNode[], budget: { left: number }, level: TextLevel): ReactNode[] {
  const rendered: ReactNode[] = [];
  for (const [at, node] of nodes.entries()) {
    if (budget.left <= 0) break;
    rendered.push(<Fragment key={at}>{renderNode(node, budget, level)}</Fragment>);
  }
  return rendered;
}

function renderNode(node: RichTextNode, budget: { left: number }, level: TextLevel): ReactNode {
  if (typeof node === 'string') {
    const text = node.slice(0, budget.left);
    budget.left -= node.length;
    return text;
  }
  const shown = shownElement(node, level);
  if (!shown) return renderNodes(node.children, budget, 'nested');
  const { tag: Tag, className, marginLeft, mentionType, children } = shown;
  if (Tag === 'br') return <br />;
  return (
    <Tag className={className} data-type={mentionType} style={marginLeft === undefined ? undefined : { marginLeft }}>
      {renderNodes(children, budget, 'nested')}
    </Tag>
  );
}
