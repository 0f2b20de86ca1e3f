/** A project that is made from another one by its records. That it has the same indexes as a new one is tested with random commands (test/property). */
import { expect, test } from 'vitest';
import type { ChangeSet } from '../../../shared/model/change-set.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../shared/model/project.ts';

test('records that both have as the same objects are copied without being examined', () => {
  const examined: string[] = [];
  const note = (id: string): AnyRecord => ({
    kind: 'note',
    id,
    rank: 'a0',
    // Whatever is derived from a note needs its board.
    get boardId() {
      examined.push(id);
      return 'b';
    },
  });
  const shared = Array.from({ length: 50 }, (_, at) => note(`n${at}`));
  const [changed, removed] = [note('changed'), note('removed')];
  const before = new Project([...shared, changed, removed]);
  expect(new Set(examined).size).toBe(52);
  examined.length = 0;
  const after = before.withRecords([...shared, note('changed'), note('added')]);
  expect(new Set(examined)).toEqual(new Set(['changed', 'removed', 'added']));
  expect(shared.every((record) => after.get(record.id) === record)).toBe(true);
  expect([after.size, after.has('removed'), before.size, before.get('changed') === changed]).toEqual([52, false, 52, true]);
  expect([...before.withRecordsInSteps([...shared, note('changed'), note('added')])]).toHaveLength(3);
});

test('the records with comments are those of a scan, also in a clone and after each kind of change', () => {
  const comment = { createdAt: '2026-01-01T00:00:00Z', updatedAt: null, text: 'Why?', resolved: false };
  const note = (id: string, isCommented: boolean): AnyRecord => ({
    kind: 'note',
    id,
    rank: 'a0',
    boardId: 'b',
    ...(isCommented && { localComments: { c: comment } }),
  });
  const commented = (project: Project) => [...project.commentedRecords()].map(({ id }) => id).sort();
  const [one, two, three] = [note('one', true), note('two', false), note('three', true)];
  const project = new Project([one, two, three]);
  const clone = project.clone();
  const changes: ChangeSet = [
    { before: one, after: note('one', false) },
    { before: two, after: note('two', true) },
    { before: three },
    { after: note('four', true) },
  ];
  clone.apply(changes);
  expect(commented(clone)).toEqual(['four', 'two']);
  expect(commented(project)).toEqual(['one', 'three']);
  project.adopt(clone, changes);
  expect(commented(project)).toEqual(['four', 'two']);
  expect(commented(project.withRecords([note('two', false), note('five', true)]))).toEqual(['five']);
});
