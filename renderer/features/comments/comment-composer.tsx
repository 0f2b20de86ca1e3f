/** The field for a new local comment on what is selected. Ctrl+Enter adds it, as the button does. */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { kindLabel, kindNoun } from '../../../shared/model/kind-messages.ts';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { commentSubjectId, commentsState, setDraft } from '../../navigation/comments/comments-state.ts';
import { type DescriptionForm, describeRecord } from '../../records/names/describe-record.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { useSelection } from '../../state/selection.ts';
import { sendOrShowError } from '../../state/send-command.ts';
import { useStoryFolder } from '../../state/story-folders-store.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';

export function CommentComposer() {
  const requested = useStore(commentsState, (state) => state.requested);
  const selected = useSelection((selection) => commentSubjectId({ requested }, selection));
  const id = useProject((project) => (selected !== null && project.has(selected) ? selected : null));
  const label = useProject((project) =>
    id === null ? '' : t('comments.local.write', { record: describeCommented(project, id, 'inSentence') }),
  );
  const text = useStore(commentsState, ({ drafts }) => (id === null ? '' : (drafts[id] ?? '')));
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
        onChange={(to) => setDraft(id, to)}
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

async function addComment(id: string, text: string): Promise<void> {
  const record = openProjectStore.getState().project.get(id);
  if (!record || text.trim() === '') return;
  setDraft(id, '');
  // The filters must not hide what was just written.
  commentsState.setState(({ state }) => ({ query: '', scope: 'everywhere', state: state === 'resolved' ? 'all' : state }));
  const isAdded = await sendOrShowError({ do: 'addLocalComment', kind: record.kind, id, text });
  // A rejected text returns to the field, unless something else was typed there.
  if (!isAdded && !commentsState.getState().drafts[id]) setDraft(id, text);
}

export function submitOnModEnter(event: KeyboardEvent, submit: () => void): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
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
