import type { Selection } from 'react-aria-components';

/** The keys that a list reports as selected. `selectable` are those of the items that it shows and lets select: all of them are selected by Ctrl+A. */
export const selectedKeys = (selection: Selection, selectable: readonly string[]): readonly string[] =>
  selection === 'all' ? selectable : [...selection].map(String);
