/** With which elements of the page a rich text is shown on cards and for reference. Pure. */
import type { RichTextElement, RichTextNode } from '../../../shared/rich-text/rich-text-tree.ts';

/** A `<code>` at the top is a script; in a paragraph it is inline. */
export type TextLevel = 'top' | 'nested';

interface ShownElement {
  readonly tag: 'p' | 'br' | 'pre' | 'code' | 'span' | 'strong' | 'em' | 'u' | 's' | 'blockquote' | 'ul' | 'ol' | 'li';
  readonly className?: 'script' | 'link' | 'mention';
  /** The only style that the dialect allows (G21). */
  readonly marginLeft?: string;
  /** What a mention refers to. */
  readonly mentionType?: string;
  readonly children: readonly RichTextNode[];
}

const sameTags = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  u: 'u',
  s: 's',
  blockquote: 'blockquote',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
} as const;
const isSameTag = (name: string): name is keyof typeof sameTags => Object.hasOwn(sameTags, name);

/** Null for an element of which only the content is shown. */
export function shownElement({ name, attributes, children }: RichTextElement, level: TextLevel): ShownElement | null {
  if (name === 'br') return { tag: 'br', children: [] };
  if (name === 'pre' || (name === 'code' && level === 'top'))
    return { tag: 'pre', className: 'script', children: name === 'pre' ? children.flatMap(withoutTag) : children };
  if (name === 'p') return { tag: 'p', ...indentOf(attributes), children };
  if (name === 'code') return { tag: 'code', children };
  if (name === 'a') return { tag: 'span', className: 'link', children };
  if (name === 'span') {
    const type = attributes.find(([attribute]) => attribute === 'data-type')?.[1];
    return { tag: 'span', className: 'mention', ...(type !== undefined && { mentionType: type }), children };
  }
  return isSameTag(name) ? { tag: sameTags[name], children } : null;
}

/** A script is in a `<code>` inside of the `<pre>`. */
const withoutTag = (node: RichTextNode): readonly RichTextNode[] => (typeof node === 'string' ? [node] : node.children);

function indentOf(attributes: readonly (readonly [string, string])[]): { marginLeft?: string } {
  const style = attributes.find(([name]) => name === 'style')?.[1] ?? '';
  const margin = /margin-left:\s*([\d.]+(?:px|pt|em|rem|%)?)/.exec(style)?.[1];
  return margin === undefined ? {} : { marginLeft: margin };
}
