/** The action that writes a local comment on a record. */
import { MessageSquarePlus } from 'lucide-react';
import { type Action, isProjectOpen } from '../../commands/action.ts';
import { commentSubjectId, commentsState, writeComment } from '../../navigation/comments/comments-state.ts';
import { selectionStore } from '../../state/selection.ts';

export const commentActions = [
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
] as const satisfies readonly Action[];
