/**
 * The page of the player, in an iframe: scripts cannot run in it, it loads only the window's fonts, and the project's stylesheet does not affect the window.
 * It has the window's origin only so that the window can write and measure its content.
 */

import { useCallback, useEffect, useRef, useState } from 'react';
import { defaultPageCss } from '../../../shared/play/page-style.ts';
import { t } from '../../messages/translate.ts';
import { trustHtml } from '../../platform/trusted-types.ts';
import { useAppearance } from '../../state/appearance.ts';
import { emptyPageHtml, renderPageHtml, themeTokensCss } from './page-content.ts';
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
