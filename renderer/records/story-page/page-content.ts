/** The HTML of the player's page, and the tokens of the window that its styles use. */
import { replaceLinks } from '../../../shared/play/page-style.ts';
import { parseTree, serializeNodes } from '../../../shared/rich-text/rich-text-tree.ts';

/** The empty document of the iframe. Its policy forbids loading anything but the fonts of the window, and the iframe's sandbox forbids scripts. */
export const emptyPageHtml = `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; font-src 'self' data:; style-src-attr 'unsafe-inline'; base-uri 'none'; form-action 'none'"></head><body></body></html>`;

/** The rich text of a step, generated from the parsed tree. `.play` contains `.title` and `.content`: the selectors available to a project's stylesheet. */
export function renderPageHtml({ title, content, theme }: { title: string | null; content: string; theme: string }): string {
  const head = title === null ? '' : `<header class="title" role="heading" aria-level="1">${renderInertHtml(title)}</header>`;
  return `<article class="play" data-theme="${theme}">${head}<div class="content">${renderInertHtml(content)}</div></article>`;
}

const renderInertHtml = (html: string): string => serializeNodes(parseTree(html).map(replaceLinks));

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
  return `${fonts.map(fontFaceCss).join('')}:root{color-scheme:${scheme};${themeTokens.map((name) => `${name}:${computed.getPropertyValue(name)}`).join(';')}}`;
}

/** The addresses of a bundled font are relative to its stylesheet, and a constructed one has no address. */
const fontFaceCss = ({ cssText, parentStyleSheet }: CSSFontFaceRule): string =>
  cssText.replace(/url\("([^"]+)"\)/g, (_, path: string) => `url("${new URL(path, parentStyleSheet?.href ?? document.baseURI)}")`);
