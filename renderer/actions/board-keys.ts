/** What the canvas takes while it has the focus, for the list of keys. The canvas itself listens (renderer/board/use-keys.ts). */
import { actionsWords } from '../words/en/actions.ts';

const words = actionsWords.onBoard;
export const boardKeys: readonly { readonly keys: readonly string[]; readonly label: string }[] = [
  { keys: ['E'], label: words.element },
  { keys: ['N'], label: words.note },
  { keys: ['J'], label: words.jumper },
  { keys: ['B'], label: words.branch },
  { keys: ['Tab', 'Shift+Tab'], label: words.walk },
  { keys: ['Enter'], label: words.write },
  { keys: ['F2'], label: words.rename },
  { keys: ['←↑↓→'], label: words.move },
  { keys: ['Mod+D'], label: words.duplicate },
  { keys: ['Delete'], label: words.remove },
  { keys: ['Mod+A'], label: words.selectAll },
  { keys: ['Escape'], label: words.selectNothing },
  { keys: ['Plus', '-', '0'], label: words.zoom },
  { keys: ['1', '2'], label: words.fit },
  { keys: ['V', 'H'], label: words.tools },
];
