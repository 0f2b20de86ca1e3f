/**
 * The page. The story is in the document, where the project's stylesheet applies to it; the controls are in a shadow tree around it, which the stylesheet
 * cannot reach.
 */
import { defaultPageCss } from '../../../../shared/play/page-style.ts';
import type { PageData } from '../page-data.ts';
import controlsCss from './controls.css?inline';
import pageCss from './page.css?inline';
import { createButton, createElement } from './page-elements.ts';
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
  const { texts, textsLocale, files } = data;
  const { project } = session;
  const host = createElement('div', { id: 'page' });
  const article = createElement('article', { class: 'play', tabindex: '-1', dir: 'auto' });
  const controls = host.attachShadow({ mode: 'open' });
  document.adoptedStyleSheets = [pageCss, defaultPageCss, 'body { padding: 0; }', project.projectRecord.css].map(toStyleSheet);
  controls.adoptedStyleSheets = [toStyleSheet(controlsCss)];

  const back = createButton(texts.back, () => session.goBack());
  const restart = createButton(texts.restart, () => session.restart());
  const variables = createElement('section', { class: 'variables', 'aria-label': texts.variables, id: 'variables', hidden: '' });
  const tools = [back, restart];
  if (sounds.hasSounds) tools.push(createSoundsButton(texts.sounds, sounds, storage));
  if (project.countOfKind('variable') + project.countOfKind('attribute') > 0) tools.push(createVariablesButton(texts.variables, variables));
  const bar = createElement('header', { class: 'bar', lang: textsLocale }, [
    createElement('h1', { lang: project.mainLocale, dir: 'auto' }, [project.projectRecord.name]),
    createElement('div', { class: 'tools' }, [...tools, ...createLanguageChooser(texts.language, session)]),
  ]);
  const cover = createElement('div', { class: 'cover' });
  const choices = createElement('div', { class: 'choices' });
  const spoken = createElement('p', { class: 'visually-hidden', role: 'status' });
  const notice = createElement('p', { class: 'notice', role: 'status', lang: textsLocale });
  const sheet = createElement('div', { class: 'sheet' }, [cover, createElement('slot'), choices]);
  controls.append(bar, createElement('main', {}, [notice, sheet, variables]), spoken);

  const render = (): void => {
    const { state, locale } = session;
    document.documentElement.lang = article.lang = locale;
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
  if (session.isResumed) notice.textContent = texts.resumed;
  if (session.state) sounds.playElement(session.state.elementId);
  document.addEventListener('keydown', (event) => handleShortcut(event, session));
}

function toStyleSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

function createSoundsButton(label: string, sounds: PageSounds, storage: PageStorage): HTMLButtonElement {
  const button = createButton(label, () => {
    sounds.setMuted(!sounds.isMuted);
    button.ariaPressed = String(!sounds.isMuted);
    storage.write('muted', String(sounds.isMuted));
  });
  button.ariaPressed = String(!sounds.isMuted);
  return button;
}

function createVariablesButton(label: string, panel: HTMLElement): HTMLButtonElement {
  const button = createButton(
    label,
    () => {
      panel.hidden = !panel.hidden;
      button.ariaExpanded = String(!panel.hidden);
    },
    { 'aria-expanded': 'false', 'aria-controls': panel.id },
  );
  return button;
}

/** Nothing where the page has one language only. */
function createLanguageChooser(label: string, session: PageSession): HTMLElement[] {
  const { locales } = session.project.projectRecord;
  if (locales.length < 2) return [];
  const select = createElement(
    'select',
    { 'aria-label': label },
    locales.map(({ iso, name }) => createElement('option', { value: iso, lang: iso }, [name])),
  );
  select.value = session.locale;
  select.addEventListener('change', () => session.setLocale(select.value));
  return [select];
}

/** 1 to 9 take a choice, Backspace goes back, as in Play. */
function handleShortcut(event: KeyboardEvent, session: PageSession): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.composedPath()[0] instanceof HTMLSelectElement) return;
  const choice = /^[1-9]$/.test(event.key) ? session.state?.choices[Number(event.key) - 1] : undefined;
  if (choice) session.choose(choice.connectionId);
  else if (event.key === 'Backspace') session.goBack();
  else return;
  event.preventDefault();
}
