/** The plan of many records, or of long texts that the remote has changed, is made in slices. */
import { afterEach, expect, test, vi } from 'vitest';
import { SyncPlanner } from '../../../../main/sync/project/sync-planner.ts';
import type { AnyRecord } from '../../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../../shared/model/project.ts';
import { nextTurn } from '../../../next-turn.ts';
import { endSlicesAtOnce } from '../../../short-slices.ts';

afterEach(() => vi.unstubAllGlobals());

const notes = (count: number, content: string): AnyRecord[] =>
  Array.from({ length: count }, (_, at) => ({ kind: 'note', id: `n${at}`, rank: 'a0', boardId: 'b', x: 0, y: 0, content }));
const text = (by: string, length: number): string => `<p>${by}${'x'.repeat(length)}</p>`;

/** The turns in which a plan is prepared; 0 if it is not. Each reading of the clock is the end of a slice. */
async function turnsOf(sides: Readonly<Record<'base' | 'local' | 'remote', readonly AnyRecord[]>>): Promise<number> {
  endSlicesAtOnce();
  const [base, local, remote] = [sides.base, sides.local, sides.remote].map((records) => new Project(records));
  const [deps, store, state] = [{ local: { project: local, version: 1 } }, { base, revision: 1 }, { project: remote }];
  type Parts = ConstructorParameters<typeof SyncPlanner>;
  // Preparing a plan reads nothing else of these.
  const planner = new SyncPlanner(deps as Parts[0], store as unknown as Parts[1], state as unknown as Parts[2]);
  const prepared = planner.preparePlan();
  let turns = 0;
  let isOver = prepared === undefined;
  void prepared?.then(() => {
    isOver = true;
  });
  for (; !isOver; turns++) await nextTurn();
  return turns;
}

test.each([
  ['few records with short texts', 30, 10, 0],
  ['few records with long texts', 30, 40_000, 30],
  ['many records with short texts', 4000, 10, 4000],
])('of %s', async (_, count, length, turns) => {
  const [base, local, remote] = ['', 'ours', 'theirs'].map((by) => notes(count, text(by, length))) as [
    AnyRecord[],
    AnyRecord[],
    AnyRecord[],
  ];
  const found = await turnsOf({ base, local, remote });
  expect(turns === 0 ? found : Math.min(found, turns)).toBe(turns);
});

test('of long texts that the remote has not changed, in one', async () => {
  const same = notes(30, text('', 40_000));
  expect(await turnsOf({ base: same, local: notes(30, text('ours', 40_000)), remote: same })).toBe(0);
});
