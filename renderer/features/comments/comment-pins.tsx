/** The comment pins on the board; each opens its thread. They are for the pointer only: the comments pane is the keyboard alternative. */

import { ViewportPortal } from '@xyflow/react';
import { MessageSquare } from 'lucide-react';
import { useStore } from 'zustand';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { t } from '../../messages/translate.ts';
import { useRecord, useRecordList } from '../../state/open-project.ts';
import './comments.css';
import { commentsState, openThreadInPane } from '../../navigation/comments/comments-state.ts';
import { authorName } from './thread-card.tsx';

export function CommentPins({ boardId }: { boardId: string }) {
  const ids = useRecordList(boardId, 'comments');
  if (ids.length === 0) return null;
  return (
    <ViewportPortal>
      {ids.map((id) => (
        <CommentPin key={id} id={id} />
      ))}
    </ViewportPortal>
  );
}

function CommentPin({ id }: { id: string }) {
  const comment = useRecord('comment', id);
  const isCurrent = useStore(commentsState, ({ currentThreadId }) => currentThreadId === id);
  const showsAll = useStore(commentsState, ({ state }) => state !== 'open');
  if (!comment || (comment.resolved && !isCurrent && !showsAll)) return null;
  const label = t('comments.pin', { author: authorName(comment.author), words: richTextToPlainText(comment.content).slice(0, 80) });
  return (
    <button
      type="button"
      tabIndex={-1}
      className="comment-pin"
      style={{ transform: `translate(${comment.x}px, ${comment.y}px)` }}
      data-current={isCurrent || undefined}
      aria-label={label}
      title={label}
      onClick={() => openThreadInPane(id)}
    >
      <MessageSquare size={16} aria-hidden="true" />
    </button>
  );
}
