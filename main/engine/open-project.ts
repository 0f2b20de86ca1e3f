/** An open project: its records in memory, its row in the database and its undo history. Each write is decided, committed, then published. */

import type { UndoResult } from '../../shared/contracts/ipc/results.ts';
import type { KeyValueWrites } from '../../shared/contracts/key-value-store.ts';
import type { StoredFile } from '../../shared/contracts/stored-file.ts';
import type { RecordVersion, RemovedRecordsPage } from '../../shared/contracts/sync.ts';
import { type Environment, toVersionTime } from '../../shared/environment.ts';
import { distinctMessages, joinSentences, type Message, message } from '../../shared/messages/message.ts';
import { type ChangeSet, invertChangeSet, squashChangeSets } from '../../shared/model/change-set.ts';
import type { Command, CommandOrigin, CommandResult, SingleCommand } from '../../shared/model/commands.ts';
import type { IdMapping } from '../../shared/model/id-mapping.ts';
import type { Project } from '../../shared/model/project.ts';
import { notFoundProblem, Problem } from '../../shared/problem.ts';
import { decide } from './decide/decide.ts';
import { draftRenameWrites } from './drafts.ts';
import { entriesToRestoreRecord, entriesToRestoreVersion, listRecordVersions, readRemovedPage } from './history/record-versions.ts';
import { revertEntries, type SkipReasonProvider } from './history/revert-entries.ts';
import {
  commandLabel,
  type JournalEntry,
  journalEntryId,
  parseJournalEntries,
  serializeLabel,
  toJournalEntries,
  UndoHistory,
} from './history/undo-history.ts';
import type { ProjectStore } from './storage/project-store.ts';
import type { JournalRow, ProjectRow } from './storage/stored-rows.ts';

/** Called after a commit with the changes. */
type CommitListener = (open: OpenProject, changes: ChangeSet, origin: CommandOrigin) => void;

export class OpenProject {
  readonly project: Project;
  readonly undoHistory: UndoHistory;
  #row: ProjectRow;
  /** The journal is trimmed in the transaction of the next commit: a transaction of its own could fail after the user's change was stored. */
  #forgetUpTo: number | undefined;
  readonly #store: ProjectStore;
  readonly #environment: Environment;
  readonly #findStoredFile: (file: string) => StoredFile | undefined;
  readonly #onCommit: CommitListener;

  constructor(
    { row, project }: { readonly row: ProjectRow; readonly project: Project },
    store: ProjectStore,
    environment: Environment,
    findStoredFile: (file: string) => StoredFile | undefined,
    onCommit: CommitListener,
  ) {
    this.#row = row;
    this.project = project;
    this.undoHistory = new UndoHistory(store.listJournalSummaries(row.id));
    this.#store = store;
    this.#environment = environment;
    this.#findStoredFile = findStoredFile;
    this.#onCommit = onCommit;
  }

  get row(): ProjectRow {
    return this.#row;
  }

  /** Throws a Problem with all errors of the command, and then changes nothing. `extraRows` are written in the same transaction. */
  execute(command: Command, origin: CommandOrigin, extraRows?: readonly KeyValueWrites[]): CommandResult {
    const { changes, ids } = this.#apply(command, origin);
    const renamed = command.do === 'replaceRecords' ? command.renamedIds : [];
    return {
      ...this.#commit(changes, { origin, label: serializeLabel(commandLabel(command)), step: 'do', reverts: null }, extraRows, renamed),
      ids,
    };
  }

