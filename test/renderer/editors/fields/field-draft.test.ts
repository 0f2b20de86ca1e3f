/** The draft of a field belongs to the project in which the field was created. */
import { afterEach, expect, test } from 'vitest';
import { createFieldDraft } from '../../../../renderer/editors/fields/use-draft.ts';
import { openProjectStore } from '../../../../renderer/state/open-project.ts';

afterEach(() => openProjectStore.setState(openProjectStore.getInitialState()));

/** A field of the project `story`, and what it saves. */
function createField() {
  openProjectStore.setState({ hash: 'story' });
  const saved: string[] = [];
  const save = async (text: string) => void saved.push(text);
  return { saved, draft: createFieldDraft({ name: 'record title', value: '', save }) };
}

test('what is typed is saved in the open project', async () => {
  const { saved, draft } = createField();
  draft.type('Hello');
  draft.flush();
  await expect.poll(() => draft.store.getState().isSaving).toBe(false);
  expect(saved).toEqual(['Hello']);
});

test.each(['copy', null])('nothing is saved once the open project is %s', async (hash) => {
  const { saved, draft } = createField();
  draft.type('Hello');
  openProjectStore.setState({ hash });
  draft.flush();
  await expect.poll(() => draft.store.getState().isSaving).toBe(false);
  expect(saved).toEqual([]);
  expect(draft.store.getState()).toMatchObject({ value: 'Hello', error: 'No project is open.' });
});
