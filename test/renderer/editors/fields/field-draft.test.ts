/** The draft of a field belongs to the project in which the field was created. */
import { afterEach, expect, test, vi } from 'vitest';
import { createFieldDraft } from '../../../../renderer/editors/fields/use-draft.ts';
import { watchComposition } from '../../../../renderer/platform/composition.ts';
import { openProjectStore } from '../../../../renderer/state/open-project.ts';

afterEach(() => vi.useRealTimers());
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

test('what an input method composes is saved when it is complete, not in a pause before', async () => {
  vi.useFakeTimers();
  const page = new EventTarget();
  watchComposition(page);
  const { saved, draft } = createField();
  page.dispatchEvent(new Event('compositionstart'));
  draft.type('にほ');
  await vi.advanceTimersByTimeAsync(5000);
  expect(saved).toEqual([]);
  draft.type('日本');
  await vi.advanceTimersByTimeAsync(5000);
  expect(saved).toEqual([]);
  page.dispatchEvent(new Event('compositionend'));
  await vi.advanceTimersByTimeAsync(5000);
  expect(saved).toEqual(['日本']);
});