  /** What `execute` would change in the project, or in a copy of it. Throws what `execute` would throw. Nothing is changed. */
  dryRun(command: SingleCommand, origin: CommandOrigin, project: Project = this.project): ChangeSet {
    return decide(command, project, this.#environment, origin, this.#findStoredFile).changes;
  }

  /** Undoes or redoes the user's last step, except for values that have changed since. Throws a 409 if there is none. */
  revert(step: 'undo' | 'redo', skipReason?: SkipReasonProvider): UndoResult {
    const last = this.undoHistory.peek(step);
    const row = last && this.#store.readJournalRow(this.#row.id, last.version);
    if (!last || !row) throw nothingToRevert(step);
    const { changes, skipped } = revertEntries(parseJournalEntries(row.changes), this.project, skipReason);
    if (changes.length === 0) this.undoHistory.discard(step);
    this.project.apply(changes);
    const reply = this.#commit(changes, { origin: 'user', label: last.label, step, reverts: last.version });
    return { ...reply, ids: [], skipped: distinctMessages(skipped) };
  }

  listRecordVersions(id: string): RecordVersion[] {
    const rows = this.#store.listJournalRowsFor(this.#row.id, id);
    const { version, created } = this.#row;
    return listRecordVersions(id, rows, this.project.get(id), {
      version,
      created,
      isComplete: (this.#store.readFirstJournalVersion(this.#row.id) ?? 2) === 2,
    });
  }

  listRemovedRecords(before: string | undefined): RemovedRecordsPage {
    return readRemovedPage(this.#store, this.#row.id, before);
  }

  /**
   * Restores a version of a record, or by default the last one before it was removed, as far as the current project permits. A removed
   * record is restored together with the records that were removed by cascade. Throws a 404 for an unknown version, and a 409 if the record
   * cannot be restored.
   */
  restoreRecord(id: string, version: number | undefined, skipReason?: SkipReasonProvider): UndoResult {
    const versions = this.listRecordVersions(id);
    const past = versions.find((each) => (version === undefined ? each.record !== null : each.version === version));
    if (!past) throw notFoundProblem(message('problem.noun.version'), String(version ?? id));
    const current = this.project.get(id);
    const kind = (current ?? past.record)?.kind;
    const label = kind ? message(`undo.restore.${kind}`) : message('undo.restore.record');
    if (current && !past.record) return { ...this.#send({ do: 'remove', kind: current.kind, id }, label), skipped: [] };
    const removal = current ? undefined : this.#store.readJournalRow(this.#row.id, versions[0]?.version ?? 0);
    const entries = removal && past.record ? entriesToRestoreRecord(removal, past.record) : entriesToRestoreVersion(current, past.record);
    const { changes, skipped } = revertEntries(entries, this.project, skipReason);
    if (!current && !changes.some(({ after }) => after?.id === id))
      throw new Problem('conflict', joinSentences(distinctMessages(skipped)), { conflictType: 'stale' });
    this.project.apply(changes);
    const reply = this.#commit(changes, { origin: 'user', label: serializeLabel(label), step: 'do', reverts: null });
    return { ...reply, ids: [], skipped: distinctMessages(skipped) };
  }

  /** Restores records and the references to them as one undo step, as far as the current project permits. */
  restoreEntries(entries: readonly JournalEntry[], label: Message): UndoResult {
    const { changes, skipped } = revertEntries(entries, this.project);
    this.project.apply(changes);
    const reply = this.#commit(changes, { origin: 'user', label: serializeLabel(label), step: 'do', reverts: null });
    return { ...reply, ids: [], skipped: distinctMessages(skipped) };
  }

  #send(command: Command, label: Message): CommandResult {
    const { changes, ids } = this.#apply(command, 'user');
    return { ...this.#commit(changes, { origin: 'user', label: serializeLabel(label), step: 'do', reverts: null }), ids };
  }

  /** Decides a command and applies it in memory: all commands of a batch, or none. */
  #apply(command: Command, origin: CommandOrigin): { changes: ChangeSet; ids: string[] } {
    const applied: ChangeSet[] = [];
    const ids: string[] = [];
    const removedIds = new Set<string>();
    try {
      for (const each of command.do === 'batch' ? command.commands : [command]) {
        // A batch may remove a record that one of its earlier commands has already removed by cascade.
        if (each.do === 'remove' && removedIds.has(each.id) && !this.project.has(each.id)) continue;
        const decision = decide(each, this.project, this.#environment, origin, this.#findStoredFile);
        this.project.apply(decision.changes);
        applied.push(decision.changes);
        ids.push(...decision.ids);
        for (const { before, after } of decision.changes) if (before && !after) removedIds.add(before.id);
      }
    } catch (error) {
      for (const changes of applied.reverse()) this.project.apply(invertChangeSet(changes));
      throw error;
    }
    return { changes: squashChangeSets(applied), ids };
  }

  /**
   * [Version envelope, G7] a command that changes something creates one version, including all changes by cascade; any other command
   * creates none.
   */
  #commit(
    changes: ChangeSet,
    journal: Pick<JournalRow, 'origin' | 'label' | 'step' | 'reverts'> & { origin: CommandOrigin },
    extraRows: readonly KeyValueWrites[] = [],
    renamed: IdMapping = [],
  ): Omit<CommandResult, 'ids'> {
    const { version } = this.#row;
    if (changes.length === 0) {
      // If a record was removed in the meantime, only the journal contains its id.
      if (renamed.length > 0) this.#store.commit(this.#row, [], { renamed, extraRows });
      return { version, newVersion: version, versionTime: null };
    }
    const time = Math.max(this.#environment.now(), this.#row.updated + 1);
    const row = { ...this.#row, version: version + 1, updated: time, records: this.project.size };
    const entries = toJournalEntries(changes, renamed);
    const touched = entries.map((entry) => ({ id: journalEntryId(entry), isRemoved: 'removed' in entry }));
    const journalRow = { ...journal, version: row.version, time, changes: JSON.stringify(entries), touched };
    try {
      this.#store.commit(row, changes, {
        journal: journalRow,
        forgetUpTo: this.#forgetUpTo,
        renamed,
        extraRows: [...extraRows, draftRenameWrites(this.#store, row.hash, renamed)],
      });
    } catch (error) {
      this.project.apply(invertChangeSet(changes));
      const text =
        error instanceof Problem ? message('problem.store.notWrittenBecause', { reason: error.text }) : message('problem.store.notWritten');
      throw new Problem('store', text, { cause: error, ...(error instanceof Problem && error.reason && { reason: error.reason }) });
    }
    this.#row = row;
    this.undoHistory.append({ ...journalRow, bytes: journalRow.changes.length });
    this.#forgetUpTo = this.undoHistory.trim();
    this.#onCommit(this, changes, journal.origin);
    return { version, newVersion: row.version, versionTime: toVersionTime(time) };
  }
}

const nothingToRevert = (step: 'undo' | 'redo'): Problem =>
  new Problem('conflict', message(step === 'undo' ? 'problem.undo.nothingToUndo' : 'problem.undo.nothingToRedo'), {
    conflictType: 'stale',
  });
