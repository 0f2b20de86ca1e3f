/** A project that is stored in several transactions, for tests. */
import type { Environment } from '../../../../shared/environment.ts';
import { type AnyRecord, getKind } from '../../../../shared/model/kinds/kinds.ts';
import { ranksBetween } from '../../../../shared/model/rank.ts';
import { nextTurn } from '../../../next-turn.ts';
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

/**
 * Pauses after each turn of a write in slices in which what `observe` returns has changed. The write does not continue until other work
 * waits, too. Returns its result.
 */
export async function* pauseWhenChanged<R>(write: Promise<R>, observe: () => unknown): AsyncGenerator<void, R> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  write.then(end, end);
  for (let last = observe(); !isOver; ) {
    await nextTurn();
    const now = observe();
    if (now !== last && !isOver) yield;
    last = now;
  }
  return write;
}

/** Runs it to its end. */
export async function runPauses<R>(pauses: AsyncGenerator<void, R>): Promise<R> {
  for (;;) {
    const pause = await pauses.next();
    if (pause.done) return pause.value;
  }
}
