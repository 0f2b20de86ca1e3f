/**
 * The settings of the desktop: the bounds and the language of its window, whether work continues in the background, spell checking,
 * updates, recent projects. No projects and no keys. The file is read directly, because the window waits for its bounds; electron-store,
 * which writes it, is loaded when the window has been shown.
 */

import { join } from 'node:path';
import { app } from 'electron';
import { isLanguageId, type LanguageId } from '../../shared/messages/languages.ts';
import type { Message } from '../../shared/messages/message-value.ts';
import { readJsonFileSync } from '../platform/untrusted-file.ts';
import { createSettingsWriter } from './settings-writer.ts';
import type { SpellingPreferences } from './window/spell-checker.ts';

interface WindowBounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
}

/** Each value is validated when it is read, because the file may come from another version. */
type StoredSettings = {
  window?: unknown;
  background?: unknown;
  spelling?: unknown;
  language?: unknown;
  updates?: unknown;
  recent?: unknown;
};

const fileName = 'window';

interface DesktopSettingsDeps {
  readonly log: (line: string) => void;
  /** Receives a sentence for the user if the settings cannot be written. */
  readonly report: (notice: Message) => void;
}

export function openDesktopSettings({ log, report }: DesktopSettingsDeps) {
  const file = join(app.getPath('userData'), `${fileName}.json`);
  const settings = readSettings(file);
  const writer = createSettingsWriter<StoredSettings>({ file, log, report });

  function change(changed: StoredSettings): void {
    Object.assign(settings, changed);
    writer.change(changed);
  }

  return {
    /** Loads the module that writes the file, and writes what has changed so far. */
    async startWriting(): Promise<void> {
      const { default: Store } = await import('electron-store');
      let store: InstanceType<typeof Store<StoredSettings>> | undefined;
      writer.start((changed) => {
        // Opening it can also write.
        store ??= new Store<StoredSettings>({ name: fileName, clearInvalidConfig: true });
        store.set(changed);
      });
    },
    windowBounds(): WindowBounds | undefined {
      const { x, y, width, height, maximized } = fieldsOf(settings.window);
      if (!isSafeInteger(x) || !isSafeInteger(y) || !isSafeInteger(width) || !isSafeInteger(height) || typeof maximized !== 'boolean')
        return undefined;
      return width >= 400 && height >= 300 ? { x, y, width, height, maximized } : undefined;
    },
    setWindowBounds: (bounds: WindowBounds): void => change({ window: bounds }),
    /** Whether sync and targets continue when the window is closed. */
    background: (): boolean => settings.background === true,
    setBackground: (isOn: boolean): void => change({ background: isOn }),
    /** Whether updates are checked for automatically. */
    updates: (): boolean => settings.updates !== false,
    setUpdates: (isOn: boolean): void => change({ updates: isOn }),
    /** The hashes of the projects that were opened last, newest first. */
    recentProjects: (): readonly string[] =>
      Array.isArray(settings.recent) ? settings.recent.filter((hash) => typeof hash === 'string') : [],
    setRecentProjects: (hashes: readonly string[]): void => change({ recent: hashes }),
    /** Spell checking is on by default; dictionaries are only downloaded if the user has allowed it. */
    spelling(): SpellingPreferences {
      const { on, downloads } = fieldsOf(settings.spelling);
      return typeof on === 'boolean' && typeof downloads === 'boolean' ? { on, downloads } : { on: true, downloads: false };
    },
    setSpelling: (spelling: SpellingPreferences): void => change({ spelling }),
    /** The language of the window, for what is shown before it has loaded. */
    language: (): LanguageId | undefined => (isLanguageId(settings.language) ? settings.language : undefined),
    setLanguage: (language: LanguageId): void => change({ language }),
  };
}

export type DesktopSettings = ReturnType<typeof openDesktopSettings>;

/** Without a readable file, the settings are those of a first start. */
function readSettings(file: string): StoredSettings {
  try {
    return { ...fieldsOf(readJsonFileSync(file)) };
  } catch {
    return {};
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === 'object' ? { ...value } : {});
const isSafeInteger = (value: unknown): value is number => Number.isSafeInteger(value);
