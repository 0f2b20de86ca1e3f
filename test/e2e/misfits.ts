/** Finds texts that do not fit where they are: cut off, wider than their button, or out of the window. Texts of the story may be shortened. */
import type { Page } from 'playwright-core';

/**
 * Of the topmost dialog, or of the whole window. What depends on the width of the window is drawn in a frame after a change of it, on a busy machine not
 * in the next one: only what is still found after many frames is returned.
 */
export async function findMisfits(page: Page): Promise<string[]> {
  let misfits: string[] = [];
  for (let look = 0; look < 10; look += 1) {
    misfits = await findMisfitsOnce(page);
    if (misfits.length === 0) break;
  }
  return misfits;
}

const findMisfitsOnce = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const found = new Set<string>();
    const topmost = [...document.querySelectorAll('.dialog-sheet')].at(-1) ?? document.body;
    // What is only for screen readers is a pixel in size.
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getBoundingClientRect().width > 1;
    const shown = (element: Element) => `${element.className || element.tagName}: ${(element.textContent ?? '').slice(0, 60)}`;
    for (const element of topmost.querySelectorAll('*')) {
      if (
        !(element instanceof HTMLElement) ||
        !isSeen(element) ||
        element.closest('.react-flow__viewport, .visually-hidden, .react-aria-VisuallyHidden')
      )
        continue;
      const { overflowX, textOverflow, position, clip } = getComputedStyle(element);
      const { left, right, width } = element.getBoundingClientRect();
      if (width === 0 || (position === 'absolute' && clip !== 'auto')) continue;
      const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
      if (hasText && (right > innerWidth + 1 || left < -1) && !element.closest('[data-scrolls]'))
        found.add(`out of the window: ${shown(element)}`);
      // A name may be shortened where it is listed, also in a row that is a button, but not what a control says.
      const isShortened =
        textOverflow === 'ellipsis' && !element.closest('button:not(.row-main), label, [role=tab], [role=menuitem], [role=columnheader]');
      if (hasText && element.scrollWidth > element.clientWidth + 1 && ['hidden', 'clip'].includes(overflowX) && !isShortened)
        found.add(`cut off: ${shown(element)}`);
      if (
        /button/.test(element.className) &&
        element.tagName === 'BUTTON' &&
        element.scrollWidth > element.clientWidth + 1 &&
        overflowX === 'visible'
      )
        found.add(`wider than its button: ${shown(element)}`);
    }
    for (const button of topmost.querySelectorAll('button')) {
      const around = button.closest('.settings-section, .view, .dialog-sheet, .pane-inside');
      if (
        around &&
        isSeen(button) &&
        !button.closest('[data-scrolls]') &&
        button.getBoundingClientRect().right > around.getBoundingClientRect().right + 1
      )
        found.add(`out of its section: ${shown(button)}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) found.add(`the page scrolls: ${document.documentElement.scrollWidth}`);
    return [...found];
  });
