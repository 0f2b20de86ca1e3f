/** The comments of the workspace and of this computer: their pane, their pins on the board, and the action that writes one on a record. */
import { MessageSquare, MessageSquarePlus } from 'lucide-react';
import { isProjectOpen } from '../../commands/action.ts';
import type { Feature } from '../../commands/feature.ts';
import { commentSubjectId, commentsState, writeComment } from '../../navigation/comments/comments-state.ts';
import { lazyComponent } from '../../platform/lazy-code.ts';
import { selectionStore } from '../../state/selection.ts';

export const feature = {
  actions: [
    {
      name: 'addComment',
      group: 'Story',
      label: 'comments.local.action',
      icon: MessageSquarePlus,
      shortcuts: ['Alt+Shift+K'],
      menus: [
        { menu: 'inspector.head', when: isProjectOpen },
        { menu: 'row.board', section: 2, order: 4 },
        { menu: 'row.component', section: 2, order: 4 },
        { menu: 'row.asset', section: 2, order: 4 },
        { menu: 'board.selection', section: 1, order: 6 },
        { menu: 'board.canvas', section: 1, order: 4 },
      ],
      isEnabled: (on) => isProjectOpen() && (on?.id ?? commentSubjectId(commentsState.getState(), selectionStore.getState())) !== null,
      run: (on) => writeComment(on),
    },
  ],
  panes: [
    {
      name: 'comments',
      side: 'right',
      label: 'workspace.comments',
      icon: MessageSquare,
      Content: lazyComponent(async () => (await import('./comments-panel.tsx')).CommentsPanel),
      size: { initial: 320, min: 260, max: 560 },
      toggle: { label: 'comments.toggle', shortcuts: ['Alt+K'], menus: [{ menu: 'project.menu', section: 2, order: 3 }] },
    },
  ],
  layers: [lazyComponent(async () => (await import('./comment-pins.tsx')).CommentPins)],
} as const satisfies Feature;
