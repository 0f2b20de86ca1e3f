/** What can be put on the board from its list. */
import { CornerUpRight, type LucideIcon, Split, SquareText, StickyNote } from 'lucide-react';
import type { ActionName } from '../../../commands/action.ts';

export const addActions: readonly (readonly [ActionName, LucideIcon])[] = [
  ['addElement', SquareText],
  ['addNote', StickyNote],
  ['addJumper', CornerUpRight],
  ['addBranch', Split],
];
