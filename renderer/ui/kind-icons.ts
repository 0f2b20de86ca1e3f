/** The icon of each kind of record, the same in trees, tabs, lists, toolbars and the inspector. */
import {
  ArrowRight,
  Map as BoardIcon,
  MapPlus as BoardPlusIcon,
  CornerUpRight,
  Frame,
  type LucideIcon,
  Split,
  SquareText,
  StickyNote,
  Users,
  Variable,
} from 'lucide-react';

export const kindIcons = {
  board: BoardIcon,
  element: SquareText,
  note: StickyNote,
  frame: Frame,
  jumper: CornerUpRight,
  branch: Split,
  connection: ArrowRight,
  component: Users,
  variable: Variable,
} as const satisfies Readonly<Record<string, LucideIcon>>;

export const newBoardIcon = BoardPlusIcon;
