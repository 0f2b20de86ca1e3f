/**
 * The page of the player, in an iframe: scripts cannot run in it, it loads only the window's fonts, and the project's stylesheet does not affect the window.
 * It has the window's origin only so that the window can write and measure its content.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { defaultPageCss, replaceLinks } from '../../../shared/play/page-style.ts';
import { parseTree, serializeNodes } from '../../../shared/rich-text/rich-text-tree.ts';
import { t } from '../../messages/translate.ts';
import { trustHtml } from '../../platform/trusted-types.ts';
import { useAppearance } from '../../state/appearance.ts';
import './page-frame.css';

interface PageFrameProps {
  readonly title: string | null;
  readonly content: string;
  readonly theme: string;
  readonly lang: string;
  /** The project's stylesheet. */
  readonly css: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The empty document of the iframe. Its policy forbids loading anything but the fonts of the window, and the iframe's sandbox forbids scripts. */
export const emptyPageHtml = `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; font-src 'self' data:; style-src-attr 'unsafe-inline'; base-uri 'none'; form-action 'none'"></head><body></body></html>`;

const maxHeight = 6000;
const trustedEmptyPage = trustHtml(emptyPageHtml);

export function PageFrame({ title, content, theme, lang, css, onKeyDown }: PageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [page, setPage] = useState<Document | null>(null);
  const [height, setHeight] = useState(120);
  const scheme = useAppearance((state) => state.colorScheme);
  const loaded = useCallback(() => setPage(frame.current?.contentDocument ?? null), []);
  useEffect(() => {
    const view = page?.defaultView;
    if (!page || !view) return;
    // The window's content security policy forbids style elements. Constructed style sheets are allowed and cannot load anything.
    const sheets = [themeTokensCss(scheme === 'system' ? 'light dark' : scheme), defaultPageCss, css].map((text) => {
      const sheet = new view.CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    });
    page.adoptedStyleSheets = sheets;
  }, [page, css, scheme]);
  useEffect(() => {
    if (!page) return;
    page.documentElement.lang = lang;
    page.body.innerHTML = trustHtml(renderPageHtml({ title, content, theme }));
    page.defaultView?.scrollTo(0, 0);
  }, [page, title, content, theme, lang]);
  useEffect(() => {
    if (!page) return;
    const measure = () => setHeight(Math.min(maxHeight, Math.ceil(page.body.getBoundingClientRect().height)));
    const observer = new ResizeObserver(measure);
    observer.observe(page.body);
    return () => observer.disconnect();
  }, [page]);
  useEffect(() => {
    page?.addEventListener('keydown', onKeyDown);
    return () => page?.removeEventListener('keydown', onKeyDown);
  }, [page, onKeyDown]);
  return (
    <iframe
      ref={frame}
      className="play-page"
      title={t('play.pageLabel')}
      sandbox="allow-same-origin"
      srcDoc={trustedEmptyPage}
      style={{ height }}
      onLoad={loaded}
      tabIndex={-1}
    />
  );
}

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
function themeTokensCss(scheme: 'light' | 'dark' | 'light dark'): string {
  const computed = getComputedStyle(document.documentElement);
  const fonts = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof CSSFontFaceRule);
  return `${fonts.map(fontFaceCss).join('')}:root{color-scheme:${scheme};${themeTokens.map((name) => `${name}:${computed.getPropertyValue(name)}`).join(';')}}`;
}

/** The addresses of a bundled font are relative to its stylesheet, and a constructed one has no address. */
const fontFaceCss = ({ cssText, parentStyleSheet }: CSSFontFaceRule): string =>
  cssText.replace(/url\("([^"]+)"\)/g, (_, path: string) => `url("${new URL(path, parentStyleSheet?.href ?? document.baseURI)}")`);
