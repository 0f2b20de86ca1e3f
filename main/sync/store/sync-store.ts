/**
 * What the mirror of one project keeps on the disk, beside the project itself. Everything that belongs together is written in one
 * transaction: with a command of the engine where there is one, else in one put. A row that is no more is null.
 */

import type { KeyValueStore, KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import type { ReplaceRecordsCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { PROJECT_RECORD_ID } from '../../../shared/model/kinds/project.ts';
import { Project } from '../../../shared/model/project.ts';
import type { MergeConflict } from '../plan/merge-conflict.ts';
import type { MergeResult } from '../plan/merge-trees.ts';
import type { DuplicateWatch, PendingWrite } from '../protocol/pending-write.ts';
import type { LocalProject } from './local-project.ts';

export const syncStoreName = 'mirror';

/** Where we are with the remote. */
export interface SyncCheckpoint {
  /** The project's hash there. */
  readonly there: string;
  /** After our last acknowledged write. */
  readonly version: number | null;
  /** As the project list showed it before the last read, or when it had our last write. */
  readonly updatedAt: string | null;
  /** As the list itself showed it last; `updatedAt` may come from an answer. */
  readonly listed?: string | null;
  /** The base is all of theirs as it was at `updatedAt`: nothing is in question, so that a restart need not read it. */
  readonly whole?: boolean;
  /** At this version here there was nothing to take in, to ask or to send. */
  readonly rest?: number | null;
}

/** A write that the remote refused: as long as it would be the same, it is not sent again. */
export interface RejectedWrite {
  readonly record: string;
  readonly request: string;
  readonly why: string;
  readonly row?: PendingWrite;
  readonly state?: string;
}

/** Of a write that overtook another: what we knew, and what we sent. */
export interface OverwriteReport {
  readonly record: string;
  readonly before: AnyRecord;
  readonly sent: AnyRecord;
}

export type SyncStoreEntry = { readonly id: string; readonly value: unknown };

export class SyncStore {
  readonly #shelf: KeyValueStore;
  readonly #hash: string;
  #base: Map<string, AnyRecord> | undefined;
  #project: Project | undefined;

  constructor(shelf: KeyValueStore, hash: string) {
    this.#shelf = shelf;
    this.#hash = hash;
  }

  /** A row of whoever runs the mirror. */
  get(id: string): unknown {
    return this.#get(id);
  }

  get checkpoint(): SyncCheckpoint | undefined {
    return this.#get<SyncCheckpoint>('standing');
  }

  /** Where we are; there must be one. */
  get requiredCheckpoint(): SyncCheckpoint {
    const { checkpoint } = this;
    if (!checkpoint) throw new Error(`${this.#hash} is not mirrored`);
    return checkpoint;
  }

  /** The base is no longer all of theirs, and there is something to do. */
  get unsettledEntry(): SyncStoreEntry {
    return { id: 'standing', value: { ...this.requiredCheckpoint, whole: false, rest: null } };
  }

  get pendingWrite(): PendingWrite | undefined {
    return this.#get<PendingWrite>('sending');
  }

  get conflicts(): MergeConflict[] {
    return this.#all<MergeConflict>('question/');
  }

  get rejectedWrites(): RejectedWrite[] {
    return this.#all<RejectedWrite>('refused/');
  }

  clearRejectedEntries(): SyncStoreEntry[] {
    return this.#shelf
      .list(`${this.#hash}/refused/`)
      .flatMap(({ id, value }) => (value === null ? [] : [{ id: id.slice(this.#hash.length + 1), value: null }]));
  }

  get overwriteReports(): OverwriteReport[] {
    return this.#all<OverwriteReport>('overtaken/');
  }

  /** Of writes that were found done: they overtook another, or not; the next answer tells. */
  get unconfirmedWrites(): OverwriteReport[] {
    return this.#all<OverwriteReport>('doubt/');
  }

  /** Of the first writes after reads: the next read tells whether somebody was at the same record. */
  get firstWrites(): OverwriteReport[] {
    return this.#all<OverwriteReport>('first/');
  }

  get duplicateWatches(): DuplicateWatch[] {
    return this.#all<DuplicateWatch>('watch/');
  }

  /** Creates that may be there and cannot be told: not sent until the user has said. */
  get uncertainCreates(): PendingWrite[] {
    return this.#all<PendingWrite>('unsure/');
  }

  /** By which id the remote has it, whoever was told the old one. */
  resolveAlias(id: string): string {
    return this.#get<string>(`alias/${id}`) ?? id;
  }

  get base(): Project {
    this.#base ??= new Map(this.#all<AnyRecord>('base/').map((record) => [record.id, record]));
    this.#project ??= new Project(this.#base.values());
    return this.#project;
  }

  /** To be laid beside the end of the mirror, or of the project. */
  removalRows(): KeyValueWrites {
    return { store: syncStoreName, remove: this.#shelf.list(`${this.#hash}/`).map(({ id }) => id) };
  }

  /** Entries as what goes beside a command. */
  toExtraRows(entries: readonly SyncStoreEntry[]): KeyValueWrites[] {
    return [{ store: syncStoreName, put: entries.map(({ id, value }) => ({ id: `${this.#hash}/${id}`, value })) }];
  }

  write(entries: readonly SyncStoreEntry[]): void {
    for (const { put = [] } of this.toExtraRows(entries)) this.#shelf.put(put);
    this.applyEntries(entries);
  }

  /** Records, base and what belongs to them in one transaction. */
  commit(local: LocalProject, command: ReplaceRecordsCommand, entries: readonly SyncStoreEntry[]): void {
    const empty = command.renamedIds.length + command.put.length + command.removedIds.length === 0;
    const written = !empty && local.apply(command, this.toExtraRows(entries)).versionTime !== null;
    if (written) this.applyEntries(entries);
    else this.write(entries);
  }

  /** The entries are on the disk: what is held in memory follows. */
  applyEntries(entries: readonly SyncStoreEntry[]): void {
    for (const { id, value } of entries) {
      if (!id.startsWith('base/') || !this.#base) continue;
      const record = id.slice('base/'.length);
      const before = this.#base.get(record);
      if (value === null) this.#base.delete(record);
      else this.#base.set(record, value as AnyRecord);
      const after = this.#base.get(record);
      if (before || after) this.#project?.apply([{ before, after } as { before: AnyRecord; after: AnyRecord }]);
    }
  }

  #get<T>(id: string): T | undefined {
    return (this.#shelf.get(`${this.#hash}/${id}`) as T | null | undefined) ?? undefined;
  }

  #all<T>(prefix: string): T[] {
    return this.#shelf.list(`${this.#hash}/${prefix}`).flatMap(({ value }) => (value === null ? [] : [value as T]));
  }
}

export const baseEntries = ({ put, removedIds }: MergeResult['base']): SyncStoreEntry[] => [
  ...put.map((record) => ({ id: `base/${record.id}`, value: record })),
  ...removedIds.map((id) => ({ id: `base/${id}`, value: null })),
];

/** The base after the remote was restored from a backup: what there was is known, but not what was agreed on about it. */
export function resetBaseEntries(base: Project): SyncStoreEntry[] {
  const put = [...base.records()].map(({ kind, id, locales, roots }) =>
    kind === PROJECT_RECORD_ID ? { kind, id, rank: '', locales, roots } : { kind, id, rank: '' },
  );
  return baseEntries({ put: put as AnyRecord[], removedIds: [] });
}
