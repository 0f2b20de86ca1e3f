/** What canvas and list of a board take beside the actions, for the list of keys. They listen themselves (renderer/features/board/canvas/use-canvas-keys.ts). */

import { t } from '../../messages/translate.ts';
export const boardShortcuts: readonly { readonly keys: readonly string[]; readonly label: string }[] = [
  { keys: ['Tab', 'Shift+Tab'], label: t('actions.onBoard.walk') },
  { keys: ['←↑↓→'], label: t('actions.onBoard.move') },
  { keys: ['Shift+F10'], label: t('actions.onBoard.menu') },
  { keys: ['Space'], label: t('actions.onBoard.choose') },
];
