/**
 * What the header of a project leaves out, so that it stays one row in every language: first the times in the status, then the labels of its buttons,
 * at last its texts. Buttons that it folds are entries of the menu beside the name: no more than six icons are without a label.
 */
import { useSyncExternalStore } from 'react';

const headerFolds = ['full', 'short', 'icons', 'dense', 'compact'] as const;
export type HeaderFold = (typeof headerFolds)[number];

/** Up to these widths of the window, in CSS pixels, the narrowest first. The stylesheet refers to the names (`data-fold`). */
const limits = [
  { fold: 'compact', window: globalThis.matchMedia?.('(max-width: 860px)') },
  { fold: 'dense', window: globalThis.matchMedia?.('(max-width: 1060px)') },
  { fold: 'icons', window: globalThis.matchMedia?.('(max-width: 1240px)') },
  { fold: 'short', window: globalThis.matchMedia?.('(max-width: 1440px)') },
] as const;

const currentFold = (): HeaderFold => limits.find(({ window }) => window?.matches)?.fold ?? 'full';

function subscribe(listener: () => void): () => void {
  for (const { window } of limits) window?.addEventListener('change', listener);
  return () => {
    for (const { window } of limits) window?.removeEventListener('change', listener);
  };
}

export const useHeaderFold = (): HeaderFold => useSyncExternalStore(subscribe, currentFold);

/** Whether the header is folded at least as far. */
export const isFolded = (fold: HeaderFold, limit: HeaderFold): boolean => headerFolds.indexOf(fold) >= headerFolds.indexOf(limit);
