/** One thread: what was said first, the replies, who said it and when, and where on the board it stands. */
import { CheckCheck, LocateFixed } from 'lucide-react';
import { RichWords } from '../board/rich-words.tsx';
import { Shows } from '../fields/shows.tsx';
import { useAgo } from '../state/ago.ts';
import { useList, useProject, useRecord } from '../state/open-project.ts';
import { nameOf } from '../state/use-words.ts';
import { whoIs } from '../state/who-is.ts';
import { commentsWords as words } from '../words/en/comments.ts';
import { showThread } from './comments-state.ts';
import { type Comment, itemBeside, type Reply } from './threads.ts';

export function ThreadCard({ id, isCurrent }: { id: string; isCurrent: boolean }) {
  const comment = useRecord('comment', id);
  const replies = useList(id, 'replies');
  const where = useProject((project) => {
    const found = project.find('comment', id);
    if (!found) return '';
    const item = itemBeside(project, found);
    const board = nameOf(project, found.boardId);
    return item === null ? words.at(board) : words.beside(board, whoIs(project, item));
  });
  if (!comment) return null;
  return (
    <li className="thread" data-thread={id} data-current={isCurrent || undefined} data-resolved={comment.resolved || undefined}>
      <div className="thread-place">
        <Shows field={['comment.boardId', 'comment.x', 'comment.y']}>
          <span title={`${Math.round(comment.x)}, ${Math.round(comment.y)}`}>{where}</span>
          <button
            type="button"
            className="thread-go"
            aria-label={`${words.show}: ${where}`}
            title={words.show}
            onClick={() => showThread(id)}
          >
            <LocateFixed size={14} aria-hidden="true" />
          </button>
        </Shows>
        {comment.resolved && (
          <span className="thread-resolved" data-field="comment.resolved">
            <CheckCheck size={13} aria-hidden="true" /> {words.resolved}
          </span>
        )}
      </div>
      <Said said={comment} />
      {replies.length > 0 && (
        <ol className="replies" aria-label={words.replies(replies.length)} data-field="reply.commentId">
          {replies.map((reply) => (
            <ReplyItem key={reply} id={reply} />
          ))}
        </ol>
      )}
    </li>
  );
}

function ReplyItem({ id }: { id: string }) {
  const reply = useRecord('reply', id);
  return (
    reply && (
      <li>
        <Said said={reply} />
      </li>
    )
  );
}

/** Who has left is still told apart from others who have left. */
export const authorName = ({ fullName, id }: Comment['author']): string => fullName ?? words.who.departed(String(id));

function Said({ said: { kind, author, content, createdAt, updatedAt } }: { said: Comment | Reply }) {
  const created = useAgo(createdAt);
  const updated = useAgo(updatedAt);
  return (
    <article>
      <p className="said-by">
        <b data-field={`${kind}.author`} data-departed={author.fullName === null || undefined}>
          {authorName(author)}
        </b>{' '}
        <time dateTime={createdAt ?? undefined} title={createdAt ?? undefined} data-field={`${kind}.createdAt`}>
          {created ?? words.noTime}
        </time>
        {updated !== null && (
          <time dateTime={updatedAt ?? undefined} title={updatedAt ?? undefined} data-field={`${kind}.updatedAt`}>
            {`, ${words.edited(updated)}`}
          </time>
        )}
      </p>
      <div className="said" data-field={`${kind}.content`}>
        <RichWords html={content} />
      </div>
    </article>
  );
}
