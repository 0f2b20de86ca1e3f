/** The comments pane. */
import { MessageSquare } from 'lucide-react';
import type { Pane } from '../../commands/pane.ts';

export const commentsPane = {
  name: 'comments',
  side: 'right',
  label: 'workspace.comments',
  icon: MessageSquare,
  load: async () => (await import('./comments-panel.tsx')).CommentsPanel,
  size: { initial: 320, min: 260, max: 560 },
  toggle: { label: 'comments.toggle', shortcuts: ['Alt+K'], menus: [{ menu: 'project.menu', section: 2, order: 3 }] },
} as const satisfies Pane;
