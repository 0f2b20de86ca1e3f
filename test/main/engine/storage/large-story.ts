/** A project that is stored in several transactions, for tests. */
import type { Environment } from '../../../../shared/environment.ts';
import { type AnyRecord, getKind } from '../../../../shared/model/kinds/kinds.ts';
import { ranksBetween } from '../../../../shared/model/rank.ts';
import { createEmptyStory } from '../../../story-builder.ts';

/** About 1.5 megabytes. */
export function createLargeStoryRecords(environment: Environment, name = 'Large'): AnyRecord[] {
  const records = createEmptyStory(environment, name);
  const boardId = records.find(({ kind, type }) => kind === 'board' && type === 'board')?.id;
  const content = `<p>${'Once upon a time. '.repeat(200)}</p>`;
  const notes = ranksBetween(null, null, 400).map((rank, y): AnyRecord => {
    const fields = { ...getKind('note').defaults, boardId, x: 0, y, content };
    return { ...fields, kind: 'note', id: environment.newId(), rank };
  });
  return [...records, ...notes];
}

/** The same steps, but only those after which `observe` returns something else than before. */
export function* pauseWhenChanged<R>(steps: Generator<void, R>, observe: () => unknown): Generator<void, R> {
  let last = observe();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const now = observe();
    if (now !== last) yield;
    last = now;
  }
}
