/** The field for a new local comment on what is selected. Ctrl+Enter adds it, as the button does. */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { UnsentText } from '../../../shared/contracts/drafts.ts';
import { kindLabel, kindNoun } from '../../../shared/model/kind-messages.ts';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { commentSubjectId, commentsState } from '../../navigation/comments/comments-state.ts';
import { type DescriptionForm, describeRecord } from '../../records/names/describe-record.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { useSelection } from '../../state/selection.ts';
import { sendOrShowError } from '../../state/send-command.ts';
import { useStoryFolder } from '../../state/story-folders-store.ts';
import { discardUnsentText, keepUnsentText, readUnsentText, useUnsentText } from '../../state/unsent-text.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';

export function CommentComposer() {
  const requested = useStore(commentsState, (state) => state.requested);
  const selected = useSelection((selection) => commentSubjectId({ requested }, selection));
  const id = useProject((project) => (selected !== null && project.has(selected) ? selected : null));
  const label = useProject((project) =>
    id === null ? '' : t('comments.local.write', { record: describeCommented(project, id, 'inSentence') }),
  );
  const hash = useStore(openProjectStore, (state) => state.hash);
  const text = useUnsentText(hash, id === null ? null : newCommentOn(id)) ?? '';
  const isFocusRequested = useStore(commentsState, (state) => state.isFocusRequested);
  const field = useRef<HTMLDivElement>(null);
  const isInFolder = useIsInStoryFolder();
  useEffect(() => {
    if (!isFocusRequested || id === null) return;
    field.current?.querySelector('textarea')?.focus();
    commentsState.setState({ isFocusRequested: false });
  }, [isFocusRequested, id]);
  if (id === null) return null;
  const add = () => void addComment(id, text);
  return (
    <div className="comment-composer" ref={field}>
      <TextField
        label={label}
        lines={2}
        value={text}
        onChange={(to) => (to === '' ? discardUnsentText(hash, newCommentOn(id)) : keepUnsentText(hash, newCommentOn(id), to))}
        onKeyDown={(event) => submitOnModEnter(event, add)}
        description={isInFolder ? t('comments.local.hintInFolder') : t('comments.local.hint')}
      />
      <Button isDisabled={text.trim() === ''} onPress={add}>
        {t('comments.local.add')}
      </Button>
    </div>
  );
}

/** Whether the comments of the open project are in its story folder, where others read them. */
export function useIsInStoryFolder(): boolean {
  const hash = useStore(openProjectStore, (state) => state.hash);
  return useStoryFolder(hash)?.comments === true;
}

const newCommentOn = (recordId: string): UnsentText => ({ recordId, of: 'newComment', id: '' });

async function addComment(id: string, text: string): Promise<void> {
  const { hash, project } = openProjectStore.getState();
  const record = project.get(id);
  if (!record || text.trim() === '') return;
  // The filters must not hide what was just written.
  commentsState.setState(({ state }) => ({ query: '', scope: 'everywhere', state: state === 'resolved' ? 'all' : state }));
  const added = sendOrShowError({ do: 'addLocalComment', kind: record.kind, id, text });
  discardUnsentText(hash, newCommentOn(id));
  // A rejected text returns to the field, unless something else was typed there.
  if (!(await added) && readUnsentText(hash, newCommentOn(id)) === null) keepUnsentText(hash, newCommentOn(id), text);
}

export function submitOnModEnter(event: KeyboardEvent, submit: () => void): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  submit();
}

/**
 * The description of the record that a local comment is about. As `describeRecord`, but names an attribute itself: a component may have
 * comments of its own and of several attributes.
 */
export function describeCommented(project: Project, id: string, form: DescriptionForm = 'standalone'): string {
  const attribute = project.find('attribute', id);
  if (!attribute) return describeRecord(project, id, form);
  return t('find.ofOwner', {
    kind: t(form === 'standalone' ? kindLabel('attribute') : kindNoun('attribute')),
    name: t('common.quoted', { name: attribute.name ?? '' }),
    owner: describeRecord(project, attribute.cId, 'inSentence'),
  });
}
