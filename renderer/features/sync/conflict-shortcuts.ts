/** The keys of the view of questions. With Alt, so that they also work while a text is written. */

import { matchesShortcut } from '../../commands/shortcut-matching.ts';
import { t } from '../../messages/translate.ts';
import { isMac } from '../../ui/shortcut-keys.tsx';

export type ConflictCommand = 'mine' | 'theirs' | 'edit' | 'use' | 'next' | 'previous' | 'goTo';

export const conflictShortcuts: Readonly<Record<ConflictCommand, string>> = {
  mine: 'Alt+M',
  theirs: 'Alt+T',
  edit: 'Alt+E',
  use: 'Mod+Enter',
  next: 'Alt+N',
  previous: 'Alt+P',
  goTo: 'Alt+G',
};

const conflictCommands: readonly ConflictCommand[] = ['mine', 'theirs', 'edit', 'use', 'next', 'previous', 'goTo'];

export const conflictCommandFor = (event: Parameters<typeof matchesShortcut>[1]): ConflictCommand | undefined =>
  conflictCommands.find((deed) => matchesShortcut(conflictShortcuts[deed], event, isMac));

/** For the list of keys. */
export const conflictShortcutList = (): readonly { readonly keys: readonly string[]; readonly label: string }[] =>
  conflictCommands.map((deed) => ({
    keys: [conflictShortcuts[deed]],
    label: t(`conflicts.keys.${deed}`),
  }));
