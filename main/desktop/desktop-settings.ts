/**
 * What the desktop remembers between starts: where its window was, whether work goes on without it. No projects and no keys. Read by
 * hand, since the window waits for its place and schemas would have to be loaded first.
 */
import Store from 'electron-store';
import type { SpellingPreferences } from './spell-checker.ts';

export interface WindowBounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
}

export function openDesktopSettings() {
  const store = new Store<{ window?: unknown; background?: unknown; spelling?: unknown }>({ name: 'window', clearInvalidConfig: true });
  return {
    windowBounds(): WindowBounds | undefined {
      const { x, y, width, height, maximized } = fieldsOf(store.get('window'));
      if (!isSafeInteger(x) || !isSafeInteger(y) || !isSafeInteger(width) || !isSafeInteger(height) || typeof maximized !== 'boolean')
        return undefined;
      return width >= 400 && height >= 300 ? { x, y, width, height, maximized } : undefined;
    },
    /** Mirrors and targets go on when the window is closed. */
    background: (): boolean => store.get('background') === true,
    setBackground: (on: boolean): void => store.set('background', on),
    /** On as long as nobody has said otherwise; nothing is fetched unless somebody has. */
    spelling(): SpellingPreferences {
      const { on, downloads } = fieldsOf(store.get('spelling'));
      return typeof on === 'boolean' && typeof downloads === 'boolean' ? { on, downloads } : { on: true, downloads: false };
    },
    setSpelling: (choice: SpellingPreferences): void => store.set('spelling', choice),
    setWindowBounds: (place: WindowBounds): void => store.set('window', place),
  };
}

export type DesktopSettings = ReturnType<typeof openDesktopSettings>;

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === 'object' ? { ...value } : {});
const isSafeInteger = (value: unknown): value is number => Number.isSafeInteger(value);
