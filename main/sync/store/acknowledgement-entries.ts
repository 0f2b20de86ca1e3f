/** Everything that is written down when a write has been acknowledged, in one transaction: base, versions, and what goes by the new id. */
import type { Change, ChangeSet } from '../../../shared/model/change-set.ts';
import type { Project } from '../../../shared/model/project.ts';
import { baseUpdateFor } from '../plan/base-update.ts';
import { fieldPathsOf, isSameField } from '../plan/field-paths.ts';
import { duplicateWatchDuration, type PendingWrite, versionGap, type WriteOutcome } from '../protocol/pending-write.ts';
import type { SyncRequest } from '../protocol/sync-request.ts';
import { baseEntries, resetBaseEntries, type SyncStore, type SyncStoreEntry } from './sync-store.ts';

export type WriteAcknowledgement = Pick<Extract<WriteOutcome, { is: 'done' }>, 'id' | 'version' | 'newVersion' | 'updatedAt'>;

/** It was found done; `newVersion`: as far as that is known. */
export const inferAcknowledgement = (id: string | null, newVersion: number | null): WriteAcknowledgement => ({
  id,
  version: null,
  newVersion,
  updatedAt: null,
});

/** Our id of what a create made, and theirs. */
export const createdIdMapping = (
  { op }: SyncRequest,
  { id }: Pick<WriteAcknowledgement, 'id'>,
): { from: string; to: string } | undefined => (op.do === 'create' && id !== null ? { from: op.id, to: id } : undefined);

/** What theirs is like now, under the id that the remote gave. */
export const withRemoteId = (made: { from: string; to: string } | undefined, expected: ChangeSet): ChangeSet =>
  expected.map((change) =>
    made && change.after?.id === made.from ? ({ ...change, after: { ...change.after, id: made.to } } as Change) : change,
  );

export function acknowledgementEntries(
  row: PendingWrite,
  done: WriteAcknowledgement,
  rows: SyncStore,
  now: number,
  settle: number,
): SyncStoreEntry[] {
  const { sending } = row;
  const made = createdIdMapping(sending, done);
  const gap = versionGap(row, done.version);
  const standing = rows.checkpoint;
  return [
    // A version below the one that we knew: it was restored from a backup.
    ...(gap !== null && gap < 0 ? resetBaseEntries(rows.base) : []),
    ...(gap === 0 ? provenLostEntries(rows.uncertainCreates, row, now - settle) : []),
    ...(row.unknownSince !== null
      ? overwriteEntries(sending, 'doubt')
      : done.version !== null
        ? settleUnconfirmedEntries(rows, gap === 0)
        : []),
    ...baseEntries(baseUpdateFor(rows.base, sending.expected, made)),
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
    ...(gap !== null && gap !== 0 ? overwriteEntries(sending, 'overtaken') : []),
    ...(gap === null && done.version !== null ? overwriteEntries(sending, 'first') : []),
    ...(made
      ? [
          { id: `alias/${made.from}`, value: made.to },
          duplicateWatchEntry(row, made.to, now),
          ...renamedConflictEntries(rows, made.from, made.to),
        ]
      : []),
  ];
}

/** Nobody has written since a create was lost, so that it was not done, and no longer will be: it goes out once more. */
const provenLostEntries = (unsure: readonly PendingWrite[], { version }: PendingWrite, before: number): SyncStoreEntry[] =>
  unsure
    .filter((lost) => lost.version === version && lost.unknownSince !== null && lost.unknownSince <= before)
    .flatMap(({ sending: { op } }) => [`unsure/${op.id}`, `question/${op.id}#`].map((id) => ({ id, value: null })));

/** For a day it is looked for what a request that came twice, or late, may have left beside it. */
const duplicateWatchEntry = ({ sending, known }: PendingWrite, id: string, now: number): SyncStoreEntry => ({
  id: `watch/${id}`,
  value: { id, made: sending.expected[0]?.after, known: [...known, id], until: now + duplicateWatchDuration },
});

export const renamedConflictEntries = (rows: SyncStore, from: string, to: string): SyncStoreEntry[] =>
  rows.conflicts
    .filter(({ record }) => record === from)
    .flatMap((question) => {
      const renamed = { ...question, id: question.id.replace(from, to), record: to };
      return [
        { id: `question/${question.id}`, value: null },
        { id: `question/${renamed.id}`, value: renamed },
      ];
    });

/** Somebody wrote between what we knew and what we sent, or may have: what was there is not known, so both of ours are kept. */
const overwriteEntries = ({ expected }: SyncRequest, as: 'overtaken' | 'doubt' | 'first'): SyncStoreEntry[] =>
  expected.flatMap(({ before, after }) =>
    before && after ? [{ id: `${as}/${after.id}`, value: { record: after.id, before, sent: after } }] : [],
  );

/** Of writes that were found done, without an answer: a gap of 0 proves that they overtook nothing; else they may have. */
export const settleUnconfirmedEntries = ({ unconfirmedWrites }: SyncStore, isProven: boolean): SyncStoreEntry[] =>
  unconfirmedWrites.flatMap((each) => [
    { id: `doubt/${each.record}`, value: null },
    ...(isProven ? [] : [{ id: `overtaken/${each.record}`, value: each }]),
  ]);

/**
 * No version is known before the first write after a read, so its answer does not tell whether it overtook another. The read that follows shows
 * whether somebody was at the same record: then it may have.
 */
export const firstWriteEntries = ({ firstWrites }: SyncStore, theirs: Project): SyncStoreEntry[] =>
  firstWrites.flatMap((each) => {
    const { record, before, sent } = each;
    const now = theirs.get(record);
    const isOthers = (cell: string) => isSameField(sent.kind, cell, before, sent) && now && !isSameField(sent.kind, cell, sent, now);
    const wasThere = now !== undefined && [...fieldPathsOf(before, now)].some(isOthers);
    return [{ id: `first/${record}`, value: null }, ...(wasThere ? [{ id: `overtaken/${record}`, value: each }] : [])];
  });
