/** Labels and values of a conflict, the order of resolving, and how a new page of activity is merged into the list. */

import { describe, expect, test } from 'vitest';
import { groupConflicts } from '../../../../renderer/features/sync/conflict-groups.ts';
import { conflictCommandFor } from '../../../../renderer/features/sync/conflict-shortcuts.ts';
import {
  conflictReason,
  conflictSubject,
  hasBaseValue,
  missingValueLabel,
  nextConflictId,
} from '../../../../renderer/features/sync/conflict-view.tsx';
import { canUndoResolution } from '../../../../renderer/features/sync/conflicts-dialog.tsx';
import { editorForField, formatConflictValue } from '../../../../renderer/features/sync/format-conflict-value.ts';
import { mergeNewest } from '../../../../renderer/features/sync/sync-activity-list.tsx';
import { openProjectStore } from '../../../../renderer/state/open-project.ts';
import { otherSidesOf } from '../../../../shared/contracts/other-sides.ts';
import type { ConflictDetails, SyncActivityEntry } from '../../../../shared/contracts/sync.ts';
import { message, verbatim } from '../../../../shared/messages/message.ts';
import { elementAt, projectOf } from '../../../story-records.ts';

const conflictOf = (id: string, some: Partial<ConflictDetails> = {}): ConflictDetails => ({
  id,
  hash: 'h',
  kind: 'element',
  record: 'e',
  title: 'The door',
  field: 'content',
  locale: 'en',
  reason: 'bothChanged',
  otherSide: 'Studio',
  location: [],
  isPostponed: false,
  mark: '',
  message: verbatim(''),
  base: '',
  local: '',
  merged: null,
  remote: '',
  summaries: { base: verbatim(''), local: verbatim(''), remote: verbatim('') },
  choices: { local: verbatim(''), remote: verbatim(''), text: true, undoable: { local: true, remote: true } },
  ...some,
});
const project = projectOf(elementAt('e', 1, 2));

describe('conflicts of one place and field', () => {
  test('are one group, sorted by place and field and by title; those about whole records are grouped by their reason', () => {
    const [here, there] = [['Chapter 1'], ['Chapter 2']];
    const list = [
      conflictOf('1', { location: here }),
      conflictOf('2', { location: there }),
      conflictOf('3', { location: here, locale: 'de', title: 'Scene 10' }),
      conflictOf('8', { location: here, title: 'Scene 9' }),
      conflictOf('4', { location: here, field: 'title' }),
      conflictOf('5', { location: there, field: null, reason: 'deletedRemotely' }),
      conflictOf('6', { location: there, field: null, reason: 'deletedRemotely' }),
      conflictOf('7', { location: there, field: null, reason: 'movedDifferently' }),
    ];
    expect(groupConflicts(list).map(({ conflicts }) => conflicts.map(({ id }) => id))).toEqual([
      ['8', '3', '1'],
      ['4'],
      ['2'],
      ['5', '6'],
      ['7'],
    ]);
  });

  test('are of one other side where they name it, which is a workspace or a story folder', () => {
    const deleted = { field: null, reason: 'deletedRemotely' } as const;
    const otherSide = message('storyFolder.named', { name: 'castle' });
    const list = [conflictOf('1', deleted), conflictOf('2', { ...deleted, otherSide }), conflictOf('3', deleted)];
    expect(groupConflicts(list).map(({ conflicts: [first, ...rest] }) => [conflictReason(first), rest.length])).toEqual([
      ['Deleted in Studio, changed here', 1],
      ['Deleted in the story folder “castle”, changed here', 0],
    ]);
    expect(otherSidesOf(list)).toEqual(['Studio', otherSide]);
  });
});

test('values that are merged as one are shown each by its own field', () => {
  expect(formatConflictValue(project, { kind: 'variable', field: 'value' }, [7, 'float'])).toBe('7\nDecimal');
});

