/** The draft of a field belongs to the project in which the field was created. */
import { afterEach, expect, test, vi } from 'vitest';
import { openFieldDraft } from '../../../../renderer/editors/fields/draft.ts';
import { watchComposition } from '../../../../renderer/platform/composition.ts';
import { draftStore } from '../../../../renderer/state/draft-store.ts';
import { openProjectStore } from '../../../../renderer/state/open-project.ts';
import { renameRecords } from '../../../../renderer/state/renamed-records.ts';
import { verbatim } from '../../../../shared/messages/message.ts';
import { Problem } from '../../../../shared/problem.ts';

afterEach(() => vi.useRealTimers());
afterEach(() => openProjectStore.setState(openProjectStore.getInitialState()));

/** A field of the project `story`, and what it saves. */
function createField() {
  openProjectStore.setState({ hash: 'story' });
  const saved: string[] = [];
  const save = async (text: string) => void saved.push(text);
  return { saved, draft: openFieldDraft<string>({ name: `record-${++fields} title`, value: '', save }) };
}
let fields = 0;

test('what is typed is saved in the open project', async () => {
  const { saved, draft } = createField();
  draft.type('Hello');
  draft.flush();
  await expect.poll(() => draft.store.getState().isSaving).toBe(false);
  expect(saved).toEqual(['Hello']);
});

test('it is saved as the field that shows it now does, not as the one that opened it', async () => {
  const { saved, draft } = createField();
  const later: string[] = [];
  draft.showIn({}, { save: async (text) => void later.push(text), same: (one, two) => one.trim() === two.trim(), saves: 'whileTyping' });
  draft.type(' ');
  await draft.flush();
  draft.type('Hello');
  await draft.flush();
  expect([saved, later]).toEqual([[], ['Hello']]);
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

test('texts that are composed one after another are saved two seconds after the first key at the latest', async () => {
  vi.useFakeTimers();
  const page = new EventTarget();
  watchComposition(page);
  const { saved, draft } = createField();
  let text = '';
  for (let second = 0; second < 60; second++) {
    page.dispatchEvent(new Event('compositionstart'));
    for (let key = 0; key < 10; key++) {
      await vi.advanceTimersByTimeAsync(100);
      draft.type(`${text}${'k'.repeat(key + 1)}`);
    }
    text += '日';
    draft.type(text);
    page.dispatchEvent(new Event('compositionend'));
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(saved.every((each) => /^日+$/.test(each))).toBe(true);
  // The limit ends within the third composition, which completes after three seconds.
  expect(saved.map(({ length }) => length)).toEqual(Array.from({ length: 20 }, (_, at) => (at + 1) * 3));
});

test('what is due twice when a composition ends is saved once', async () => {
  vi.useFakeTimers();
  const page = new EventTarget();
  watchComposition(page);
  const { saved, draft } = createField();
  page.dispatchEvent(new Event('compositionstart'));
  draft.type('日本');
  await vi.advanceTimersByTimeAsync(5000);
  page.dispatchEvent(new Event('compositionend'));
  await vi.advanceTimersByTimeAsync(5000);
  expect(saved).toEqual(['日本']);
});

test('a field that is shown at two places has one text, also where it could not be saved', async () => {
  openProjectStore.setState({ hash: 'story' });
  const saved: string[] = [];
  let isFull = true;
  const save = async (text: string) => {
    if (isFull) throw new Problem('store', verbatim('The disk is full.'));
    saved.push(text);
    return undefined;
  };
  const field = { name: 'shared content', value: '', save };
  const [card, inspector] = [openFieldDraft<string>(field), openFieldDraft<string>(field)];
  const [onCard, besideIt] = [{}, {}];
  card.enter(onCard);
  inspector.enter(besideIt);
  card.type('On the card');
  card.leave(onCard);
  await card.flush();
  expect(inspector.store.getState()).toMatchObject({ value: 'On the card', error: expect.stringContaining('The disk is full.') });
  inspector.type('On the card, and beside it');
  isFull = false;
  inspector.leave(besideIt);
  expect(await openFieldDraft<string>(field).flush()).toBe(true);
  expect(saved).toEqual(['On the card, and beside it']);
  expect(openFieldDraft<string>({ ...field, value: 'By others' }).store.getState().value).toBe('By others');
});

test('when a workspace gives the record another id, its field keeps what is typed, and saves it', async () => {
  openProjectStore.setState({ hash: 'story' });
  const saved: string[] = [];
  const field = (id: string) => ({ name: `${id} content en`, value: '', save: async (text: string) => void saved.push(`${id}: ${text}`) });
  const draft = openFieldDraft<string>(field('local'));
  draft.enter({});
  draft.type('It was a dark');
  renameRecords([['local', 'assigned']]);
  const next = openFieldDraft<string>(field('assigned'));
  expect(next).toBe(draft);
  const keys = () => [...draftStore.store.getState().unsaved.keys()].filter((key) => key.endsWith('content en'));
  expect(keys()).toEqual(['story/assigned content en']);
  next.showIn({}, { ...field('assigned'), same: Object.is, saves: 'whileTyping' });
  next.type('It was a dark night');
  await next.flush();
  expect(saved).toEqual(['assigned: It was a dark night']);
  expect(keys()).toEqual([]);
});

test('where a text was typed decides how it is saved, not the field that is drawn beside it', async () => {
  openProjectStore.setState({ hash: 'story' });
  const saved: string[] = [];
  const field = (where: string, saves: 'whileTyping' | 'whenLeft') => ({
    save: async (text: string) => void saved.push(`${where}: ${text}`),
    same: Object.is,
    saves,
  });
  const draft = openFieldDraft<string>({ name: 'two places', value: '', ...field('first', 'whileTyping') });
  const [cell, inspector] = [{}, {}];
  const draw = () => {
    draft.showIn(cell, field('cell', 'whenLeft'));
    draft.showIn(inspector, field('inspector', 'whileTyping'));
  };
  draw();
  for (const place of [cell, inspector]) draft.enter(place);
  draft.typeIn(cell, 'Hal');
  draw();
  draft.leave(inspector);
  await draft.flush();
  expect(saved).toEqual(['cell: Hal']);
  draft.enter(inspector);
  draw();
  draft.typeIn(cell, 'Half');
  draft.leave(inspector);
  expect(saved).toHaveLength(1);
  draft.leave(cell);
  await draft.flush();
  expect(saved).toEqual(['cell: Hal', 'cell: Half']);
});
