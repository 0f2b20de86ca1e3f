/** What the desktop remembers between starts: where its window was, whether work goes on without it. No projects and no keys. */

import Store from 'electron-store';
import { z } from 'zod';
import type { SpellingChoice } from './spelling.ts';

const windowPlace = z.object({ x: z.int(), y: z.int(), width: z.int().min(400), height: z.int().min(300), maximized: z.boolean() });
export type WindowPlace = z.infer<typeof windowPlace>;

const spelling = z.object({ on: z.boolean(), downloads: z.boolean() });

export function openSettings() {
  const store = new Store<{ window?: unknown; background?: unknown; spelling?: unknown }>({ name: 'window', clearInvalidConfig: true });
  return {
    windowPlace(): WindowPlace | undefined {
      const read = windowPlace.safeParse(store.get('window'));
      return read.success ? read.data : undefined;
    },
    /** Mirrors and targets go on when the window is closed. */
    background: (): boolean => store.get('background') === true,
    keepBackground: (on: boolean): void => store.set('background', on),
    /** On as long as nobody has said otherwise; nothing is fetched unless somebody has. */
    spelling(): SpellingChoice {
      const read = spelling.safeParse(store.get('spelling'));
      return read.success ? read.data : { on: true, downloads: false };
    },
    keepSpelling: (choice: SpellingChoice): void => store.set('spelling', choice),
    keepWindowPlace: (place: WindowPlace): void => store.set('window', place),
  };
}

export type Settings = ReturnType<typeof openSettings>;
