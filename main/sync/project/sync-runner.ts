/**
 * The mirror of one project, step by step: each step is at most one request and one transaction, and says what is next. It waits for nothing
 * and knows no clock but the one it is given; who runs it sleeps, shares the budget and shows what it tells. Drawing: docs/mirror.md.
 */
import type { Command, ReplaceRecordsCommand } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';
import type { MergeConflict } from '../plan/merge-conflict.ts';
import { remoteFromConflict, resolveConflict } from '../plan/resolve-conflict.ts';
import { isFileReplacement } from '../protocol/asset-file-requests.ts';
import { adoptIds, lookupChanges, lookupError, revertToProvisionalId } from '../protocol/lookup-response.ts';
import { type PendingWrite, planRecovery, toWriteOutcome, versionGap, type WriteOutcome } from '../protocol/pending-write.ts';
import { RemoteUnavailableError } from '../protocol/remote-api.ts';
import type { StepResult } from '../protocol/step-result.ts';
import type { SyncRequest } from '../protocol/sync-request.ts';
import {
  acknowledgementEntries,
  createdIdMapping,
  inferAcknowledgement,
  renamedConflictEntries,
  settleUnconfirmedEntries,
  type WriteAcknowledgement,
  withRemoteId,
} from '../store/acknowledgement-entries.ts';
import { invalidRecordsIn, rejectedWriteEntry, requestFingerprint } from '../store/rejected-writes.ts';
import { baseEntries, type RejectedWrite, SyncStore, type SyncStoreEntry } from '../store/sync-store.ts';
import { createPendingWrite, handleFailedWrite, uncertainCreateEntries } from './failed-write.ts';
import { findRecoveredCreate, storeDuplicateConflicts } from './recovered-create.ts';
import { RemoteState } from './remote-state.ts';
import { SyncPlanner } from './sync-planner.ts';
import type { SyncRunnerDeps } from './sync-runner-deps.ts';
import { validMergePart } from './valid-merge-part.ts';

/** Milliseconds until the next try when nobody answers. */
const retryDelay = 5000;
const projectMissing: StepResult = { is: 'stopped', reason: 'The project is no longer there.' };

export class SyncRunner {
  readonly store: SyncStore;
  readonly #deps: SyncRunnerDeps;
  readonly #theirs: RemoteState;
  readonly #agenda: SyncPlanner;
  #openAt = 0;
  #started = false;
  /** Requests about what was not there. */
  readonly #missed = new Set<string>();

  constructor(deps: SyncRunnerDeps) {
    this.#deps = deps;
    this.store = deps.store ?? new SyncStore(deps.keyValueStore, deps.hash);
    this.#theirs = new RemoteState(deps, this.store);
    this.#agenda = new SyncPlanner(deps, this.store, this.#theirs);
  }