describe('a conflict', () => {
  test('is about a field of a record, or about the record', () => {
    expect(conflictSubject(project, conflictOf('q', { locale: null }))).toBe('Content of The door');
    expect(conflictSubject(project, conflictOf('q', { field: null }))).toBe('The door');
  });

  test('shows texts as words, records field by field, and another record by its name', () => {
    expect(formatConflictValue(project, conflictOf('q'), '<p>One</p><p>Two</p>')).toBe('One\nTwo');
    expect(formatConflictValue(project, conflictOf('q', { field: null }), elementAt('x', 3, 4))).toContain('Horizontal position: 3');
    expect(formatConflictValue(project, conflictOf('q', { field: null }), [elementAt('x', 3, 4), elementAt('y', 5, 6)])).toContain(
      'Horizontal position: 5',
    );
    expect(formatConflictValue(project, conflictOf('q', { field: null, reason: 'duplicateCreate' }), 'e')).toBe('unnamed');
    expect(formatConflictValue(project, conflictOf('q'), undefined)).toBe('');
  });

  test('shows where there is no value, and why', () => {
    const whole = (reason: ConflictDetails['reason'], remote: unknown) => conflictOf('q', { field: null, base: null, reason, remote });
    expect(missingValueLabel(whole('deletedRemotely', null), 'remote')).toBe('deleted');
    expect(missingValueLabel(whole('unconfirmedCreate', null), 'remote')).toBe('unknown');
    expect(missingValueLabel(whole('movedDifferently', null), 'remote')).toBe(null);
    expect(missingValueLabel(conflictOf('q', { remote: null }), 'remote')).toBe(null);
    expect([
      hasBaseValue(whole('displaced', null)),
      hasBaseValue(whole('deletedRemotely', null)),
      hasBaseValue(conflictOf('q', { base: null })),
    ]).toEqual([false, true, true]);
  });

  test('is edited in the editor of its field', () => {
    expect(editorForField(conflictOf('q'))).toBe('rich');
    expect(editorForField({ kind: 'note', field: 'content' })).toBe('rich');
    expect(editorForField({ kind: 'condition', field: 'script' })).toBe('plain');
    expect(editorForField({ kind: 'component', field: 'name' })).toBe('plain');
    expect(editorForField({ kind: 'element', field: null })).toBe(null);
  });

  test('is followed by the next one, and at the end by the previous one', () => {
    const list = ['a', 'b', 'c'].map((id) => conflictOf(id));
    expect(nextConflictId(list, list, 'a')).toBe('b');
    expect(nextConflictId(list, list, 'c')).toBe('b');
    expect(nextConflictId(list.slice(0, 1), list.slice(0, 1), 'a')).toBe(null);
  });

  const key = (name: string, more: object) => ({
    key: name,
    code: '',
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    ...more,
  });

  test('is resolved by shortcuts that also work while a text is edited', () => {
    expect(conflictCommandFor(key('m', { altKey: true }))).toBe('useLocal');
    expect(conflictCommandFor(key('Enter', { ctrlKey: true }))).toBe('use');
    expect(conflictCommandFor(key('m', {}))).toBe(undefined);
  });

  test('is resolved by no shortcut before an input method has completed its text', () => {
    expect(conflictCommandFor({ ...key('Enter', { ctrlKey: true }), isComposing: true })).toBe(undefined);
    expect(conflictCommandFor({ ...key('m', { altKey: true }), isComposing: true })).toBe(undefined);
  });
});

test('only a resolution that can be undone is applied to a group without a question', () => {
  const text = conflictOf('1');
  const [emptied, moved] = [true, false].map((remote) =>
    conflictOf('2', { choices: { ...text.choices, undoable: { local: false, remote } } }),
  );
  if (!emptied || !moved) throw new Error('unreachable');
  const canUndo = (conflicts: readonly ConflictDetails[], choice: 'local' | 'remote') => canUndoResolution(conflicts, { choice });
  openProjectStore.setState({ hash: 'h' });
  expect([canUndo([text], 'local'), canUndo([text, emptied], 'local')]).toEqual([true, false]);
  expect([canUndo([text, emptied], 'remote'), canUndo([text, moved], 'remote')]).toEqual([true, false]);
  // What is changed in another project than the open one is no step of this window.
  openProjectStore.setState({ hash: null });
  expect([canUndo([text], 'local'), canUndo([text], 'remote')]).toEqual([false, false]);
});

describe('the list of activity', () => {
  const page = (...ids: number[]): SyncActivityEntry[] =>
    ids.map((id) => ({
      id: String(id),
      hash: 'h',
      at: '',
      direction: 'sent',
      message: verbatim(''),
      request: null,
      result: 'done',
      kind: null,
      record: null,
    }));
  const ids = ({ list }: { list: readonly SyncActivityEntry[] }) => list.map(({ id }) => Number(id));

  test('keeps the loaded entries that the newest page overlaps', () => {
    expect(ids(mergeNewest({ list: page(4, 3, 2, 1), isComplete: true }, page(6, 5, 4, 3)))).toEqual([6, 5, 4, 3, 2, 1]);
  });

  test('starts again where entries may be missing', () => {
    const now = mergeNewest({ list: page(2, 1), isComplete: true }, page(9, 8));
    expect(ids(now)).toEqual([9, 8]);
    expect(now.isComplete).toBe(false);
  });
});
