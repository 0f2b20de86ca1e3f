/** An open project: its records in memory, its row in the database and its undo history. Each write is decided, committed, then published. */

import type { UndoResult } from '../../shared/contracts/ipc/results.ts';
import type { KeyValueWrites } from '../../shared/contracts/key-value-store.ts';
import type { StoredFile } from '../../shared/contracts/stored-file.ts';
import type { RecordVersion, RemovedRecordsPage } from '../../shared/contracts/sync.ts';
import { type Environment, toVersionTime } from '../../shared/environment.ts';
import { appendAll, runSteps } from '../../shared/lists.ts';
import { distinctMessages, joinSentences, type Message, message } from '../../shared/messages/message.ts';
import { type ChangeSet, invertChangeSet, squashChangeSets } from '../../shared/model/change-set.ts';
import type { Command, CommandOrigin, CommandResult, SingleCommand } from '../../shared/model/commands.ts';
import { containsIdOf, type IdMapping, replaceIds } from '../../shared/model/id-mapping.ts';
import type { Project } from '../../shared/model/project.ts';
import { notFoundProblem, Problem } from '../../shared/problem.ts';
import { decide, decideInSteps } from './decide/decide.ts';
import { draftRenameWrites } from './drafts.ts';
import {
  entriesToRestoreRecordInSteps,
  entriesToRestoreVersion,
  listRecordVersions,
  readRemovedPageInSteps,
} from './history/record-versions.ts';
import { type RevertResult, revertEntriesInSteps, type SkipReasonProvider } from './history/revert-entries.ts';
import {
  type JournalEntry,
  journalEntryId,
  parseJournalEntriesInSteps,
  restoreLabel,
  serializeJournalEntriesInSteps,
  serializeLabel,
  stepLabel,
  toJournalEntries,
  UndoHistory,
} from './history/undo-history.ts';
import { isLongStep } from './long-work.ts';
import type { ProjectStore } from './storage/project-store.ts';
import type { JournalRow, ProjectRow } from './storage/stored-rows.ts';

