/**
 * The spell check of the window's texts: Chromium's own, with the languages of the open story. On macOS and Windows the system has the
 * dictionaries; elsewhere Chromium would fetch them from the network as soon as a language is named. It may not: until the writer has said
 * so, only dictionaries that lie in the data folder are used, and the address to fetch from leads nowhere.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserWindow, type ContextMenuParams, Menu, type MenuItemConstructorOptions, type Session } from 'electron';
import type { Spelling } from '../../shared/ipc/answers.ts';
import { spellingFor } from './spelling-languages.ts';

/** What the writer has chosen; kept between starts. */
export interface SpellingChoice {
  readonly on: boolean;
  readonly downloads: boolean;
}

interface Deps {
  readonly session: Session;
  readonly platform: string;
  /** Where Chromium keeps dictionaries. */
  readonly folder: string;
  readonly choice: () => SpellingChoice;
  readonly keep: (choice: SpellingChoice) => void;
}

/** A closed door of this computer. */
const NOWHERE = 'http://127.0.0.1:9/';

export function openSpelling({ session, platform, folder, choice, keep }: Deps) {
  let languages: readonly string[] = [];
  // Before there is a window: its first language would be fetched with it.
  session.setSpellCheckerEnabled(false);
  if (platform !== 'darwin') session.setSpellCheckerLanguages([]);
  if (!choice().downloads) session.setSpellCheckerDictionaryDownloadURL(NOWHERE);

  const state = (): Spelling => {
    const { on, downloads } = choice();
    const bySystem = platform !== 'linux';
    const available = session.availableSpellCheckerLanguages;
    const { use, ...found } = spellingFor(languages, { available, files: filesIn(folder), bySystem, downloads });
    if (platform !== 'darwin') session.setSpellCheckerLanguages(on ? [...use] : []);
    session.setSpellCheckerEnabled(on && found.checked.length > 0);
    return { ...found, on, downloads, bySystem, folder };
  };
  return {
    set(given: { languages?: readonly string[] | undefined; on?: boolean | undefined; downloads?: boolean | undefined }): Spelling {
      if (given.languages) languages = given.languages;
      const before = choice();
      const after = { on: given.on ?? before.on, downloads: given.downloads ?? before.downloads };
      if (after.on !== before.on || after.downloads !== before.downloads) keep(after);
      return state();
    },
    /** Under the right button: what may have been meant, and what can be done with any text. */
    watch(window: BrowserWindow): void {
      window.webContents.on('context-menu', (_, params) => {
        const entries = entriesFor(window, params);
        if (entries.length > 0) Menu.buildFromTemplate(entries).popup({ window });
      });
    },
  };
}

export type SpellingCheck = ReturnType<typeof openSpelling>;

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export const dictionariesIn = (sessionFolder: string): string => join(sessionFolder, 'Dictionaries');

function entriesFor(window: BrowserWindow, { isEditable, misspelledWord, dictionarySuggestions, selectionText }: ContextMenuParams) {
  const { webContents } = window;
  const line: MenuItemConstructorOptions = { type: 'separator' };
  const spelling: MenuItemConstructorOptions[] =
    misspelledWord === ''
      ? []
      : [
          ...dictionarySuggestions.map((label) => ({ label, click: () => webContents.replaceMisspelling(label) })),
          ...(dictionarySuggestions.length === 0 ? [{ label: 'No suggestion', enabled: false }] : []),
          line,
          { label: 'Add to the dictionary', click: () => void webContents.session.addWordToSpellCheckerDictionary(misspelledWord) },
          line,
        ];
  if (isEditable)
    return [
      ...spelling,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      line,
      { role: 'selectAll' },
    ] as const satisfies MenuItemConstructorOptions[];
  return selectionText.trim() === '' ? [] : [{ role: 'copy' } satisfies MenuItemConstructorOptions];
}
