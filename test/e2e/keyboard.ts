/** Navigation by keyboard, as by someone without a pointer. */
import type { TestApp } from './app.ts';

/** The accessible name of the focused control. */
export const getFocusedName = ({ page }: Pick<TestApp, 'page'>): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    const by = activeElement?.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = by.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
    const own = activeElement instanceof HTMLInputElement ? (activeElement.labels?.[0]?.textContent ?? '') : '';
    return activeElement?.getAttribute('aria-label') ?? (labels.trim() || own || (activeElement?.textContent ?? ''));
  });

/** Presses a key until the control with this name has focus. */
export async function focusByKeyboard(app: Pick<TestApp, 'page'>, name: string | RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let at = 0; at < 80; at++) {
    const text = await getFocusedName(app);
    if (typeof name === 'string' ? text === name : name.test(text)) return;
    passed.push(text.slice(0, 30));
    await app.page.keyboard.press(key);
  }
  throw new Error(`${key} never comes to ${name}; it passes ${passed.join(', ')}`);
}

/** Presses F6 until a pane has focus: `inspector`, `content`, `header`. */
export async function focusPane({ page }: Pick<TestApp, 'page'>, pane: string): Promise<void> {
  for (let at = 0; at < 12; at++) {
    await page.keyboard.press('F6');
    if (await page.locator(`[data-pane="${pane}"]`).evaluate((each) => each.contains(document.activeElement))) return;
  }
  throw new Error(`F6 never comes to the pane ${pane}`);
}
