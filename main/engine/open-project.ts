/** One project that is open: its records in memory, its row, its history. Every write is decided, made durable, then told. */

import type { UndoResult } from '../../shared/contracts/ipc/results.ts';
import type { KeyValueWrites } from '../../shared/contracts/key-value-store.ts';
import type { StoredFile } from '../../shared/contracts/stored-file.ts';
import type { RecordVersion, RemovedRecordsPage } from '../../shared/contracts/sync.ts';
import { type Environment, toVersionTime } from '../../shared/environment.ts';
import { message } from '../../shared/messages/message.ts';
import { type ChangeSet, invertChangeSet } from '../../shared/model/change-set.ts';
import type { Command, CommandOrigin, CommandResult, SingleCommand } from '../../shared/model/commands.ts';
import type { IdMapping } from '../../shared/model/id-mapping.ts';
import { getKind } from '../../shared/model/kinds/kinds.ts';
import { Project } from '../../shared/model/project.ts';
import { notFoundProblem, Problem } from '../../shared/problem.ts';
import { decide } from './decide/decide.ts';
import { formatCommandLabel } from './history/command-label.ts';
import { journalEntryId, parseJournalEntries, toJournalEntries } from './history/journal-entry.ts';
import { entriesToRestoreVersion, listRecordVersions } from './history/record-versions.ts';
import { entriesToRestoreRecord, readRemovedPage } from './history/removed-records.ts';
import { revertEntries, type SkipReasonProvider } from './history/revert-entries.ts';
import { UndoHistory } from './history/undo-history.ts';
import { squashChangeSets } from './squash-change-sets.ts';
import type { JournalRow, ProjectRow, ProjectStore } from './storage/project-store.ts';

/** Called after a commit, with what changed. */
export type CommitListener = (open: OpenProject, changes: ChangeSet, origin: CommandOrigin) => void;

export class OpenProject {
  readonly project: Project;
  readonly undoHistory: UndoHistory;
  row: ProjectRow;
  /** What the journal has outgrown goes with the next commit, so that no write of its own can fail after the user's. */
  #forgetUpTo: number | undefined;
  readonly #store: ProjectStore;
  readonly #environment: Environment;
  readonly #storedFile: (file: string) => StoredFile | undefined;
  readonly #onCommit: CommitListener;

  constructor(
    row: ProjectRow,
    store: ProjectStore,
    environment: Environment,
    storedFile: (file: string) => StoredFile | undefined,
    onCommit: CommitListener,
  ) {
    this.row = row;
    this.project = new Project(store.readRecords(row.id));
    this.undoHistory = new UndoHistory(store.listJournalSummaries(row.id));
    this.#store = store;
    this.#environment = environment;
    this.#storedFile = storedFile;
    this.#onCommit = onCommit;
  }

