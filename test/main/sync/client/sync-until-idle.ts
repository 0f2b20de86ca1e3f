/** When both sides of a mirror over HTTP are the same, and how they get there. */
import { expect } from 'vitest';
import { Problem } from '../../../../shared/problem.ts';
import { differences } from '../nothing-lost.ts';
import type { Mirrored } from './synced-fixture.ts';

/**
 * Both sides say the same, but for what no read tells (ids of component attachments, sizes of attributes, translations that nobody has begun)
 * and what the remote does not take.
 */
export function expectEqual({ here, theirs, loop }: Mirrored): void {
  const refused = new Map(loop.rejectedWrites.map(({ recordId, reason }) => [recordId, reason]));
  const isReported = (found: string) => !/^componentAttachment |^components of |^attribute \S+ size:/.test(found) && !isUnbegun(found);
  expect(differences({ here, theirs, refused }).filter(isReported)).toEqual([]);
  for (const { id } of here.recordsOfKind('element')) {
    const [one, two] = [here, theirs].map((side) =>
      side.children('componentAttachment', id, 'components').map(({ componentId }) => componentId),
    );
    expect(one, id).toEqual(two);
  }
}

function isUnbegun(found: string): boolean {
  const [, values] = / status: (.*)$/.exec(found) ?? [];
  if (values === undefined) return false;
  const [one, two] = (JSON.parse(values) as (Record<string, string> | null)[]).map((status) =>
    Object.entries(status ?? {}).filter(([, how]) => how !== 'untranslated'),
  );
  return JSON.stringify(one) === JSON.stringify(two);
}

/** Answers everything with theirs, or with ours where that cannot be (the last board), until nothing is asked; what may not have been added is sent again. */
export async function settled(mirror: Mirrored): Promise<void> {
  await mirror.untilInStep();
  for (let round = 0; round < 20 && mirror.questions.length > 0; round++) {
    for (const question of mirror.questions)
      try {
        mirror.answer(question, question.reason === 'added?' ? 'local' : 'remote');
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        mirror.answer(question, 'local');
      }
    await mirror.untilInStep();
  }
  expect(mirror.questions).toEqual([]);
}