  /** What is open: asked anew by every plan, and what was asked once. */
  get conflicts(): readonly MergeConflict[] {
    return [...(this.#agenda.conflicts ?? []), ...this.store.conflicts];
  }

  /** What the plan asks; undefined where there is none at the moment. */
  get plannedConflicts(): readonly MergeConflict[] | undefined {
    return this.#agenda.conflicts;
  }

  /** Whether theirs is known, so that an answer can be given. */
  get hasReadRemote(): boolean {
    return this.#theirs.project !== undefined;
  }

  /** How many requests what is here would take, as far as that can be told without asking. */
  estimateRequests(): number {
    return this.#agenda.estimateRequests();
  }

  /** Changes that are to be sent yet, as far as that is known. */
  get pendingCount(): number {
    return this.#agenda.pendingCount;
  }

  /** What the remote does not take, as it is now. */
  get rejectedWrites(): readonly RejectedWrite[] {
    return this.#agenda.rejectedWrites;
  }

  /** The waits after silence are over: the network is back, or the user asks for it. */
  retryNow(): void {
    this.#openAt = 0;
  }

  /** What was refused is sent once more: the remote may have changed its mind. */
  retryRejected(): void {
    this.store.write([...this.store.clearRejectedEntries(), { id: 'standing', value: { ...this.store.requiredCheckpoint, rest: null } }]);
    this.#agenda.invalidate();
  }

  get invalidRecords(): ReadonlyMap<string, string> {
    return this.#agenda.invalidRecords;
  }

  /** What an answer comes to is written down; the command that it may be is for the user's hand, so that it can be undone. */
  resolveConflict(question: MergeConflict, choice: 'mine' | 'theirs'): Command | undefined {
    const remote = this.#theirs.project ?? remoteFromConflict(question, this.store.base);
    const { base, command } = resolveConflict(question, choice, { base: this.store.base, local: this.#deps.local.project, remote });
    const over = [`question/${question.id}`, ...(question.why === 'added?' && choice === 'mine' ? [`unsure/${question.record}`] : [])];
    const standing = {
      ...this.store.requiredCheckpoint,
      rest: null,
      ...(base.put.length + base.removedIds.length > 0 && { whole: false }),
    };
    this.store.write([...baseEntries(base), ...over.map((id) => ({ id, value: null })), { id: 'standing', value: standing }]);
    this.#agenda.invalidate();
    return command;
  }

  async step(): Promise<StepResult> {
    const now = this.#deps.now();
    this.#recover();
    if (now < this.#openAt) return { is: 'until', at: this.#openAt, reason: 'waiting for the limit' };
    try {
      const row = this.store.pendingWrite;
      if (row) return await this.#clear(row, now);
      const lately = this.#theirs.applyLatestList();
      if (lately === 'not there') return projectMissing;
      if (lately === 'restored') this.#agenda.invalidate();
      const { listed } = this.#theirs;
      if (!listed || now >= listed.at + this.#deps.pollInterval) return await this.#poll(now);
      const { updatedAt, rest } = this.store.requiredCheckpoint;
      const inStep: StepResult = { is: 'until', at: listed.at + this.#deps.pollInterval, reason: 'in step' };
      const isOpen = this.#deps.files?.hasPending === true;
      if (listed.updatedAt === updatedAt && rest === this.#deps.local.version && !isOpen) return inStep;
      const project = this.#theirs.restoreFromBase();
      if (!project || listed.updatedAt !== updatedAt) return await this.#read();
      const next = this.#found(project) ?? this.#takeIn() ?? (await this.#sendNext(project));
      if (!next) this.#comeToRest();
      return next ?? inStep;
    } catch (error) {
      if (!(error instanceof RemoteUnavailableError)) throw error;
      if (error.isPermanent) return { is: 'stopped', reason: error.message };
      this.#openAt = error.retryAt ?? now + retryDelay;
      return { is: 'until', at: this.#openAt, reason: error.retryAt === undefined ? 'offline' : 'waiting for the limit' };
    }
  }

  /** A write that was on its way when the program ended: from now on nobody knows. */
  #recover(): void {
    if (this.#started) return;
    this.#started = true;
    const row = this.store.pendingWrite;
    if (row && row.unknownSince === null) this.store.write([{ id: 'sending', value: { ...row, unknownSince: this.#deps.now() } }]);
  }

  async #poll(now: number): Promise<StepResult> {
    const found = await this.#theirs.fetchList(now);
    if (found === 'not there') return projectMissing;
    if (found === 'restored') this.#agenda.invalidate();
    return { is: 'busy', action: found === 'listed' ? 'list' : found };
  }

  async #read(): Promise<StepResult> {
    const theirs = await this.#theirs.read();
    this.#agenda.invalidate();
    this.#agenda.invalidRecords.clear();
    storeDuplicateConflicts(this.store, theirs, this.#theirs.readAt);
    return { is: 'busy', action: 'read' };
  }

  /** A create that was asked about has turned up after all: that answers it. */
  #found(theirs: Project): StepResult | undefined {
    const found = findRecoveredCreate(this.store, this.#deps.local.project, theirs);
    if (!found) return undefined;
    const { pendingWrite, id, clearEntries } = found;
    this.#acknowledge(pendingWrite, inferAcknowledgement(id, this.store.requiredCheckpoint.version), false);
    this.store.write(clearEntries);
    storeDuplicateConflicts(this.store, theirs, this.#theirs.readAt);
    return { is: 'busy', action: 'found after all' };
  }

  /** Nothing is left to do; where nothing is in question either, the base is theirs, and a restart need neither read nor plan. */
  #comeToRest(): void {
    const standing = this.store.requiredCheckpoint;
    // What was refused must be told after a restart too: only a plan knows it.
    const rest = this.rejectedWrites.length > 0 ? null : this.#deps.local.version;
    if (!this.#agenda.hasUnresolved && (!standing.whole || standing.rest !== rest))
      this.store.write([{ id: 'standing', value: { ...standing, whole: true, rest } }]);
  }

  /** Without what could not be taken in: one faulty record stops nothing else. */
  #takeIn(): StepResult | undefined {
    const { mergeResult, hasIncoming } = this.#agenda.plan;
    if (!hasIncoming) return undefined;
    const { command, entries = [] } = validMergePart(mergeResult, this.#agenda.invalidRecords) ?? {};
    if (!command) return undefined;
    try {
      this.#take(command, [...entries, this.store.unsettledEntry]);
    } catch (error) {
      const faulty = invalidRecordsIn(error, [...command.put.map(({ id }) => id), ...command.removedIds]);
      if (faulty.size === 0) throw error;
      for (const [id, why] of faulty) this.#agenda.invalidRecords.set(id, why);
      return { is: 'busy', action: 'left out' };
    }
    this.#agenda.invalidate();
    return { is: 'busy', action: 'taken in' };
  }

  #take(command: Partial<ReplaceRecordsCommand>, entries: readonly SyncStoreEntry[]): void {
    this.store.commit(this.#deps.local, { do: 'take', renamedIds: [], put: [], removedIds: [], ...command }, entries);
  }

  async #sendNext(theirs: Project): Promise<StepResult | undefined> {
    const sending = this.#agenda.nextRequest(this.store.requiredCheckpoint.there, theirs);
    if (sending) {
      this.#theirs.requireBudget('write');
      if (sending.op.do !== 'look') return await this.#transmit(createPendingWrite(sending, theirs, this.store.requiredCheckpoint));
      return await this.#look(sending, theirs);
    }
    const doubts = settleUnconfirmedEntries(this.store, false);
    if (doubts.length > 0) this.store.write(doubts);
    if (!this.#agenda.isExhausted) return undefined;
    this.#agenda.invalidate();
    return { is: 'busy', action: 'sent all' };
  }

  /** The row is on the disk before a byte leaves (I7). */
  async #transmit(row: PendingWrite): Promise<StepResult> {
    this.#theirs.requireBudget('write');
    this.store.write([{ id: 'sending', value: row }]);
    const outcome = toWriteOutcome(row.sending, await this.#deps.remote.send(row.sending));
    return this.#settle(row, outcome);
  }

  #settle(row: PendingWrite, outcome: WriteOutcome): StepResult {
    if (outcome.is === 'done') {
      this.#acknowledge(row, outcome);
      return { is: 'busy', action: `${row.sending.method} ${row.sending.path}` };
    }
    const { entries, next, mustReread } = handleFailedWrite(row, outcome, this.#deps.now());
    this.store.write(entries);
    if (mustReread) this.#theirs.invalidate();
    if (outcome.is === 'gone') this.#gone(row.sending);
    if (next.is === 'until') this.#openAt = next.at;
    return next;
  }

  /** What it is about is not there under its name, so the base is not theirs. When theirs shows it all the same, asking again would not help. */
  #gone(sending: SyncRequest): void {
    const { op } = sending;
    if (isFileReplacement(op)) this.#deps.files?.invalidate(op.id, 'gone');
    const { added, removedIds, renamedIds } = revertToProvisionalId(op, this.store.base, this.#deps.local.project);
    const text = requestFingerprint(sending);
    const refusal = this.#missed.has(text)
      ? [rejectedWriteEntry(op.id, text, 'The workspace shows it, and says that it is not there.')]
      : [];
    this.#missed.add(text);
    this.#take({ renamedIds }, [...baseEntries({ put: added, removedIds }), ...refusal, this.store.unsettledEntry]);
  }

  /** The answer, the base, the id and everything that goes by it, in one transaction. */
  #acknowledge(row: PendingWrite, done: WriteAcknowledgement, applies = true): void {
    const made = createdIdMapping(row.sending, done);
    const gap = versionGap(row, done.version);
    const entries = acknowledgementEntries(row, done, this.store, this.#deps.now(), this.#deps.settleTime);
    const renamedIds: ReplaceRecordsCommand['renamedIds'] =
      made && made.from !== made.to && this.#deps.local.project.has(made.from) ? [[made.from, made.to]] : [];
    const isQuiet = this.#agenda.isCurrent;
    const files = this.#deps.files?.entriesAfterWrite(row.sending, made?.to ?? row.sending.op.id) ?? [];
    this.#take({ renamedIds }, [...entries, ...files]);
    this.#theirs.applyWrite(applies ? withRemoteId(made, row.sending.expected) : [], gap, done);
    // Our own renaming is no reason to plan again; what the user did meanwhile is, and what the remote calls a component: scripts name it.
    this.#agenda.markUsed(isQuiet && applies && !(made && row.sending.op.kind === 'component'));
  }

  /** Nobody knows whether it was done: only this project's queue stands still until that is settled. */
  async #clear(row: PendingWrite, now: number): Promise<StepResult> {
    const since = row.unknownSince ?? now;
    const settled = since + this.#deps.settleTime;
    const isSettled = now >= settled;
    const { listed, project, readAt } = this.#theirs;
    if (isSettled && (listed?.at ?? 0) < settled) return await this.#poll(now);
    const isSilent = isSettled && listed !== undefined && listed.updatedAt === row.updatedAt;
    const isRead = project !== undefined && readAt >= (isSettled && !isSilent ? settled : since);
    const evidence = isRead && project ? { theirs: project, ...(listed && { updatedAt: listed.updatedAt }) } : {};
    const step = planRecovery(row, evidence, now, this.#deps.settleTime);
    switch (step.do) {
      case 'read':
        return await this.#read();
      case 'wait':
        return { is: 'until', at: step.until, reason: 'settling' };
      case 'acknowledge':
        this.#acknowledge(row, inferAcknowledgement(step.id, row.version === null ? null : row.version + 1), false);
        this.#theirs.invalidate();
        return { is: 'busy', action: 'found' };
      case 'send again':
        return await this.#transmit({ ...row, attempt: row.attempt + 1, unknownSince: null });
      case 'plan again':
        this.store.write([{ id: 'sending', value: null }]);
        if (isFileReplacement(row.sending.op)) this.#deps.files?.invalidate(row.sending.op.id, 'lost');
        this.#agenda.invalidate();
        return { is: 'busy', action: 'given up' };
      case 'ask':
        this.store.write(uncertainCreateEntries(row, this.#deps.local.project));
        return { is: 'busy', action: 'asked' };
    }
  }

  async #look(sending: SyncRequest, remote: Project): Promise<StepResult> {
    const came = await this.#deps.remote.send(sending);
    const lost = lookupError(came, this.#deps.now());
    if (lost) throw lost;
    const changes = came.is === 'answer' && came.status === 200 ? lookupChanges(sending.op, came.json, remote) : [];
    remote.apply(changes);
    storeDuplicateConflicts(this.store, remote, this.#theirs.readAt);
    const { added, removedIds, renamedIds } = adoptIds(sending.op, changes, {
      base: this.store.base,
      local: this.#deps.local.project,
      remote,
    });
    const aliases = renamedIds.flatMap(([from, to]) => [
      { id: `alias/${from}`, value: to },
      ...renamedConflictEntries(this.store, from, to),
    ]);
    this.#take({ renamedIds }, [...baseEntries({ put: added, removedIds }), ...aliases]);
    this.#agenda.markLookedUp(sending.op, changes.length > 0);
    return { is: 'busy', action: 'look' };
  }
}
