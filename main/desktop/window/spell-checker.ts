/**
 * The spell checker of the windows' texts: Chromium's own, with the languages of the stories that are open, because all windows share it. macOS and Windows provide dictionaries; on
 * Linux, Chromium would download them as soon as a language is enabled. Until the user allows that, only dictionaries in the data folder
 * are used, and the download URL is set to one that cannot be reached.
 */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserWindow, type ContextMenuParams, Menu, type MenuItemConstructorOptions, type Session } from 'electron';
import type { SpellCheckStatus } from '../../../shared/contracts/ipc/results.ts';
import type { Translate } from '../../../shared/messages/translator.ts';
import { createClipboardItems } from '../menu/menu-template.ts';
import { selectSpellingLanguages } from './spelling-languages.ts';

/** The user's settings, which are stored for the next start. */
export interface SpellingPreferences {
  readonly on: boolean;
  readonly downloads: boolean;
}

interface SpellCheckChanges {
  readonly languages?: readonly string[] | undefined;
  readonly on?: boolean | undefined;
  readonly downloads?: boolean | undefined;
}

interface SpellCheckerDeps {
  readonly t: Translate;
  readonly session: Session;
  readonly platform: string;
  /** The folder in which Chromium stores dictionaries. */
  readonly folder: string;
  readonly preferences: () => SpellingPreferences;
  readonly savePreferences: (choice: SpellingPreferences) => void;
}

/** A port of this computer on which no program listens. */
const unreachableUrl = 'http://127.0.0.1:9/';

export function openSpellChecker({ t, session, platform, folder, preferences, savePreferences }: SpellCheckerDeps) {
  const languagesOfWindows = new Map<BrowserWindow, readonly string[]>();
  // Comes before the window is created, which would download the dictionary of the first language.
  session.setSpellCheckerEnabled(false);
  if (platform !== 'darwin') session.setSpellCheckerLanguages([]);
  if (!preferences().downloads) session.setSpellCheckerDictionaryDownloadURL(unreachableUrl);

  const usesSystemDictionaries = platform !== 'linux';
  const select = (languages: readonly string[]) =>
    selectSpellingLanguages(languages, {
      available: session.availableSpellCheckerLanguages,
      files: listFiles(folder),
      bySystem: usesSystemDictionaries,
      downloads: preferences().downloads,
    });
  const apply = (): void => {
    const { on } = preferences();
    const { enabled, checked } = select([...new Set([...languagesOfWindows.values()].flat())]);
    if (platform !== 'darwin') session.setSpellCheckerLanguages(on ? [...enabled] : []);
    session.setSpellCheckerEnabled(on && checked.length > 0);
  };
  const setLanguages = (window: BrowserWindow, languages: readonly string[]): void => {
    if (!languagesOfWindows.has(window))
      window.once('closed', () => {
        languagesOfWindows.delete(window);
        apply();
      });
    languagesOfWindows.set(window, languages);
  };
  return {
    /** Returns the status of the languages of this window. */
    configure(window: BrowserWindow, changes: SpellCheckChanges): SpellCheckStatus {
      if (changes.languages) setLanguages(window, changes.languages);
      const before = preferences();
      const after = { on: changes.on ?? before.on, downloads: changes.downloads ?? before.downloads };
      if (after.on !== before.on || after.downloads !== before.downloads) savePreferences(after);
      apply();
      const { enabled: _, ...found } = select(languagesOfWindows.get(window) ?? []);
      return { ...found, ...after, usesSystemDictionaries, folder };
    },
    /** Adds a context menu with suggestions for a misspelled word, and the clipboard commands. */
    addContextMenu(window: BrowserWindow): void {
      window.webContents.on('context-menu', (_, params) => {
        const entries = createContextMenuItems(window, params, t);
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
  t: Translate,
): MenuItemConstructorOptions[] {
  const { webContents } = window;
  const line: MenuItemConstructorOptions = { type: 'separator' };
  const spelling: MenuItemConstructorOptions[] =
    misspelledWord === ''
      ? []
      : [
          ...dictionarySuggestions.map((label) => ({ label, click: () => webContents.replaceMisspelling(label) })),
          ...(dictionarySuggestions.length === 0 ? [{ label: t('menu.spelling.noSuggestions'), enabled: false }] : []),
          line,
          {
            label: t('menu.spelling.addToDictionary'),
            click: () => void webContents.session.addWordToSpellCheckerDictionary(misspelledWord),
          },
          line,
        ];
  if (isEditable) return [...spelling, ...createClipboardItems(t), line, { role: 'selectAll', label: t('menu.edit.selectAll') }];
  return selectionText.trim() === '' ? [] : [{ role: 'copy', label: t('menu.edit.copy') }];
}
