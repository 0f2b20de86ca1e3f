/** The comments pane. Its entry in the menu is shown only in stories that have comments, because most have none. */

import { MessageSquare } from 'lucide-react';
import type { Pane } from '../../commands/pane.ts';
import { openProjectStore } from '../../state/open-project.ts';

const hasComments = (): boolean => openProjectStore.getState().project.countOfKind('comment') > 0;

export const commentsPane = {
  name: 'comments',
  side: 'right',
  label: 'workspace.comments',
  icon: MessageSquare,
  load: async () => (await import('./comments-panel.tsx')).CommentsPanel,
  size: { initial: 320, min: 260, max: 560 },
  toggle: { label: 'comments.toggle', shortcuts: ['Alt+K'], menus: [{ menu: 'project.menu', section: 2, order: 3, when: hasComments }] },
} as const satisfies Pane;
