/** How a story is shown to its readers, in Play and in exported pages: the default styles, and what becomes of links. */
import type { RichTextNode } from '../rich-text/rich-text-tree.ts';

/** `.play` contains `.title` and `.content`: the selectors available to a project's stylesheet, which can override these styles. */
export const defaultPageCss = `
html { background: var(--card); color: var(--ink); }
body { margin: 0; padding: 18px 22px 20px; font: 1.0625rem/1.6 var(--font-story); overflow-wrap: anywhere; }
p { margin: 0 0 .8em; }
p, li { unicode-bidi: plaintext; }
.play > :last-child > :last-child { margin-bottom: 0; }
.title { margin: 0 0 .5em; font-size: 1.25rem; font-weight: 600; line-height: 1.3; }
.title p { margin: 0; }
blockquote { margin: 0 0 .8em; padding-inline-start: 1em; border-inline-start: 3px solid var(--line); color: var(--ink-soft); }
ul, ol { margin: 0 0 .8em; padding-inline-start: 1.5em; }
code { font: .875em var(--font-code); }
.mention { color: var(--accent-text); font-weight: 600; }
.link { text-decoration: underline; text-decoration-color: var(--ink-faint); }
`;

/** A link is styled as one and shows its address, but cannot be followed. */
export function replaceLinks(node: RichTextNode): RichTextNode {
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

/** [Exports] The volume of an asset for a player, from 0 to 1: it is stored as a fraction up to 1, or as a percentage above. */
export function toPlayerVolume(volume: number | null): number {
  if (volume === null) return 1;
  return Math.min(1, Math.max(0, volume > 1 ? volume / 100 : volume));
}
