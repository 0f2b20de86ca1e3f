/** What the view of questions shows and what comes next; what the list of activity keeps when the newest page is read again. */
import { describe, expect, test } from 'vitest';
import { conflictSubject, hasBaseValue, missingValueLabel, nextConflictId } from '../../../../renderer/features/sync/conflict-labels.ts';
import { conflictCommandFor } from '../../../../renderer/features/sync/conflict-shortcuts.ts';
import { editorForField, formatConflictValue } from '../../../../renderer/features/sync/format-conflict-value.ts';
import { mergeNewest } from '../../../../renderer/features/sync/use-sync-activity.ts';
import type { ConflictDetails, SyncActivityEntry } from '../../../../shared/contracts/sync.ts';
import { elementAt, projectOf } from '../board/project.ts';

const question = (id: string, some: Partial<ConflictDetails> = {}): ConflictDetails => ({
  ...{ id, hash: 'h', kind: 'element', record: 'e', title: 'The door', field: 'content', locale: 'en', why: 'both changed' },
  ...{ location: [], sentence: '', base: '', mine: '', theirs: '', choices: { mine: '', theirs: '', text: true } },
  ...some,
});
const project = projectOf(elementAt('e', 1, 2));

describe('a question', () => {
  test('is about a field of a record, or about the record', () => {
    expect(conflictSubject(project, question('q', { locale: null }))).toBe('Content of The door');
    expect(conflictSubject(project, question('q', { field: null }))).toBe('The door');
  });

  test('shows texts as words, records field by field, and another record by its name', () => {
    expect(formatConflictValue(project, question('q'), '<p>One</p><p>Two</p>')).toBe('One\nTwo');
    expect(formatConflictValue(project, question('q', { field: null }), elementAt('x', 3, 4))).toContain('Place across: 3');
    expect(formatConflictValue(project, question('q', { field: null }), [elementAt('x', 3, 4), elementAt('y', 5, 6)])).toContain(
      'Place across: 5',
    );
    expect(formatConflictValue(project, question('q', { field: null, why: 'twin' }), 'e')).toBe('without a name');
    expect(formatConflictValue(project, question('q'), undefined)).toBe('');
  });

  test('says where there is nothing to show, and why', () => {
    const whole = (why: ConflictDetails['why'], theirs: unknown) => question('q', { field: null, base: null, why, theirs });
    expect(missingValueLabel(whole('gone there', null), 'theirs')).toBe('deleted');
    expect(missingValueLabel(whole('added?', null), 'theirs')).toBe('not known');
    expect(missingValueLabel(whole('place', null), 'theirs')).toBe('at the top');
    expect(missingValueLabel(question('q', { theirs: null }), 'theirs')).toBe(null);
    expect([
      hasBaseValue(whole('no room', null)),
      hasBaseValue(whole('gone there', null)),
      hasBaseValue(question('q', { base: null })),
    ]).toEqual([false, true, true]);
  });

  test('is written in the editor of its field', () => {
    expect(editorForField(question('q'))).toBe('api');
    expect(editorForField({ kind: 'note', field: 'content' })).toBe('note');
    expect(editorForField({ kind: 'condition', field: 'script' })).toBe('plain');
    expect(editorForField({ kind: 'component', field: 'name' })).toBe('plain');
    expect(editorForField({ kind: 'element', field: null })).toBe(null);
  });

  test('gives way to the one after it, at the end to the one before', () => {
    const list = ['a', 'b', 'c'].map((id) => question(id));
    expect(nextConflictId(list, list, 'a')).toBe('b');
    expect(nextConflictId(list, list, 'c')).toBe('b');
    expect(nextConflictId(list.slice(0, 1), list.slice(0, 1), 'a')).toBe(null);
  });

  test('is answered by keys that also work while a text is written', () => {
    const key = (name: string, more: object) => ({
      key: name,
      code: '',
      ctrlKey: false,
      metaKey: false,
      shiftKey: false,
      altKey: false,
      ...more,
    });
    expect(conflictCommandFor(key('m', { altKey: true }))).toBe('mine');
    expect(conflictCommandFor(key('Enter', { ctrlKey: true }))).toBe('use');
    expect(conflictCommandFor(key('m', {}))).toBe(undefined);
  });
});

describe('the list of activity', () => {
  const page = (...ids: number[]): SyncActivityEntry[] =>
    ids.map((id) => ({
      ...{ id: String(id), hash: 'h', at: '', direction: 'sent', sentence: '', request: null, result: 'done', kind: null, record: null },
    }));
  const ids = ({ list }: { list: readonly SyncActivityEntry[] }) => list.map(({ id }) => Number(id));

  test('keeps what was read before where the newest page touches it', () => {
    expect(ids(mergeNewest({ list: page(4, 3, 2, 1), isComplete: true }, page(6, 5, 4, 3)))).toEqual([6, 5, 4, 3, 2, 1]);
  });

  test('begins anew where there is a hole between', () => {
    const now = mergeNewest({ list: page(2, 1), isComplete: true }, page(9, 8));
    expect(ids(now)).toEqual([9, 8]);
    expect(now.isComplete).toBe(false);
  });
});
