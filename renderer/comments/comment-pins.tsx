/** Where comments stand on the board: a mark each that opens its thread. For the pointer; the keyboard has the pane. */
import { ViewportPortal } from '@xyflow/react';
import { MessageSquare } from 'lucide-react';
import { useStore } from 'zustand';
import { plainText } from '../../shared/rich-text/plain-text.ts';
import { useList, useRecord } from '../state/open-project.ts';
import { commentsWords as words } from '../words/en/comments.ts';
import './comment-pins.css';
import { openThread, reading } from './comments-state.ts';
import { authorName } from './thread-card.tsx';

export function CommentPins({ boardId }: { boardId: string }) {
  const ids = useList(boardId, 'comments');
  if (ids.length === 0) return null;
  return (
    <ViewportPortal>
      {ids.map((id) => (
        <Pin key={id} id={id} />
      ))}
    </ViewportPortal>
  );
}

function Pin({ id }: { id: string }) {
  const comment = useRecord('comment', id);
  const isCurrent = useStore(reading, ({ current }) => current === id);
  const showsAll = useStore(reading, ({ state }) => state !== 'open');
  if (!comment || (comment.resolved && !isCurrent && !showsAll)) return null;
  const label = words.pin(authorName(comment.author), plainText(comment.content).slice(0, 80));
  return (
    <button
      type="button"
      tabIndex={-1}
      className="comment-pin"
      style={{ transform: `translate(${comment.x}px, ${comment.y}px)` }}
      data-current={isCurrent || undefined}
      aria-label={label}
      title={label}
      onClick={() => openThread(id)}
    >
      <MessageSquare size={16} aria-hidden="true" />
    </button>
  );
}
