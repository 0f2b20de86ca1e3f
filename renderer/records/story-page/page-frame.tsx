/**
 * The page of a play in a frame of its own: no script runs in it, nothing is loaded by it, and the project's stylesheet reaches nothing beyond it.
 * It shares our origin only so that we can fill and measure it.
 */

import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../../messages/translate.ts';
import { useAppearance } from '../../state/appearance.ts';
import { emptyPageHtml, renderPageHtml } from './page-html.ts';
import { defaultPageCss, themeTokensCss } from './page-styles.ts';
import './page-frame.css';

export interface PageFrameProps {
  readonly title: string | null;
  readonly content: string;
  readonly theme: string;
  readonly lang: string;
  /** The project's stylesheet. */
  readonly css: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const MAX_HEIGHT = 6000;

export function PageFrame({ title, content, theme, lang, css, onKeyDown }: PageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [page, setPage] = useState<Document | null>(null);
  const [height, setHeight] = useState(120);
  const scheme = useAppearance((state) => state.colorScheme);
  const loaded = useCallback(() => setPage(frame.current?.contentDocument ?? null), []);
  useEffect(() => {
    const view = page?.defaultView;
    if (!page || !view) return;
    // Style elements are forbidden by the policy of the window; sheets made here are not, and can load nothing.
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
    page.body.innerHTML = renderPageHtml({ title, content, theme });
    page.defaultView?.scrollTo(0, 0);
  }, [page, title, content, theme, lang]);
  useEffect(() => {
    if (!page) return;
    const measure = () => setHeight(Math.min(MAX_HEIGHT, Math.ceil(page.body.getBoundingClientRect().height)));
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
      srcDoc={emptyPageHtml}
      style={{ height }}
      onLoad={loaded}
      tabIndex={-1}
    />
  );
}
