/** The shortcuts of the conflicts dialog. They use Alt so that they also work while a text is being edited. */
import { matchesShortcut } from '../../commands/shortcut-matching.ts';
import { isMac } from '../../ui/shortcut-keys.tsx';

export type ConflictCommand = 'useLocal' | 'useRemote' | 'useMerged' | 'edit' | 'use' | 'next' | 'previous' | 'goTo';

export const conflictShortcuts: Readonly<Record<ConflictCommand, string>> = {
  useLocal: 'Alt+M',
  useRemote: 'Alt+T',
  useMerged: 'Alt+B',
  edit: 'Alt+E',
  use: 'Mod+Enter',
  next: 'Alt+N',
  previous: 'Alt+P',
  goTo: 'Alt+G',
};

const conflictCommands: readonly ConflictCommand[] = ['useLocal', 'useRemote', 'useMerged', 'edit', 'use', 'next', 'previous', 'goTo'];

export const conflictCommandFor = (event: Parameters<typeof matchesShortcut>[1]): ConflictCommand | undefined =>
  conflictCommands.find((command) => matchesShortcut(conflictShortcuts[command], event, isMac));

/** The section of these shortcuts in the list of keyboard shortcuts. */
export const conflictShortcutList = {
  heading: { text: 'conflicts.keys.heading' },
  entries: conflictCommands.map((command) => ({ keys: [conflictShortcuts[command]], label: `conflicts.keys.${command}` as const })),
} as const;
