/** The HTML and the default styles of the player's page. A project's stylesheet can override the styles. */
import { parseTree, type RichTextNode, serializeNodes } from '../../../shared/rich-text/rich-text-tree.ts';

/** The empty document of the iframe. Its policy forbids loading anything, and the iframe's sandbox forbids scripts. */
export const emptyPageHtml = `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src-attr 'unsafe-inline'; base-uri 'none'; form-action 'none'"></head><body></body></html>`;

/** The rich text of a step, generated from the parsed tree. `.play` contains `.title` and `.content`: the selectors available to a project's stylesheet. */
export function renderPageHtml({ title, content, theme }: { title: string | null; content: string; theme: string }): string {
  const head = title === null ? '' : `<header class="title" role="heading" aria-level="1">${renderInertHtml(title)}</header>`;
  return `<article class="play" data-theme="${theme}">${head}<div class="content">${renderInertHtml(content)}</div></article>`;
}

const renderInertHtml = (html: string): string => serializeNodes(parseTree(html).map(replaceLinks));

/** A link is styled as one and shows its address, but cannot be followed. */
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

/** The design tokens of the window that the page uses. */
const themeTokens = [
  '--ink',
  '--ink-soft',
  '--ink-faint',
  '--card',
  '--line',
  '--accent',
  '--accent-text',
  '--sunken',
  '--font-story',
  '--font-code',
];

/** The tokens and fonts of the window as CSS. `scheme` is a value of `color-scheme`. */
export function themeTokensCss(scheme: 'light' | 'dark' | 'light dark'): string {
  const computed = getComputedStyle(document.documentElement);
  const fonts = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof CSSFontFaceRule);
  return `${fonts.map(({ cssText }) => cssText).join('')}:root{color-scheme:${scheme};${themeTokens.map((name) => `${name}:${computed.getPropertyValue(name)}`).join(';')}}`;
}

export const defaultPageCss = `
html { background: var(--card); color: var(--ink); }
body { margin: 0; padding: 18px 22px 20px; font: 1.0625rem/1.6 var(--font-story); overflow-wrap: anywhere; }
p { margin: 0 0 .8em; }
.play > :last-child > :last-child { margin-bottom: 0; }
.title { margin: 0 0 .5em; font-size: 1.25rem; font-weight: 600; line-height: 1.3; }
.title p { margin: 0; }
blockquote { margin: 0 0 .8em; padding-inline-start: 1em; border-inline-start: 3px solid var(--line); color: var(--ink-soft); }
ul, ol { margin: 0 0 .8em; padding-inline-start: 1.5em; }
code { font: .875em var(--font-code); }
.mention { color: var(--accent-text); font-weight: 600; }
.link { text-decoration: underline; text-decoration-color: var(--ink-faint); }
`;
