/** What canvas and list of a board take beside the actions, for the list of keys. They listen themselves (renderer/board/use-keys.ts). */
import { actionsWords } from '../words/en/actions.ts';

const words = actionsWords.onBoard;
export const boardKeys: readonly { readonly keys: readonly string[]; readonly label: string }[] = [
  { keys: ['Tab', 'Shift+Tab'], label: words.walk },
  { keys: ['←↑↓→'], label: words.move },
  { keys: ['Shift+F10'], label: words.menu },
  { keys: ['Space'], label: words.choose },
];
