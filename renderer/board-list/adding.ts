/** What can be put on the board from its list. */
import { CornerUpRight, type LucideIcon, Split, SquareText, StickyNote } from 'lucide-react';
import type { ActionName } from '../actions/action.ts';

export const adding: readonly (readonly [ActionName, LucideIcon])[] = [
  ['addElement', SquareText],
  ['addNote', StickyNote],
  ['addJumper', CornerUpRight],
  ['addBranch', Split],
];
