/** The icons of the kinds of records and of transfers, which the window uses for nothing else. */
import {
  ArrowRight,
  Map as BoardIcon,
  MapPlus as BoardPlusIcon,
  CornerUpRight,
  Download,
  FileUp,
  FolderUp,
  Frame,
  type LucideIcon,
  Split,
  SquareText,
  StickyNote,
  Upload,
  Users,
  Variable,
} from 'lucide-react';
import type { ItemKind } from '../../shared/model/kinds/kinds.ts';

/** The same in trees, tabs, lists, toolbars and the inspector. */
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
} as const satisfies Readonly<Record<ItemKind, LucideIcon> & Record<string, LucideIcon>>;

export const newBoardIcon = BoardPlusIcon;

/** The icons of what enters and leaves a story: an arrow into a tray imports, one out of it exports, and one on a document adds files of this computer. */
export const importIcon = Download;
export const exportIcon = Upload;
export const addFilesIcon = FileUp;
export const addFolderIcon = FolderUp;
