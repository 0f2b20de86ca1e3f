/**
 * The view of the page. The story is in the document, where the project's stylesheet applies to it. The controls are in a shadow tree
 * around it, which the stylesheet cannot reach.
 */
import { defaultPageCss } from '../../../../shared/play/page-style.ts';
import type { PageData, PageTexts } from '../page-data.ts';
import controlsCss from './controls.css?inline';
import { createLocalStyleSheet } from './local-style-sheet.ts';
import pageCss from './page.css?inline';
import { createControls } from './page-controls.ts';
import { createElement } from './page-elements.ts';
import type { PageSession } from './page-session.ts';
import type { PageSounds } from './page-sounds.ts';
import type { PageStorage } from './page-storage.ts';
import { renderChoices, renderCover, renderStory, renderVariables, storyText } from './step-view.ts';

interface PageParts {
  readonly data: PageData;
  readonly session: PageSession;
  readonly sounds: PageSounds;
  readonly storage: PageStorage;
}

export function showPage({ data, session, sounds, storage }: PageParts): void {
  const { files } = data;
  const { project } = session;
  const host = createElement('div', { id: 'page' });
  const article = createElement('article', { class: 'play', tabindex: '-1', dir: 'auto' });
  const root = host.attachShadow({ mode: 'open' });
  document.adoptedStyleSheets = [
    ...[pageCss, defaultPageCss, 'body { padding: 0; }'].map(toStyleSheet),
    createLocalStyleSheet(project.projectRecord.css),
  ];
  root.adoptedStyleSheets = [toStyleSheet(controlsCss)];

  const controls = createControls({ session, sounds, storage });
  const { back, restart, variables, tools } = controls;
  const bar = createElement('header', { class: 'bar' }, [
    createElement('h1', { lang: project.mainLocale, dir: 'auto' }, [project.projectRecord.name]),
    createElement('div', { class: 'tools' }, tools),
  ]);
  const cover = createElement('div', { class: 'cover' });
  const choices = createElement('div', { class: 'choices' });
  const spoken = createElement('p', { class: 'visually-hidden', role: 'status' });
  const notice = createElement('p', { class: 'notice', role: 'status' });
  const sheet = createElement('div', { class: 'sheet' }, [cover, createElement('slot'), choices]);
  root.append(bar, createElement('main', {}, [notice, sheet, variables]), spoken);

  const render = (): void => {
    const { state, locale } = session;
    const { texts, language } = textsFor(data, locale);
    document.documentElement.lang = article.lang = spoken.lang = locale;
    bar.lang = notice.lang = choices.lang = variables.lang = language;
    controls.showTexts(texts);
    back.disabled = !state?.previous;
    restart.disabled = !state;
    if (!state) {
      notice.textContent = texts.noStart;
      return;
    }
    article.dataset.theme = project.find('element', state.elementId)?.theme ?? 'default';
    article.replaceChildren(...renderStory(state));
    cover.replaceChildren(...renderCover(state, files));
    choices.replaceChildren(...renderChoices(state, texts, { choose: (id) => session.choose(id), restart: () => session.restart() }));
    variables.replaceChildren(...renderVariables(state, texts));
  };
  session.subscribe(({ isOtherStep }) => {
    notice.textContent = '';
    if (isOtherStep && !session.state?.previous) sounds.stop();
    render();
    const { state } = session;
    if (!state) return;
    spoken.textContent = storyText(state);
    if (!isOtherStep) return;
    scrollTo(0, 0);
    article.focus({ preventScroll: true });
    sounds.playElement(state.elementId);
  });
  render();
  host.append(article);
  document.body.append(host);
  if (session.isResumed) notice.textContent = textsFor(data, session.locale).texts.resumed;
  if (session.state) sounds.playElement(session.state.elementId);
  document.addEventListener('keydown', (event) => handleShortcut(event, session));
}

/** The texts of the controls for a language of the story. */
function textsFor({ texts, textLanguages }: PageData, locale: string): { readonly texts: PageTexts; readonly language: string } {
  const language = textLanguages[locale] ?? '';
  const found = texts[language];
  if (!found) throw new Error(`The page has no texts for ${locale}`);
  return { texts: found, language };
}

function toStyleSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

/** As in Play in the editor: 1 to 9 choose, Backspace goes back. */
function handleShortcut(event: KeyboardEvent, session: PageSession): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.composedPath()[0] instanceof HTMLSelectElement) return;
  const choice = /^[1-9]$/.test(event.key) ? session.state?.choices[Number(event.key) - 1] : undefined;
  if (choice) session.choose(choice.connectionId);
  else if (event.key === 'Backspace') session.goBack();
  else return;
  event.preventDefault();
}
