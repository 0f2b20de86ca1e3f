/** One comment thread: the comment, its replies, and its position on the board. */

import { CheckCheck, LocateFixed } from 'lucide-react';
import { countedKind } from '../../../shared/model/kind-messages.ts';
import { RichTextView } from '../../editors/text/rich-text-view.tsx';
import { t } from '../../messages/translate.ts';
import { revealThreadOnBoard } from '../../navigation/comments/comments-state.ts';
import { describeRecord } from '../../records/names/describe-record.ts';
import { recordName } from '../../records/names/record-names.ts';
import { useProject, useRecord, useRecordList } from '../../state/open-project.ts';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { useRelativeTime } from '../../ui/relative-time.ts';
import { type CommentRecord, findItemNear, type ReplyRecord } from './comment-threads.ts';

export function ThreadCard({ id, isCurrent }: { id: string; isCurrent: boolean }) {
  const comment = useRecord('comment', id);
  const replies = useRecordList(id, 'replies');
  const where = useProject((project) => {
    const found = project.find('comment', id);
    if (!found) return '';
    const item = findItemNear(project, found);
    const board = recordName(project, found.boardId);
    return item === null
      ? t('comments.place', { board })
      : t('comments.placeAtItem', { board, item: describeRecord(project, item, 'inSentence') });
  });
  if (!comment) return null;
  return (
    <li className="thread" data-thread={id} data-current={isCurrent || undefined} data-resolved={comment.resolved || undefined}>
      <div className="thread-place">
        <RecordFieldMarker field={['comment.boardId', 'comment.x', 'comment.y']}>
          <span title={`${Math.round(comment.x)}, ${Math.round(comment.y)}`}>{where}</span>
          <button
            type="button"
            className="thread-link"
            aria-label={`${t('comments.show')}: ${where}`}
            title={t('comments.show')}
            onClick={() => revealThreadOnBoard(id)}
          >
            <LocateFixed size={14} aria-hidden="true" />
          </button>
        </RecordFieldMarker>
        {comment.resolved && (
          <span className="thread-resolved" data-field="comment.resolved">
            <CheckCheck size={13} aria-hidden="true" /> {t('comments.resolved')}
          </span>
        )}
      </div>
      <CommentBody entry={comment} />
      {replies.length > 0 && (
        <ol className="replies" aria-label={t(countedKind('reply', replies.length))} data-field="reply.commentId">
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
        <CommentBody entry={reply} />
      </li>
    )
  );
}

/** Authors who have left have no name; the id distinguishes them. */
export const authorName = ({ fullName, id }: CommentRecord['author']): string => fullName ?? t('comments.who.departed', { id: String(id) });

function CommentBody({ entry: { kind, author, content, createdAt, updatedAt } }: { entry: CommentRecord | ReplyRecord }) {
  const created = useRelativeTime(createdAt);
  const updated = useRelativeTime(updatedAt);
  return (
    <article>
      <p className="comment-author">
        <b data-field={`${kind}.author`} data-departed={author.fullName === null || undefined}>
          {authorName(author)}
        </b>{' '}
        <time dateTime={createdAt ?? undefined} title={createdAt ?? undefined} data-field={`${kind}.createdAt`}>
          {created ?? t('comments.unknownTime')}
        </time>
        {updated !== null && (
          <time dateTime={updatedAt ?? undefined} title={updatedAt ?? undefined} data-field={`${kind}.updatedAt`}>
            {`, ${t('comments.edited', { when: updated })}`}
          </time>
        )}
      </p>
      <div className="comment-text user-text" data-field={`${kind}.content`}>
        <RichTextView html={content} />
      </div>
    </article>
  );
}
