/** One local comment: its record, its text, and buttons that edit, resolve and delete it. */
import { CheckCheck, LocateFixed, Pencil, Trash2, Undo2 } from 'lucide-react';
import { type KeyboardEvent, type Ref, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import type { UnsentText } from '../../../shared/contracts/drafts.ts';
import type { LocalComment } from '../../../shared/model/local-comments.ts';
import { t } from '../../messages/translate.ts';
import { commentsState } from '../../navigation/comments/comments-state.ts';
import { goToRecord, isReachable } from '../../navigation/go-to-record.ts';
import { recordName } from '../../records/names/record-names.ts';
import { boardIdOf } from '../../records/record-location.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { sendOrShowError } from '../../state/send-command.ts';
import { prepareUndoToast } from '../../state/undo-toast.ts';
import { discardUnsentText, keepUnsentText, readUnsentText, useUnsentText } from '../../state/unsent-text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useRelativeTime } from '../../ui/relative-time.ts';
import { TextField } from '../../ui/text-field.tsx';
import { describeCommented, submitOnModEnter, useIsInStoryFolder } from './comment-composer.tsx';
import type { LocalCommentRef } from './comment-threads.ts';

export function LocalCommentCard({ recordId, id, isCurrent }: LocalCommentRef & { readonly isCurrent: boolean }) {
  const comment = useProject((project) => project.get(recordId)?.localComments?.[id]);
  const hash = useStore(openProjectStore, (state) => state.hash);
  const hasUnsentText = useUnsentText(hash, { recordId, of: 'comment', id }) !== null;
  const [editing, setEditing] = useState<'opened' | 'closed' | null>(null);
  const buttons = useRef<HTMLDivElement>(null);
  if (!comment) return null;
  const close = () => {
    flushSync(() => setEditing('closed'));
    buttons.current?.querySelector('button')?.focus();
  };
  return (
    <li className="thread" data-comment={id} data-current={isCurrent || undefined} data-resolved={comment.resolved || undefined}>
      <CommentPlace recordId={recordId} isResolved={comment.resolved} />
      <CommentTimes comment={comment} />
      {editing === 'opened' || (editing === null && hasUnsentText) ? (
        <CommentEditor
          unsent={{ recordId, of: 'comment', id }}
          comment={comment}
          takesFocus={editing === 'opened'}
          save={(text) => send('changeLocalComment', recordId, id, { text })}
          close={close}
        />
      ) : (
        <>
          <p className="comment-text local user-text">{comment.text}</p>
          <CommentButtons ref={buttons} recordId={recordId} id={id} comment={comment} edit={() => setEditing('opened')} />
        </>
      )}
    </li>
  );
}

function CommentPlace({ recordId, isResolved }: { recordId: string; isResolved: boolean }) {
  const where = useProject((project) => {
    const record = project.get(recordId);
    const boardId = record ? boardIdOf(project, record) : null;
    if (boardId === null || boardId === recordId) return describeCommented(project, recordId);
    return t('comments.placeAtItem', { board: recordName(project, boardId), item: describeCommented(project, recordId, 'inSentence') });
  });
  const canShow = useProject((project) => isReachable(project, { id: recordId }));
  return (
    <div className="thread-place">
      <span className="thread-where" title={where}>
        {where}
      </span>
      {canShow && (
        <button
          type="button"
          className="thread-link"
          aria-label={t('comments.local.go', { record: where })}
          title={t('comments.local.go', { record: where })}
          onClick={() => goToRecord({ id: recordId })}
        >
          <LocateFixed size={14} aria-hidden="true" />
        </button>
      )}
      {isResolved && (
        <span className="thread-resolved">
          <CheckCheck size={13} aria-hidden="true" /> {t('comments.resolved')}
        </span>
      )}
    </div>
  );
}

function CommentTimes({ comment: { author, createdAt, updatedAt } }: { comment: LocalComment }) {
  const isInFolder = useIsInStoryFolder();
  const created = useRelativeTime(createdAt);
  const updated = useRelativeTime(updatedAt);
  return (
    <p className="comment-author">
      <b>{author ?? (isInFolder ? t('comments.local.badgeInFolder') : t('comments.local.badge'))}</b>{' '}
      <time dateTime={createdAt}>{created}</time>
      {updatedAt !== null && <time dateTime={updatedAt}>{`, ${t('comments.edited', { when: updated ?? '' })}`}</time>}
    </p>
  );
}

interface CommentButtonsProps extends LocalCommentRef {
  readonly ref: Ref<HTMLDivElement>;
  readonly comment: LocalComment;
  readonly edit: () => void;
}

function CommentButtons({ ref, recordId, id, comment, edit }: CommentButtonsProps) {
  const remove = async () => {
    const showDone = prepareUndoToast();
    if (await send('removeLocalComment', recordId, id)) showDone(t('comments.local.deleted'));
  };
  const resolve = async () => {
    const isHidden = commentsState.getState().state === (comment.resolved ? 'resolved' : 'open');
    const showDone = prepareUndoToast();
    if (!(await send('changeLocalComment', recordId, id, { resolved: !comment.resolved })) || !isHidden) return;
    showDone(comment.resolved ? t('comments.local.reopened') : t('comments.local.resolved'));
  };
  return (
    <div ref={ref} className="comment-buttons">
      <IconButton icon={Pencil} label={t('comments.local.edit')} onPress={edit} />
      <IconButton
        icon={comment.resolved ? Undo2 : CheckCheck}
        label={comment.resolved ? t('comments.local.reopen') : t('comments.local.resolve')}
        onPress={() => void resolve()}
      />
      <IconButton icon={Trash2} label={t('comments.local.delete')} onPress={() => void remove()} />
    </div>
  );
}

interface CommentEditorProps {
  readonly unsent: UnsentText;
  readonly comment: LocalComment;
  readonly takesFocus: boolean;
  readonly save: (text: string) => Promise<boolean>;
  readonly close: () => void;
}

/** Escape and closing the pane keep what was typed, as for a new comment. Cancel discards it. */
function CommentEditor({ unsent, comment, takesFocus, save, close }: CommentEditorProps) {
  const hash = useStore(openProjectStore, (state) => state.hash);
  const text = useUnsentText(hash, unsent) ?? comment.text;
  const finish = () => {
    discardUnsentText(hash, unsent);
    close();
  };
  const submit = async () => {
    if (text.trim() === '' || !(await save(text))) return;
    // What was typed meanwhile is not saved yet.
    if ((readUnsentText(hash, unsent) ?? text) === text) finish();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return submitOnModEnter(event, () => void submit());
    event.preventDefault();
    close();
  };
  return (
    <div className="comment-composer">
      <TextField
        label={t('comments.local.edit')}
        isLabelHidden
        lines={3}
        value={text}
        onChange={(to) => keepUnsentText(hash, unsent, to)}
        autoFocus={takesFocus}
        onKeyDown={handleKey}
      />
      <div className="comment-buttons">
        <Button isDisabled={text.trim() === ''} onPress={() => void submit()}>
          {t('comments.local.save')}
        </Button>
        <Button variant="quiet" onPress={finish}>
          {t('comments.local.cancel')}
        </Button>
      </div>
    </div>
  );
}

async function send(
  verb: 'changeLocalComment' | 'removeLocalComment',
  id: string,
  commentId: string,
  changes: { text?: string; resolved?: boolean } = {},
): Promise<boolean> {
  const record = openProjectStore.getState().project.get(id);
  if (!record) return false;
  const target = { kind: record.kind, id, commentId };
  return sendOrShowError(verb === 'removeLocalComment' ? { do: verb, ...target } : { do: verb, ...target, ...changes });
}
