/**
 * The spell check of the window's texts: Chromium's own, with the languages of the open story. On macOS and Windows the system has the
 * dictionaries; elsewhere Chromium would fetch them from the network as soon as a language is named. It may not: until the writer has said
 * so, only dictionaries that lie in the data folder are used, and the address to fetch from leads nowhere.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserWindow, type ContextMenuParams, Menu, type MenuItemConstructorOptions, type Session } from 'electron';
import type { SpellCheckStatus } from '../../shared/contracts/ipc/results.ts';
import { selectSpellingLanguages } from './spelling-languages.ts';

/** What the writer has chosen; kept between starts. */
export interface SpellingPreferences {
  readonly on: boolean;
  readonly downloads: boolean;
}

interface SpellCheckerDeps {
  readonly session: Session;
  readonly platform: string;
  /** Where Chromium keeps dictionaries. */
  readonly folder: string;
  readonly preferences: () => SpellingPreferences;
  readonly savePreferences: (choice: SpellingPreferences) => void;
}

/** A closed door of this computer. */
const UNREACHABLE_URL = 'http://127.0.0.1:9/';

export function openSpellChecker({ session, platform, folder, preferences, savePreferences }: SpellCheckerDeps) {
  let languages: readonly string[] = [];
  // Before there is a window: its first language would be fetched with it.
  session.setSpellCheckerEnabled(false);
  if (platform !== 'darwin') session.setSpellCheckerLanguages([]);
  if (!preferences().downloads) session.setSpellCheckerDictionaryDownloadURL(UNREACHABLE_URL);

  const state = (): SpellCheckStatus => {
    const { on, downloads } = preferences();
    const usesSystemDictionaries = platform !== 'linux';
    const available = session.availableSpellCheckerLanguages;
    const { enabled, ...found } = selectSpellingLanguages(languages, {
      available,
      files: listFiles(folder),
      bySystem: usesSystemDictionaries,
      downloads,
    });
    if (platform !== 'darwin') session.setSpellCheckerLanguages(on ? [...enabled] : []);
    session.setSpellCheckerEnabled(on && found.checked.length > 0);
    return { ...found, on, downloads, usesSystemDictionaries, folder };
  };
  return {
    configure(given: {
      languages?: readonly string[] | undefined;
      on?: boolean | undefined;
      downloads?: boolean | undefined;
    }): SpellCheckStatus {
      if (given.languages) languages = given.languages;
      const before = preferences();
      const after = { on: given.on ?? before.on, downloads: given.downloads ?? before.downloads };
      if (after.on !== before.on || after.downloads !== before.downloads) savePreferences(after);
      return state();
    },
    /** Under the right button: what may have been meant, and what can be done with any text. */
    addContextMenu(window: BrowserWindow): void {
      window.webContents.on('context-menu', (_, params) => {
        const entries = createContextMenuItems(window, params);
        if (entries.length > 0) Menu.buildFromTemplate(entries).popup({ window });
      });
    },
  };
}

export type SpellChecker = ReturnType<typeof openSpellChecker>;

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export const dictionaryFolder = (sessionFolder: string): string => join(sessionFolder, 'Dictionaries');

function createContextMenuItems(
  window: BrowserWindow,
  { isEditable, misspelledWord, dictionarySuggestions, selectionText }: ContextMenuParams,
) {
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
