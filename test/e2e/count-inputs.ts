/** Counts what a person would do with the mouse and the keyboard, by the events that arrive in the page. */
import type { Page } from 'playwright-core';

export interface Inputs {
  /** Buttons of the mouse that were pressed: a double click is two, a drag is one. */
  readonly clicks: number;
  /** Keys, modifiers apart, that do not write: shortcuts, Tab, Enter, arrow keys. */
  readonly keys: number;
  /** Keys that write a character in a field. */
  readonly characters: number;
}

/** Starts counting. The result returns the counts since its last call. */
export async function countInputs(page: Page): Promise<() => Promise<Inputs>> {
  await page.evaluate(() => {
    const counts = { clicks: 0, keys: 0, characters: 0 };
    addEventListener('pointerdown', () => counts.clicks++, true);
    // A file that is dropped from another window was picked up with the mouse.
    addEventListener('drop', () => counts.clicks++, true);
    addEventListener(
      'keydown',
      ({ key, target, ctrlKey, altKey, metaKey }) => {
        if (['Control', 'Shift', 'Alt', 'Meta'].includes(key)) return;
        const isField = target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'));
        if (isField && key.length === 1 && !ctrlKey && !altKey && !metaKey) counts.characters++;
        else counts.keys++;
      },
      true,
    );
    Reflect.set(window, 'inputCounts', counts);
  });
  return () =>
    page.evaluate(() => {
      const counts = Reflect.get(window, 'inputCounts');
      const result = { ...counts };
      Object.assign(counts, { clicks: 0, keys: 0, characters: 0 });
      return result;
    });
}
