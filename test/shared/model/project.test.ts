/** A project that is made from another one by its records. That it has the same indexes as a new one is tested with random commands (test/property). */
import { expect, test } from 'vitest';
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
