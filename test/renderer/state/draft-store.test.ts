import { describe, expect, test } from 'vitest';
import { createDraft } from '../../../renderer/editors/fields/draft.ts';
import { createDraftStore } from '../../../renderer/state/draft-store.ts';
import { verbatim } from '../../../shared/messages/message.ts';
import { invalidFieldProblem } from '../../../shared/problem.ts';
import { nextTurn } from '../../next-turn.ts';

/** A store that outlives windows, as localStorage does; it may be full. */
function store(room = 10_000) {
  const held = new Map<string, string>();
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      held.set(key, value);
    },
    removeItem: (key: string) => void held.delete(key),
    key: (at: number) => [...held.keys()][at] ?? null,
    get length() {
      return held.size;
    },
  };
}

describe('what was typed and is not saved', () => {
  test('is offered to the next window, not to the one that is saving it', () => {
    const disk = store();
    const first = createDraftStore(disk, 'one');
    first.save('story', 'e1 title en', '<p>Unsaved</p>');
    expect(first.findRecovered('story', 'e1 title en')).toBeUndefined();
    const next = createDraftStore(disk, 'two');
    expect(next.findRecovered('story', 'e1 title en')).toEqual({ value: '<p>Unsaved</p>' });
    expect(next.listRecovered('story')).toEqual(['e1 title en']);
    expect(next.listRecovered('another')).toEqual([]);
    next.discard('story', 'e1 title en');
    expect(next.listRecovered('story')).toEqual([]);
  });

  test('is known as unsaved while this window has it, also where it cannot be stored', () => {
    const drafts = createDraftStore(undefined, 'one');
    const heard: boolean[] = [];
    drafts.subscribe(() => heard.push(drafts.hasUnsaved('story')));
    drafts.save('story', 'e1 title en', 'x');
    drafts.save('story', 'e1 title en', 'xy');
    expect(drafts.hasUnsaved('another')).toBe(false);
    drafts.discard('story', 'e1 title en');
    drafts.discard('story', 'e1 title en');
    expect(heard).toEqual([true, false]);
  });

  test('what was rejected is offered in the same window as well', () => {
    const keyValueStore = createDraftStore(store(), 'one');
    keyValueStore.save('story', 'b1 name', '', 'refused');
    expect(keyValueStore.findRecovered('story', 'b1 name')).toEqual({ value: '' });
  });

  test('a full or damaged storage, or none at all, does not prevent writing', () => {
    const full = createDraftStore(store(50), 'one');
    full.save('story', 'e1 content en', 'x'.repeat(200));
    expect(createDraftStore(store(50), 'two').listRecovered('story')).toEqual([]);
    const broken = store();
    broken.setItem('taleport.draft/story/e1 title en', '{');
    expect(createDraftStore(broken, 'two').findRecovered('story', 'e1 title en')).toBeUndefined();
    expect(createDraftStore(undefined, 'one').listRecovered('story')).toEqual([]);
  });

  test('a field keeps what is typed until it is saved, and what is rejected after that', async () => {
    const disk = store();
    const own = createDraftStore(disk, 'one');
    const other = createDraftStore(disk, 'two');
    let answer: Promise<undefined> = Promise.resolve(undefined);
    const draft = createDraft<string>({
      initial: '',
      same: Object.is,
      save: () => answer,
      schedule: () => () => {},
      keep: { keep: (value, how) => own.save('story', 'f', value, how), forget: () => own.discard('story', 'f') },
    });
    draft.type('Hey');
    expect(other.findRecovered('story', 'f')).toEqual({ value: 'Hey' });
    draft.flush();
    await nextTurn();
    expect(other.findRecovered('story', 'f')).toBeUndefined();
    draft.type('H');
    draft.type('Hey');
    expect(other.findRecovered('story', 'f')).toBeUndefined();
    answer = Promise.reject(invalidFieldProblem('name', verbatim('is too long')));
    draft.type('Hey you');
    draft.flush();
    await nextTurn();
    expect(own.findRecovered('story', 'f')).toEqual({ value: 'Hey you' });
  });
});
