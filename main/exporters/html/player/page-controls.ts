/** The buttons of the page, and the panel of variables that one of them opens. */
import type { PageTexts } from '../page-data.ts';
import { createButton, createElement } from './page-elements.ts';
import type { PageSession } from './page-session.ts';
import type { PageSounds } from './page-sounds.ts';
import type { PageStorage } from './page-storage.ts';

interface PageControls {
  readonly back: HTMLButtonElement;
  readonly restart: HTMLButtonElement;
  /** The panel, which is closed at first. */
  readonly variables: HTMLElement;
  /** All controls in the bar, in their order. */
  readonly tools: readonly HTMLElement[];
  /** Shows the controls in another language, when the language of the story changes. */
  showTexts(texts: PageTexts): void;
}

interface ControlledParts {
  readonly session: PageSession;
  readonly sounds: PageSounds;
  readonly storage: PageStorage;
}

export function createControls({ session, sounds, storage }: ControlledParts): PageControls {
  const { project } = session;
  const back = createButton('', () => session.goBack());
  const restart = createButton('', () => session.restart());
  const variables = createElement('section', { class: 'variables', id: 'variables', hidden: '' });
  const soundsButton = sounds.hasSounds ? createSoundsButton(sounds, storage) : null;
  const hasVariables = project.countOfKind('variable') + project.countOfKind('attribute') > 0;
  const variablesButton = hasVariables ? createVariablesButton(variables) : null;
  const chooser = project.projectRecord.locales.length > 1 ? createLanguageChooser(session) : null;
  return {
    back,
    restart,
    variables,
    tools: [back, restart, soundsButton, variablesButton, chooser].filter((tool) => tool !== null),
    showTexts(texts) {
      back.textContent = texts.back;
      restart.textContent = texts.restart;
      if (soundsButton) soundsButton.textContent = texts.sounds;
      if (variablesButton) variablesButton.textContent = texts.variables;
      variables.setAttribute('aria-label', texts.variables);
      chooser?.setAttribute('aria-label', texts.language);
    },
  };
}

function createSoundsButton(sounds: PageSounds, storage: PageStorage): HTMLButtonElement {
  const button = createButton('', () => {
    sounds.setMuted(!sounds.isMuted);
    button.ariaPressed = String(!sounds.isMuted);
    storage.write('muted', String(sounds.isMuted));
  });
  button.ariaPressed = String(!sounds.isMuted);
  return button;
}

function createVariablesButton(panel: HTMLElement): HTMLButtonElement {
  const button = createButton(
    '',
    () => {
      panel.hidden = !panel.hidden;
      button.ariaExpanded = String(!panel.hidden);
    },
    { 'aria-expanded': 'false', 'aria-controls': panel.id },
  );
  return button;
}

function createLanguageChooser(session: PageSession): HTMLSelectElement {
  const select = createElement(
    'select',
    {},
    session.project.projectRecord.locales.map(({ iso, name }) => createElement('option', { value: iso, lang: iso }, [name])),
  );
  select.value = session.locale;
  select.addEventListener('change', () => session.setLocale(select.value));
  return select;
}