interface Commit {
  readonly changes: ChangeSet;
  readonly renamedIds: IdMapping;
}
/** Called after a commit. */
type CommitListener = (open: OpenProject, commit: Commit, origin: CommandOrigin) => void;

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
  readonly #currentIds = new CurrentIds();

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

  /** The command with the ids that records have now, in place of those that they have had since the project was opened. */
  toCurrentIds(command: Command): Command {
    return this.#currentIds.replaceIn(command);
  }

  /** Throws a Problem with all errors of the command, and then changes nothing. `extraRows` are written in the same transaction. */
  execute(...input: ExecuteInput): CommandResult {
    return runSteps(this.#execute(this.project, ...input));
  }

  /** Like `execute`, in short steps. Others see nothing of it before the last one; until then, nothing else may write to the project. */
  *executeInSteps(...input: ExecuteInput): Generator<void, CommandResult> {
    return yield* this.#execute(yield* this.project.cloneInSteps(), ...input);
  }

  /** `next`: the project or a clone of it. It receives the changes before they are committed, and the project then takes the state of the clone. */
  *#execute(next: Project, command: Command, origin: CommandOrigin, extraRows?: readonly KeyValueWrites[]): Generator<void, CommandResult> {
    const { changes, ids } = yield* this.#apply(command, origin, next);
    const renamed = command.do === 'replaceRecords' ? command.renamedIds : [];
    const label = stepLabel(command, changes, next);
    const journal = { origin, label: serializeLabel(label), step: 'do', reverts: null } as const;
    return { ...(yield* this.#commit(next, changes, journal, { extraRows, renamed, label })), ids };
  }

  /** Whether the next write also removes a part of the journal, which takes long. */
  get forgetsSteps(): boolean {
    return this.#forgetUpTo !== undefined;
  }

  /** Whether undo or redo takes long. */
  isLongRevert(step: 'undo' | 'redo'): boolean {
    const last = this.undoHistory.peek(step);
    return last !== undefined && isLongStep(this.undoHistory.bytesOf(last.version));
  }

  /** What `execute` would change in the project, or in a copy of it. Throws what `execute` would throw. Nothing is changed. */
  dryRun(command: SingleCommand, origin: CommandOrigin, project: Project = this.project): ChangeSet {
    return decide(command, project, this.#environment, origin, this.#findStoredFile).changes;
  }

  *dryRunInSteps(command: SingleCommand, origin: CommandOrigin, copy: Project): Generator<void, ChangeSet> {
    return (yield* decideInSteps(command, copy, this.#environment, origin, this.#findStoredFile)).changes;
  }

  /** Undoes or redoes the user's last step, except for values that have changed since. Throws a 409 if there is none. */
  revert(...input: RevertInput): UndoResult {
    return runSteps(this.#revert(this.project, ...input));
  }

  /** Like `revert`, under the conditions of `executeInSteps`. */
  *revertInSteps(...input: RevertInput): Generator<void, UndoResult> {
    return yield* this.#revert(yield* this.project.cloneInSteps(), ...input);
  }

  *#revert(next: Project, step: 'undo' | 'redo', skipReason?: SkipReasonProvider): Generator<void, UndoResult> {
    const last = this.undoHistory.peek(step);
    const row = last && (yield* this.#store.readJournalListsInSteps(this.#row.id, last.version));
    if (!last || !row) throw nothingToRevert(step);
    const entries = yield* parseJournalEntriesInSteps(row.lists);
    const { changes, skipped } = yield* revertEntriesInSteps(entries, this.project, skipReason);
    if (changes.length === 0) this.undoHistory.discard(step);
    return yield* this.#commitReverted(next, { changes, skipped }, { label: last.label, step, reverts: last.version });
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

  listRemovedRecordsInSteps(before: string | undefined): Generator<void, RemovedRecordsPage> {
    return readRemovedPageInSteps(this.#store, this.#row.id, before);
  }

  /**
   * Restores a version of a record, or by default the last one before it was removed, as far as the current project permits. A removed
   * record is restored together with the records that were removed by cascade. Throws a 404 for an unknown version, and a 409 if the record
   * cannot be restored.
   */
  restoreRecord(...input: RestoreInput): UndoResult {
    return runSteps(this.#restoreRecord(this.project, ...input));
  }

  /** Like `restoreRecord`, under the conditions of `executeInSteps`. */
  *restoreRecordInSteps(...input: RestoreInput): Generator<void, UndoResult> {
    return yield* this.#restoreRecord(yield* this.project.cloneInSteps(), ...input);
  }

  *#restoreRecord(next: Project, id: string, version: number | undefined, skipReason?: SkipReasonProvider): Generator<void, UndoResult> {
    const versions = this.listRecordVersions(id);
    const past = versions.find((each) => (version === undefined ? each.record !== null : each.version === version));
    if (!past) throw notFoundProblem(message('problem.noun.version'), String(version ?? id));
    const current = this.project.get(id);
    const label = serializeLabel(restoreLabel(past.record ?? current, this.project));
    const journal = { label, step: 'do', reverts: null } as const;
    if (current && !past.record) {
      const { changes, ids } = yield* this.#apply({ do: 'remove', kind: current.kind, id }, 'user', next);
      return { ...(yield* this.#commit(next, changes, { origin: 'user', ...journal })), ids, skipped: [], place: findPlace(changes) };
    }
    const removal = current ? undefined : yield* this.#store.readJournalListsInSteps(this.#row.id, versions[0]?.version ?? 0);
    const entries =
      removal && past.record
        ? yield* entriesToRestoreRecordInSteps(removal.lists, past.record)
        : entriesToRestoreVersion(current, past.record);
    const reverted = yield* revertEntriesInSteps(entries, this.project, skipReason);
    if (!current && !reverted.changes.some(({ after }) => after?.id === id))
      throw new Problem('conflict', joinSentences(distinctMessages(reverted.skipped)), { conflictType: 'stale' });
    return yield* this.#commitReverted(next, reverted, journal);
  }

  /** Whether restoring a removed record takes long. */
  isLongRestore(id: string): boolean {
    return !this.project.has(id) && isLongStep(this.undoHistory.bytesOf(this.#store.readLastTouch(this.#row.id, id) ?? 0));
  }

  /** Restores records and the references to them as one undo step, as far as the current project permits, under the conditions of `executeInSteps`. */
  *restoreEntriesInSteps(entries: readonly JournalEntry[], label: Message): Generator<void, UndoResult> {
    const journal = { label: serializeLabel(label), step: 'do', reverts: null } as const;
    const next = yield* this.project.cloneInSteps();
    return yield* this.#commitReverted(next, yield* revertEntriesInSteps(entries, this.project), journal);
  }

  *#commitReverted(
    next: Project,
    { changes, skipped }: RevertResult,
    journal: Pick<JournalRow, 'label' | 'step' | 'reverts'>,
  ): Generator<void, UndoResult> {
    yield* next.applyInSteps(changes);
    const reply = yield* this.#commit(next, changes, { origin: 'user', ...journal });
    return { ...reply, ids: [], skipped: distinctMessages(skipped), place: findPlace(changes) };
  }

  /** Decides a command and applies it in memory: all commands of a batch, or none. */
  *#apply(command: Command, origin: CommandOrigin, next: Project): Generator<void, { changes: ChangeSet; ids: string[] }> {
    const applied: ChangeSet[] = [];
    const ids: string[] = [];
    const removedIds = new Set<string>();
    try {
      for (const each of command.do === 'batch' ? command.commands : [command]) {
        // A batch may remove a record that one of its earlier commands has already removed by cascade.
        if (each.do === 'remove' && removedIds.has(each.id) && !next.has(each.id)) continue;
        const decision = yield* decideInSteps(each, next, this.#environment, origin, this.#findStoredFile);
        yield* next.applyInSteps(decision.changes);
        applied.push(decision.changes);
        appendAll(ids, decision.ids);
        for (const { before, after } of decision.changes) if (before && !after) removedIds.add(before.id);
      }
    } catch (error) {
      if (next === this.project) for (const changes of applied.reverse()) next.apply(invertChangeSet(changes));
      throw error;
    }
    yield;
    return { changes: squashChangeSets(applied), ids };
  }

  /**
   * [Version envelope, G7] a command that changes something creates one version, including all changes by cascade; any other command
   * creates none.
   */
  *#commit(
    next: Project,
    changes: ChangeSet,
    journal: Pick<JournalRow, 'origin' | 'label' | 'step' | 'reverts'> & { origin: CommandOrigin },
    { extraRows = [], renamed = [], label }: CommitOptions = {},
  ): Generator<void, Omit<CommandResult, 'ids'>> {
    const { version } = this.#row;
    const isApplied = next === this.project;
    if (changes.length === 0) {
      // If a record was removed in the meantime, only the journal contains its id.
      if (renamed.length > 0) this.#store.commit(this.#row, [], { renamed, extraRows });
      this.#currentIds.add(renamed);
      return { version, newVersion: version, versionTime: null };
    }
    const time = Math.max(this.#environment.now(), this.#row.updated + 1);
    const row = { ...this.#row, version: version + 1, updated: time, records: next.size };
    const entries = toJournalEntries(changes, renamed);
    const touched = entries.map((entry) => ({ id: journalEntryId(entry), isRemoved: 'removed' in entry }));
    yield;
    const lists = yield* serializeJournalEntriesInSteps(entries);
    const journalRow = { ...journal, version: row.version, time, lists, touched };
    const extras = {
      journal: journalRow,
      forgetUpTo: this.#forgetUpTo,
      renamed,
      extraRows: renamed.length === 0 ? extraRows : [...extraRows, draftRenameWrites(this.#store, row.hash, renamed)],
    };
    try {
      if (isApplied) this.#store.commit(row, changes, extras);
      else yield* this.#store.commitInSteps(row, changes, extras);
    } catch (error) {
      if (isApplied) next.apply(invertChangeSet(changes));
      const text =
        error instanceof Problem ? message('problem.store.notWrittenBecause', { reason: error.text }) : message('problem.store.notWritten');
      throw new Problem('store', text, { cause: error, ...(error instanceof Problem && error.reason && { reason: error.reason }) });
    }
    if (!isApplied) this.project.adopt(next, changes);
    this.#row = row;
    this.undoHistory.append({ ...journalRow, bytes: lists.reduce((sum, { length }) => sum + length, 0) }, label);
    this.#forgetUpTo = this.undoHistory.trim();
    this.#currentIds.add(renamed);
    this.#onCommit(this, { changes, renamedIds: renamed }, journal.origin);
    return { version, newVersion: row.version, versionTime: toVersionTime(time) };
  }
}

/**
 * The ids that records have now, by those that they have had since the project was opened: what a window sends while a remote renames a record still
 * names it by its former id.
 */
class CurrentIds {
  readonly #current = new Map<string, string>();
  readonly #former = new Map<string, readonly string[]>();

  add(renamed: IdMapping): void {
    for (const [from, to] of renamed) {
      const former = [...(this.#former.get(from) ?? []), from];
      this.#former.delete(from);
      this.#former.set(to, former);
      for (const id of former) this.#current.set(id, to);
    }
  }

  replaceIn(command: Command): Command {
    if (this.#current.size === 0 || !containsIdOf(command, this.#current)) return command;
    // The same command with strings replaced by strings.
    return replaceIds(command, this.#current) as Command;
  }
}

interface CommitOptions {
  readonly extraRows?: readonly KeyValueWrites[] | undefined;
  readonly renamed?: IdMapping;
  /** The label of the step, if it was not only read from the journal. */
  readonly label?: Message;
}

type ExecuteInput = [command: Command, origin: CommandOrigin, extraRows?: readonly KeyValueWrites[]];
type RevertInput = [step: 'undo' | 'redo', skipReason?: SkipReasonProvider];
type RestoreInput = [id: string, version: number | undefined, skipReason?: SkipReasonProvider];

/** Where a step can be seen: at the first record that it has changed, or on the board of one that it has removed. */
function findPlace(changes: ChangeSet): string | null {
  for (const { before, after } of changes) {
    if (after && after.kind !== 'project') return after.id;
    if (typeof before?.boardId === 'string') return before.boardId;
  }
  return null;
}

const nothingToRevert = (step: 'undo' | 'redo'): Problem =>
  new Problem('conflict', message(step === 'undo' ? 'problem.undo.nothingToUndo' : 'problem.undo.nothingToRedo'), {
    conflictType: 'stale',
  });
