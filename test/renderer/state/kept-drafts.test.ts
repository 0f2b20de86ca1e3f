import { describe, expect, test } from 'vitest';
import { draftOf } from '../../../renderer/fields/draft.ts';
import { draftShelf } from '../../../renderer/state/kept-drafts.ts';
import { invalid } from '../../../shared/problem.ts';

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
    const first = draftShelf(disk, 'one');
    first.keep('story', 'e1 title en', '<p>Unsaved</p>');
    expect(first.left('story', 'e1 title en')).toBeUndefined();
    const next = draftShelf(disk, 'two');
    expect(next.left('story', 'e1 title en')).toEqual({ value: '<p>Unsaved</p>' });
    expect(next.allLeft('story')).toEqual(['e1 title en']);
    expect(next.allLeft('another')).toEqual([]);
    next.forget('story', 'e1 title en');
    expect(next.allLeft('story')).toEqual([]);
  });

  test('what was refused is offered in the same window as well', () => {
    const shelf = draftShelf(store(), 'one');
    shelf.keep('story', 'b1 name', '', 'refused');
    expect(shelf.left('story', 'b1 name')).toEqual({ value: '' });
  });

  test('a full or broken store, or none at all, stops nobody from writing', () => {
    const full = draftShelf(store(50), 'one');
    full.keep('story', 'e1 content en', 'x'.repeat(200));
    expect(draftShelf(store(50), 'two').allLeft('story')).toEqual([]);
    const broken = store();
    broken.setItem('taleport.draft/story/e1 title en', '{');
    expect(draftShelf(broken, 'two').left('story', 'e1 title en')).toBeUndefined();
    expect(draftShelf(undefined, 'one').allLeft('story')).toEqual([]);
  });

  test('a field keeps what is typed until it is saved, and what is refused after that', async () => {
    const disk = store();
    const own = draftShelf(disk, 'one');
    const other = draftShelf(disk, 'two');
    let answer: Promise<undefined> = Promise.resolve(undefined);
    const draft = draftOf<string>({
      initial: '',
      same: Object.is,
      save: () => answer,
      later: () => () => {},
      keep: { keep: (value, how) => own.keep('story', 'f', value, how), forget: () => own.forget('story', 'f') },
    });
    const settled = () => new Promise((turn) => setImmediate(turn));
    draft.type('Hey');
    expect(other.left('story', 'f')).toEqual({ value: 'Hey' });
    draft.flush();
    await settled();
    expect(other.left('story', 'f')).toBeUndefined();
    draft.type('H');
    draft.type('Hey');
    expect(other.left('story', 'f')).toBeUndefined();
    answer = Promise.reject(invalid('name', 'is too long'));
    draft.type('Hey you');
    draft.flush();
    await settled();
    expect(own.left('story', 'f')).toEqual({ value: 'Hey you' });
  });
});