  execute(command: Command, origin: CommandOrigin, beside?: readonly KeyValueWrites[]): CommandResult {
    const { changes, ids } = this.#apply(command, origin);
    const renamed = command.do === 'take' ? command.renamedIds : [];
    return { ...this.#commit(changes, { origin, label: formatCommandLabel(command), step: 'do', reverts: null }, beside, renamed), ids };
  }

  /** Throws what `send` would throw, and changes nothing. */
  dryRun(command: SingleCommand, origin: CommandOrigin): void {
    decide(command, this.project, this.#environment, origin, this.#storedFile);
  }

  /** Takes the user's last step back, or does it again, as far as it is still theirs. Throws a 409 when there is none. */
  revert(step: 'undo' | 'redo', skipReason?: SkipReasonProvider): UndoResult {
    const last = this.undoHistory.peek(step);
    const row = last && this.#store.readJournalRow(this.row.id, last.version);
    if (!last || !row) throw new Problem('conflict', message('problem.undo.nothing', { step }), { conflictType: 'stale' });
    const { changes, skipped } = revertEntries(parseJournalEntries(row.changes), this.project, skipReason);
    if (changes.length === 0) this.undoHistory.discard(step);
    this.project.apply(changes);
    const reply = this.#commit(changes, { origin: 'user', label: last.label, step, reverts: last.version });
    return { ...reply, ids: [], skipped: [...new Set(skipped)] };
  }

  listRecordVersions(id: string): RecordVersion[] {
    const rows = this.#store.listJournalRowsFor(this.row.id, id);
    const { version, created } = this.row;
    return listRecordVersions(id, rows, this.project.get(id), {
      version,
      created,
      isComplete: (this.#store.readFirstJournalVersion(this.row.id) ?? 2) === 2,
    });
  }

  listRemovedRecords(before: string | undefined): RemovedRecordsPage {
    return readRemovedPage(this.#store, this.row.id, before);
  }

  /** The record as it was, as far as what is there now allows it; what is gone comes back with what fell with it. Without a version: as it was last. */
  restoreRecord(id: string, version: number | undefined, skipReason?: SkipReasonProvider): UndoResult {
    const versions = this.listRecordVersions(id);
    const past = versions.find((each) => (version === undefined ? each.record !== null : each.version === version));
    if (!past) throw notFoundProblem('version', String(version ?? id));
    const now = this.project.get(id);
    const kind = (now ?? past.record)?.kind;
    const label = kind ? `Restore ${getKind(kind).label}` : 'Restore';
    if (now && !past.record) return { ...this.#send({ do: 'remove', kind: now.kind, id }, label), skipped: [] };
    const removal = now ? undefined : this.#store.readJournalRow(this.row.id, versions[0]?.version ?? 0);
    const entries = removal && past.record ? entriesToRestoreRecord(removal, past.record) : entriesToRestoreVersion(now, past.record);
    const { changes, skipped } = revertEntries(entries, this.project, skipReason);
    if (!now && !changes.some(({ after }) => after?.id === id))
      throw new Problem('conflict', [...new Set(skipped)].join(' '), { conflictType: 'stale' });
    this.project.apply(changes);
    const reply = this.#commit(changes, { origin: 'user', label, step: 'do', reverts: null });
    return { ...reply, ids: [], skipped: [...new Set(skipped)] };
  }

  #send(command: Command, label: string): CommandResult {
    const { changes, ids } = this.#apply(command, 'user');
    return { ...this.#commit(changes, { origin: 'user', label, step: 'do', reverts: null }), ids };
  }

  /** Decides and applies in memory: all commands of a batch or none. */
  #apply(command: Command, origin: CommandOrigin): { changes: ChangeSet; ids: string[] } {
    const done: ChangeSet[] = [];
    const ids: string[] = [];
    const gone = new Set<string>();
    try {
      for (const each of command.do === 'batch' ? command.commands : [command]) {
        if (each.do === 'remove' && gone.has(each.id) && !this.project.has(each.id)) continue;
        const decision = decide(each, this.project, this.#environment, origin, this.#storedFile);
        this.project.apply(decision.changes);
        done.push(decision.changes);
        ids.push(...decision.ids);
        for (const { before, after } of decision.changes) if (before && !after) gone.add(before.id);
      }
    } catch (error) {
      for (const changes of done.reverse()) this.project.apply(invertChangeSet(changes));
      throw error;
    }
    return { changes: squashChangeSets(done), ids };
  }

  /** [Version envelope, G7] one version a command that changes something, whatever it cascades to; none for one that does not. */
  #commit(
    changes: ChangeSet,
    journal: Pick<JournalRow, 'origin' | 'label' | 'step' | 'reverts'> & { origin: CommandOrigin },
    beside?: readonly KeyValueWrites[],
    renamed: IdMapping = [],
  ): Omit<CommandResult, 'ids'> {
    const { version } = this.row;
    if (changes.length === 0) return { version, newVersion: version, versionTime: null };
    const time = Math.max(this.#environment.now(), this.row.updated + 1);
    const row = { ...this.row, version: version + 1, updated: time };
    const entries = toJournalEntries(changes, renamed);
    const touched = entries.map((entry) => ({ id: journalEntryId(entry), isRemoved: 'removed' in entry }));
    const noted = { ...journal, version: row.version, time, changes: JSON.stringify(entries), touched };
    try {
      this.#store.commit(row, changes, { journal: noted, forgetUpTo: this.#forgetUpTo, renamed, ...(beside && { beside }) });
    } catch (error) {
      this.project.apply(invertChangeSet(changes));
      throw new Problem('store', message('problem.store.notWritten'), { cause: error });
    }
    this.row = row;
    this.undoHistory.append({ ...noted, bytes: noted.changes.length });
    this.#forgetUpTo = this.undoHistory.trim();
    this.#onCommit(this, changes, journal.origin);
    return { version, newVersion: row.version, versionTime: toVersionTime(time) };
  }
}
