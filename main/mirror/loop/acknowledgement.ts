/** Everything that is written down when a write has been acknowledged, in one transaction: base, versions, and what goes by the new id. */
import type { Change, ChangeSet } from '../../../shared/changes.ts';
import type { Project } from '../../../shared/project.ts';
import { acknowledged } from '../plan/acknowledge.ts';
import { cellsOf, sameCell } from '../plan/cells.ts';
import type { Sending } from '../requests/sending.ts';
import { gapOf, type Outcome, type Row, watchLength } from './outbox.ts';
import { baseEntries, type Entry, nothingAgreed, type Rows } from './rows.ts';

export type Done = Pick<Extract<Outcome, { is: 'done' }>, 'id' | 'version' | 'newVersion' | 'updatedAt'>;

/** It was found done; `newVersion`: as far as that is known. */
export const unanswered = (id: string | null, newVersion: number | null): Done => ({ id, version: null, newVersion, updatedAt: null });

/** Our id of what a create made, and theirs. */
export const madeBy = ({ op }: Sending, { id }: Pick<Done, 'id'>): { from: string; to: string } | undefined =>
  op.do === 'create' && id !== null ? { from: op.id, to: id } : undefined;

/** What theirs is like now, under the id that the remote gave. */
export const expectedAs = (made: { from: string; to: string } | undefined, expected: ChangeSet): ChangeSet =>
  expected.map((change) =>
    made && change.after?.id === made.from ? ({ ...change, after: { ...change.after, id: made.to } } as Change) : change,
  );

export function entriesAfter(row: Row, done: Done, rows: Rows, now: number, settle: number): Entry[] {
  const { sending } = row;
  const made = madeBy(sending, done);
  const gap = gapOf(row, done.version);
  const standing = rows.standing;
  return [
    // A version below the one that we knew: it was restored from a backup.
    ...(gap !== null && gap < 0 ? nothingAgreed(rows.base) : []),
    ...(gap === 0 ? provenLost(rows.unsure, row, now - settle) : []),
    ...(row.unknownSince !== null ? overtakenBy(sending, 'doubt') : done.version !== null ? withoutDoubts(rows, gap === 0) : []),
    ...baseEntries(acknowledged(rows.base, sending.expected, made)),
    { id: 'sending', value: null },
    {
      id: 'standing',
      value: {
        ...standing,
        version: done.newVersion,
        ...(gap === 0 && done.updatedAt !== null && { updatedAt: done.updatedAt }),
        ...(gap !== 0 && { whole: false }),
      },
    },
    ...(gap !== null && gap !== 0 ? overtakenBy(sending, 'overtaken') : []),
    ...(gap === null && done.version !== null ? overtakenBy(sending, 'first') : []),
    ...(made
      ? [{ id: `alias/${made.from}`, value: made.to }, watch(row, made.to, now), ...renamedQuestions(rows, made.from, made.to)]
      : []),
  ];
}

/** Nobody has written since a create was lost, so that it was not done, and no longer will be: it goes out once more. */
const provenLost = (unsure: readonly Row[], { version }: Row, before: number): Entry[] =>
  unsure
    .filter((lost) => lost.version === version && lost.unknownSince !== null && lost.unknownSince <= before)
    .flatMap(({ sending: { op } }) => [`unsure/${op.id}`, `question/${op.id}#`].map((id) => ({ id, value: null })));

/** For a day it is looked for what a request that came twice, or late, may have left beside it. */
const watch = ({ sending, known }: Row, id: string, now: number): Entry => ({
  id: `watch/${id}`,
  value: { id, made: sending.expected[0]?.after, known: [...known, id], until: now + watchLength },
});

export const renamedQuestions = (rows: Rows, from: string, to: string): Entry[] =>
  rows.questions
    .filter(({ record }) => record === from)
    .flatMap((question) => {
      const renamed = { ...question, id: question.id.replace(from, to), record: to };
      return [
        { id: `question/${question.id}`, value: null },
        { id: `question/${renamed.id}`, value: renamed },
      ];
    });

/** Somebody wrote between what we knew and what we sent, or may have: what was there is not known, so both of ours are kept. */
const overtakenBy = ({ expected }: Sending, as: 'overtaken' | 'doubt' | 'first'): Entry[] =>
  expected.flatMap(({ before, after }) =>
    before && after ? [{ id: `${as}/${after.id}`, value: { record: after.id, before, sent: after } }] : [],
  );

/** Of writes that were found done, without an answer: a gap of 0 proves that they overtook nothing; else they may have. */
export const withoutDoubts = ({ doubts }: Rows, isProven: boolean): Entry[] =>
  doubts.flatMap((each) => [
    { id: `doubt/${each.record}`, value: null },
    ...(isProven ? [] : [{ id: `overtaken/${each.record}`, value: each }]),
  ]);

/**
 * No version is known before the first write after a read, so its answer does not tell whether it overtook another. The read that follows shows
 * whether somebody was at the same record: then it may have.
 */
export const overtakenAtFirst = ({ firsts }: Rows, theirs: Project): Entry[] =>
  firsts.flatMap((each) => {
    const { record, before, sent } = each;
    const now = theirs.at(record);
    const isOthers = (cell: string) => sameCell(sent.kind, cell, before, sent) && now && !sameCell(sent.kind, cell, sent, now);
    const wasThere = now !== undefined && [...cellsOf(before, now)].some(isOthers);
    return [{ id: `first/${record}`, value: null }, ...(wasThere ? [{ id: `overtaken/${record}`, value: each }] : [])];
  });
