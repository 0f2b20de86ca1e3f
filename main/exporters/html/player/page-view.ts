/**
 * The view of the page. The story is in the document, where the project's stylesheet applies to it. The controls are in a shadow tree
 * around it, which the stylesheet cannot reach.
 */
import { defaultPageCss } from '../../../../shared/play/page-style.ts';
import type { PageData, PageTexts } from '../page-data.ts';
import controlsCss from './controls.css?inline';
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

/**
 * The project's stylesheet without URLs. The policy of a page whose files are in a folder beside it must allow images from `file:`, and no
 * policy can limit that to one folder. So a stylesheet could access any file and, on Windows, other computers (`file://host/share`).
 * `data:` URLs remain.
 */
function createLocalStyleSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  // Nothing is loaded before a document adopts the sheet, and `@import` is ignored.
  sheet.replaceSync(css);
  removeAddresses(sheet);
  return sheet;
}

interface RuleList {
  readonly cssRules: CSSRuleList;
  deleteRule(index: number): void;
}

/** Removes URLs from rules as the browser has parsed them, in which only values still have the form of the stylesheet. */
function removeAddresses(list: RuleList): void {
  for (let at = list.cssRules.length - 1; at >= 0; at--) {
    const rule = list.cssRules[at];
    if (!rule || !hasAddress(rule.cssText)) continue;
    if (hasRules(rule)) removeAddresses(rule);
    if ('style' in rule && rule.style instanceof CSSStyleDeclaration) removeFromStyle(rule.style);
    // Any other rule with a URL, such as a font.
    if (hasAddress(rule.cssText)) list.deleteRule(at);
  }
}

const hasRules = (rule: object): rule is RuleList => 'cssRules' in rule && 'deleteRule' in rule;

function removeFromStyle(style: CSSStyleDeclaration): void {
  if (!hasAddress(style.cssText)) return;
  for (const name of [...style]) {
    const value = style.getPropertyValue(name);
    // The longhands of a shorthand that contains a variable have no text, and neither has the shorthand after one of them was removed.
    if (value === '' || hasAddress(value)) style.removeProperty(name);
  }
}

/** Whether a value contains a URL. `image-set` and `src` also accept a URL as a plain string, which may come from a variable. */
function hasAddress(css: string): boolean {
  const text = withoutEscapes(css);
  return /image-set\(|(?<![\w-])(?:image|src)\(|@import/i.test(text) || /url\((?!\s*["']?data:)/i.test(text);
}

/** Decodes escapes: `u\72 l(` is another spelling of `url(`. */
const withoutEscapes = (css: string): string =>
  css.replace(/\\(?:([\da-f]{1,6})\s?|([^\n]))/gi, (_, hex?: string, character?: string) =>
    hex === undefined ? (character ?? '') : toCharacter(Number.parseInt(hex, 16)),
  );

const toCharacter = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');
