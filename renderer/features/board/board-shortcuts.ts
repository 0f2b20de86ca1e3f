/** What canvas and list of a board take beside the actions, for the list of keys. They listen themselves (renderer/features/board/canvas/use-canvas-keys.ts). */
import { actionsMessages } from '../../messages/en/actions.ts';

const messages = actionsMessages.onBoard;
export const boardShortcuts: readonly { readonly keys: readonly string[]; readonly label: string }[] = [
  { keys: ['Tab', 'Shift+Tab'], label: messages.walk },
  { keys: ['←↑↓→'], label: messages.move },
  { keys: ['Shift+F10'], label: messages.menu },
  { keys: ['Space'], label: messages.choose },
];
