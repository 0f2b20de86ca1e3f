/** A story that is synced while edits, faults and kills occur. A seed decides what happens next. */

import { type Engine, openEngine } from '../../../main/engine/engine.ts';
import type { WaitClock } from '../../../main/platform/wait-clock.ts';
import { type MergeConflict, needsDecision } from '../../../main/sync/plan/merge-conflict.ts';
import { isChoicePossible } from '../../../main/sync/plan/resolve-conflict.ts';
import { assertNoLocalOnlyChanges, findLocalOnlyChanges } from '../../../main/sync/presenter/local-only-changes.ts';
import { SyncRunner } from '../../../main/sync/project/sync-runner.ts';
import { SyncStateMachine, type SyncStepResult } from '../../../main/sync/project/sync-state-machine.ts';
import { PlanSummary } from '../../../main/sync/project/synced-project.ts';
import { revertBlockReason } from '../../../main/sync/service/edit-restrictions.ts';
import { joinedBaseEntries } from '../../../main/sync/service/project-selection.ts';
import type { LocalProject } from '../../../main/sync/store/sync-engine.ts';
import { baseEntries, checkpointEntry, restoredEntries, SyncStore, syncStoreName } from '../../../main/sync/store/sync-store.ts';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { Environment } from '../../../shared/environment.ts';
import { t } from '../../../shared/messages/english.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/model/commands.ts';
import type { AnyRecord, KindName } from '../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { type FakeRemote, openFakeRemote } from '../../fake-remote.ts';
import { FaultyRemote, ProcessKilledError } from '../../faulty-remote.ts';
import { type CommandSketch, toCommand } from '../../random-commands.ts';
import { type RemoteBehavior, randomBehavior, SimulatedRemote } from '../../simulated-remote.ts';
import { createTestStory } from '../../story-builder.ts';
import { createTestEnvironment, createWaitClock } from '../../test-environment.ts';
import { InvariantWatcher } from './invariant-watcher.ts';
import { RemoteHistory, unlistedChanges } from './local-only-watch.ts';
import { SimulatedFiles } from './simulated-files.ts';

const kinds: readonly KindName[] = [
  'board',
  'element',
  'note',
  'jumper',
  'branch',
  'condition',
  'connection',
  'component',
  'asset',
  'componentAttachment',
  'audioAttachment',
  'attribute',
  'variable',
];
const verbs: readonly CommandSketch['do'][] = ['create', 'create', 'create', 'change', 'change', 'change', 'move', 'remove', 'conditions'];
export const settleTime = 90_000;
const pollInterval = 30_000;

interface Shared {
  readonly remote: FakeRemote;
  readonly localEngine: Engine;
  readonly clock: { now: number };
  /** Resets ids, randomness and time to the seed. */
  start(seed: number): void;
}
let shared: Promise<Shared> | undefined;

/** The remote and the engine are shared by all seeds; the tests move the clock. */
async function openSides(): Promise<Shared> {
  const clock = { now: 0 };
  let ticks = 0;
  let current = createTestEnvironment(1);
  const environment: Environment = {
    now: () => clock.now * 1000 + (++ticks % 1000),
    monotonicNow: () => createWaitClock(() => clock.now).now(),
    awakeNow: () => createWaitClock(() => clock.now).now(),
    newId: () => current.newId(),
    random: () => current.random(),
  };
  const reseed = (seed: number) => {
    current = createTestEnvironment(seed);
    ticks = 0;
    clock.now = Date.UTC(2026, 0, 1);
  };
  return { remote: await openFakeRemote(environment), localEngine: openEngine(null, environment), clock, start: reseed };
}

/** What else happens in a run. Each is drawn on its own, so that a kept seed without it takes the steps for which it was kept. */
export interface Circumstances {
  /** The user stops sync now and then, and downloads the project again. */
  readonly stops?: boolean;
  /** Wall clocks are set, here and there, and this computer sleeps. */
  readonly jumps?: boolean;
  /** Somebody else works on the remote all the time. */
  readonly colleague?: boolean;
  /** [I36] The quota of exports is used up now and then, so that the project cannot be read for up to a minute. */
  readonly exhausted?: boolean;
  /** [I39] The first write of each kind and field is verified by a read. */
  readonly verifies?: boolean;
  /** [I38] Others add, rename and remove languages, and choose another main one. */
  readonly languages?: boolean;
  /** The user stops sync now and then, both sides are edited, and they are joined again. */
  readonly joins?: boolean;
  /** The remote accepts files only with the assets that use them, and such creates take longer than other writes. */
  readonly uploads?: boolean;
  /** [I44] A firewall refuses some writes now and then. */
  readonly firewalls?: boolean;
  /** [I41] The data folder is copied now and then, and the program goes on with the copy later. */
  readonly copies?: boolean;
  /** [I3] The user moves something out of a folder and removes the folder, and somebody else removes or moves the folder to which it was moved. */
  readonly moves?: boolean;
}

interface StartOptions extends Circumstances {
  readonly behavior?: RemoteBehavior;
}

export class StoryOnTwoSides {
  readonly remote: FaultyRemote;
  readonly refused = new Map<string, string>();
  readonly trace: string[] = [];
  /** [I39] As stored for a remote. */
  readonly verifiedFields = new Set<string>();
  readonly #random: () => number;
  readonly #localEngine: Engine;
  readonly #hash: string;
  /** The number of points so far at which the program could have been killed; at number `killAt` it is. */
  killPointCount = 0;
  killAt = 0;
  /** Milliseconds since 1970. */
  readonly clock: { now: number };
  /** How far the user has set the wall clock of this computer ahead. */
  wallShift = 0;
  /** For how many milliseconds this computer was asleep. */
  slept = 0;
  #waitClock: WaitClock;
  readonly #keyValueStore: KeyValueStore;
  readonly watcher: InvariantWatcher;
  readonly behavior: RemoteBehavior;
  readonly #history = new RemoteHistory();
  /** Of stops: drawn on their own, so that a kept seed without stops takes the steps for which it was kept. */
  readonly #stopListening: () => void;
  readonly #stopRandom: () => number;
  readonly #languageRandom: () => number;
  readonly #joinRandom: () => number;
  readonly #uploadRandom: () => number;
  readonly #firewallRandom: () => number;
  readonly #copyRandom: () => number;
  readonly #moveRandom: () => number;
  #files: SimulatedFiles | undefined;
  /** [I41] The data folder as it was when it was copied. */
  #copy: { readonly records: readonly AnyRecord[]; readonly rows: ReturnType<KeyValueStore['list']> } | undefined;
  readonly #circumstances: Circumstances;
  readonly #jumpRandom: () => number;
  readonly #colleagueRandom: () => number;
  readonly #quotaRandom: () => number;
  /** On the monotonic clock. */
  #readsAllowedAt = 0;
  #isScarce = false;
  #machine = new SyncStateMachine();
  #loop: SyncRunner;
  #plan = new PlanSummary();
  #isStoringPlan = false;
  #mayKill = false;

  private constructor(
    localEngine: Engine,
    hash: string,
    remote: FaultyRemote,
    behavior: RemoteBehavior,
    clock: { now: number },
    random: () => number,
    seed: number,
    circumstances: Circumstances,
  ) {
    this.#stopRandom = createRandom(seed + 13);
    this.#jumpRandom = createRandom(seed + 19);
    this.#colleagueRandom = createRandom(seed + 29);
    this.#quotaRandom = createRandom(seed + 37);
    this.#languageRandom = createRandom(seed + 41);
    this.#joinRandom = createRandom(seed + 43);
    this.#uploadRandom = createRandom(seed + 47);
    this.#firewallRandom = createRandom(seed + 53);
    this.#copyRandom = createRandom(seed + 59);
    this.#moveRandom = createRandom(seed + 61);
    this.#circumstances = circumstances;
    this.#localEngine = localEngine;
    this.#hash = hash;
    this.remote = remote;
    this.behavior = behavior;
    this.clock = clock;
    this.#waitClock = this.#openClock();
    this.#random = random;
    this.#keyValueStore = localEngine.openKeyValueStore(syncStoreName);
    const watcher = new InvariantWatcher(this, this.#keyValueStore, hash, this.#waitClock);
    this.watcher = watcher;
    remote.observer = {
      beforeSend: (request) => {
        this.trace.push(`${request.method} ${request.path}`);
        watcher.checkSent(request);
        this.#killPoint('before sending');
      },
      beforeApply: (request) => watcher.checkArrived(request),
      afterApply: (request, answered) => {
        watcher.recordAnswer(request, answered);
        this.#history.add(remote.remote.project);
        this.#killPoint('before the response was stored');
      },
      afterDoubleApply: (request) => watcher.excuseDouble(request),
      whileInFlight: () => {
        if (this.#mayKill && this.#random() < 0.03) this.#editThere();
      },
    };
    this.#history.add(remote.remote.project);
    this.#stopListening = localEngine.onEvent((event) => {
      if (event.event === 'project.changed' && event.hash === hash && event.origin === 'user' && typeof event.changes !== 'number')
        watcher.noteUserChange(event.changes);
    });
    this.#loop = this.#start();
  }

  /** `behavior`: how the remote behaves; without it, the seed decides. */
  static async start(seed: number, { behavior, ...circumstances }: StartOptions = {}): Promise<StoryOnTwoSides> {
    const random = createRandom(seed);
    shared ??= openSides();
    const { remote, localEngine, clock, start: reseed } = await shared;
    reseed(seed);
    const environment = createTestEnvironment(seed + 1_000_000);
    const { hash, project, send } = createTestStory(localEngine, environment);
    for (let at = 0; at < 15; at++) attempt((command) => send(command), project, wish(random));
    for (const kind of ['component', 'componentAttachment', 'componentAttachment'] as const)
      attempt((command) => send(command), project, { ...wish(random), do: 'create', kind });
    const personality = behavior ?? randomBehavior(createRandom(seed + 7));
    const odd = new SimulatedRemote(remote, remote.createProject([...project.records()]), personality);
    const bad = new FaultyRemote(odd, personality.faultRate, random, () => clock.now);
    const made = new StoryOnTwoSides(localEngine, hash, bad, personality, clock, random, seed, circumstances);
    for (const { id } of project.records()) made.watcher.knownIds.add(id);
    made.#hideAttachmentIds();
    made.#loop.store.write([
      checkpointEntry({ remoteHash: odd.remoteHash, version: null, updatedAt: null }),
      ...baseEntries({ put: odd.readableRecords(project), removedIds: [] }),
    ]);
    return made;
  }

  get localProject(): Project {
    return this.#localEngine.getProject(this.#hash);
  }

  /** The project as the remote reports it. */
  get remoteProject(): Project {
    return this.remote.remote.visibleProject;
  }

  /** The project as a read returns it now: nothing but the ids of attachments comes from the base. */
  get freshlyRead(): Project {
    return new Project(this.remote.remote.readableRecords(this.rows.base));
  }

  get mayRestore(): boolean {
    return this.behavior.backupRestores !== 'never';
  }

  get seen(): Project {
    return this.remote.remote.visibleProject;
  }

  /** Each step is random: a local edit, a remote edit, a step of sync, a kill, a stop of sync, or a backup that is made or restored. */
  async runSteps(steps: number): Promise<void> {
    this.#mayKill = true;
    for (let at = 0; at < steps; at++) {
      if (this.#stopRandom() < 0.05) this.#stopAndRemove();
      if (this.#circumstances.jumps && this.#jumpRandom() < 0.15) this.#jump();
      if (this.#circumstances.colleague && this.#colleagueRandom() < 0.4)
        this.#edit('remote', this.remote.remote.project, this.#editAsColleague, this.#colleagueRandom);
      if (this.#circumstances.exhausted && this.#quotaRandom() < 0.1) {
        const duration = Math.floor(this.#quotaRandom() * 60_000);
        this.forbidReads(duration);
        this.#isScarce = this.#quotaRandom() < 0.5;
        this.trace.push(`no exports for ${duration} ms`);
        if (this.#quotaRandom() < 0.5) this.#editStylesheetThere();
      }
      if (this.#circumstances.languages && this.#languageRandom() < 0.08)
        this.#edit('remote', this.remote.remote.project, this.#editAsColleague, this.#languageRandom, { do: 'locale' });
      if (this.#circumstances.joins && this.#joinRandom() < 0.06) this.#stopAndJoin();
      if (this.#circumstances.firewalls && this.#firewallRandom() < 0.08) this.#changeFirewall();
      if (this.#circumstances.copies && this.#copyRandom() < 0.08) this.copyOrContinueCopy();
      if (this.#circumstances.moves && this.#moveRandom() < 0.15) this.#moveOut();
      if (this.#circumstances.uploads && this.#uploadRandom() < 0.2) await this.endUpload();
      if (this.#circumstances.uploads && this.#uploadRandom() < 0.1)
        this.#edit('local', this.localProject, this.#editAsUser, this.#uploadRandom, { do: 'create', kind: 'asset' });
      const what = this.#random();
      if (what < 0.06) this.#removeOrRevert();
      else if (what < 0.2) this.#edit('local', this.localProject, this.#editAsUser);
      else if (what < 0.3) this.#editThere();
      else if (what < 0.33) this.kill('killed');
      else if (what < 0.34 && this.behavior.backupRestores !== 'never') this.#backUpOrRestore();
      else await this.step();
    }
  }

  /** Ends the faults, delivers late requests, and syncs until nothing is left to do. Resolves every conflict. */
  async settle(): Promise<void> {
    this.#mayKill = false;
    this.#readsAllowedAt = 0;
    this.#isScarce = false;
    await this.remote.stopFaults();
    this.kill('started again');
    await this.#settleBehindFirewall();
    await this.#syncAndResolve();
    // Texts that the remote has normalized arrive with the next read, and one that is held here is in conflict with them. So does what two faulty reads in
    // a row lacked.
    if (!this.behavior.normalizesTexts && this.rows.danglingIds.size === 0) return;
    const { id } = this.remoteProject.projectRecord;
    this.remote.remote.changeElsewhere({ do: 'change', kind: 'project', id, fields: { name: 'Read again' } });
    // A text of ours that is sent again would be normalized again.
    await this.#syncAndResolve({ takesTheirTexts: this.behavior.normalizesTexts });
  }

  /** [I44] A firewall keeps nothing else from being sent, and what it has refused is sent when the user tries it again without it. */
  async #settleBehindFirewall(): Promise<void> {
    if (!this.#circumstances.firewalls) return;
    await this.untilSynced();
    if (this.pendingCount > 0 && this.#loop.waitingCount === 0 && this.#loop.conflicts.length === 0)
      this.watcher.violations.push(`[I44] ${this.pendingCount} changes are not sent because of others that a firewall refuses`);
    this.remote.isIntercepted = () => false;
    this.#loop.retryRejected();
  }

  /** [I44] A firewall refuses what contains some words, here the requests with some hashes. */
  #changeFirewall(): void {
    const word = this.#firewallRandom() < 0.4 ? undefined : Math.floor(this.#firewallRandom() * 4);
    this.trace.push(word === undefined ? 'no firewall' : `a firewall refuses ${word}`);
    this.remote.isIntercepted = (request) => {
      const isRefused = word !== undefined && [...JSON.stringify(request.body ?? '')].length % 4 === word;
      if (isRefused) this.watcher.noteInterception(request);
      return isRefused;
    };
  }

  /** The user stops sync, both sides are edited, and they are joined again: nothing is doubled, and nothing replaced without a question. */
  #stopAndJoin(): void {
    this.trace.push('stopped');
    this.#copy = undefined;
    this.#keyValueStore.remove(this.#keyValueStore.list(`${this.#hash}/`).map(({ id }) => id));
    this.watcher.forgetSync();
    for (let at = 0; at < 2; at++) {
      this.#edit('local', this.localProject, (command) => this.#localEngine.execute(this.#hash, command, 'user'), this.#joinRandom);
      this.#edit('remote', this.remote.remote.project, this.#editAsColleague, this.#joinRandom);
    }
    this.trace.push('joined');
    const { remoteHash } = this.remote.remote;
    const remote = new Project(this.remote.remote.readableRecords(this.localProject));
    const checkpoint = { remoteHash, version: null, updatedAt: null, listedAt: null, isComplete: false, idleVersion: null };
    const rows = new SyncStore(this.#keyValueStore, this.#hash, this.#waitClock);
    rows.write([...joinedBaseEntries(this.localProject, remote), checkpointEntry(checkpoint)]);
    this.watcher.noteJoin();
    this.#loop = this.#start();
  }

  /** [I41] What the copy had not sent, the original may have sent since, and others may have changed it there. */
  copyOrContinueCopy(): void {
    const copy = this.#copy;
    if (!copy) {
      this.trace.push('the data folder was copied');
      this.#copy = { records: [...this.localProject.records()], rows: this.#keyValueStore.list(`${this.#hash}/`) };
      return;
    }
    this.#copy = undefined;
    this.trace.push('continued with the copy');
    this.#localEngine.removeProject(this.#hash, [this.rows.removalRows()]);
    this.#localEngine.createProject(copy.records, () => [{ store: syncStoreName, put: copy.rows }], this.#hash);
    const rows = new SyncStore(this.#keyValueStore, this.#hash, this.#waitClock);
    rows.write(restoredEntries(rows, rows.requiredCheckpoint));
    this.watcher.noteCopy(rows.base);
    this.#loop = this.#start();
  }

  /** [I3] The first time, something is moved into a folder; later, out of it, which is removed. */
  #moveOut(): void {
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(this.#moveRandom() * list.length)];
    const kind = pick(['board', 'component', 'asset'] as const) ?? 'board';
    const root = this.localProject.projectRecord.roots[kind];
    const entries = [...this.localProject.recordsOfKind(kind)].filter(({ id }) => id !== root);
    const folders = entries.filter(({ type }) => type === 'folder');
    const record = pick(entries.filter(({ parentId }) => folders.some(({ id }) => id === parentId))) ?? pick(entries);
    const parentId = record?.parentId;
    if (!record || typeof parentId !== 'string') return;
    const [chance, theirs] = [this.#moveRandom(), this.#moveRandom()];
    try {
      const folder = chance < 0.5 ? pick(folders.filter(({ id }) => id !== record.id && id !== parentId))?.id : undefined;
      const fields = { type: 'folder', name: 'New', parentId: root };
      const to = folder ?? this.editLocal({ do: 'create', kind, fields } as Command)[0] ?? '';
      this.editLocal({ do: 'move', kind, id: record.id, to, at: 0 });
      this.trace.push(`moved ${record.id} to ${to}`);
      if (parentId !== root) this.editLocal({ do: 'remove', kind, id: parentId });
      if (parentId !== root) this.trace.push(`removed ${parentId}`);
      if (theirs < 0.3) this.editRemote({ do: 'remove', kind, id: to });
      else if (theirs < 0.5) this.editRemote({ do: 'move', kind, id: to, to: record.id, at: 0 });
      if (theirs < 0.5) this.trace.push(`there: ${theirs < 0.3 ? 'removed' : 'moved into it'} ${to}`);
    } catch (error) {
      if (!(error instanceof Problem) || error.code === 'internal' || error.code === 'store') throw error;
    }
  }

  /** [I36] The quota of exports is used up for so many milliseconds. */
  forbidReads(duration: number): void {
    this.#readsAllowedAt = this.#waitClock.now() + duration;
  }

  get remoteFileChanges(): number {
    return this.#files?.remoteChangeCount ?? 0;
  }

  /** Ends the first upload. */
  async endUpload(): Promise<void> {
    try {
      if (this.#files?.hasUploads) this.trace.push('an upload ends');
      await this.#files?.transfer();
    } catch (error) {
      if (!(error instanceof ProcessKilledError)) throw error;
      this.kill(`killed ${error.message}`);
    }
  }

  /** No single record shows it, and a read of the story alone does not either. */
  #editStylesheetThere(): void {
    const { id } = this.remoteProject.projectRecord;
    const css = `.of-${Math.floor(this.#quotaRandom() * 1000)} {}`;
    this.trace.push(`there: ${css}`);
    this.editRemote({ do: 'change', kind: 'project', id, fields: { css } });
  }

  async #syncAndResolve({ takesTheirTexts = false } = {}): Promise<void> {
    for (let turn = 0; turn < 60; turn++) {
      await this.untilSynced();
      const conflict = this.#loop.conflicts.find(needsDecision);
      for (const { recordId, reason } of this.#loop.store.rejectedWrites) this.refused.set(recordId, t(reason));
      this.#checkUncertainCreates();
      if (!conflict) return;
      if (conflict.reason === 'duplicateCreate') for (const id of this.#remoteIdsOf(conflict.recordId)) this.watcher.twins.add(id);
      if (conflict.reason === 'unconfirmedCreate') this.watcher.unsure.add(conflict.recordId);
      const drawn = this.#random() < 0.5 ? 'local' : 'remote';
      const isNormalized = takesTheirTexts && conflict.reason === 'bothChanged';
      const choice = isNormalized || !isChoicePossible(conflict, 'local', this.localProject) ? 'remote' : drawn;
      this.trace.push(`answer ${conflict.id} ${conflict.reason} ${choice}`);
      this.answer(conflict, choice);
    }
    throw new Error('The conflicts do not end.');
  }

  /** [I29] Nobody is asked about a create that was undone here; about any other, as long as it is unconfirmed. */
  #checkUncertainCreates(): void {
    for (const { request } of this.#loop.store.uncertainCreates) {
      const { id } = request.operation;
      this.refused.set(id, 'unsure');
      const isAsked = this.#loop.conflicts.some(({ recordId, reason }) => recordId === id && reason === 'unconfirmedCreate');
      if (!this.localProject.has(id)) this.watcher.unsure.add(id);
      else if (!isAsked) this.watcher.violations.push(`[I29] ${id} is unconfirmed, and nobody is asked about it`);
    }
  }

  /** An attachment whose id no read has shown may be any that the remote has of the component on the element. */
  #remoteIdsOf(id: string): string[] {
    const attachment = this.localProject.find('componentAttachment', id);
    if (!attachment) return [id];
    const isSame = ({ elementId, componentId }: typeof attachment) =>
      elementId === attachment.elementId && componentId === attachment.componentId;
    return [id, ...[...this.remoteProject.recordsOfKind('componentAttachment')].filter(isSame).map((each) => each.id)];
  }

  /** Executes a command as the local user. */
  editLocal(command: Command): readonly string[] {
    // As the scheduler does after an edit, so that it does not wait for a read.
    if (this.#circumstances.exhausted) this.#machine.dispatch({ type: 'retry' });
    return this.#localEngine.execute(this.#hash, command, 'user').ids;
  }

  /** Undoes or redoes the last step of the local user, as far as the program permits. */
  revertLocal(step: 'undo' | 'redo'): void {
    this.#localEngine[step](this.#hash, this.#skipReason);
  }

  /** Executes a command as another user of the remote. */
  editRemote(command: Command): readonly string[] {
    this.watcher.noteRemoteIds();
    const ids = this.remote.remote.changeElsewhere(command);
    for (const id of ids) this.watcher.knownIds.add(id);
    if ('id' in command) this.watcher.touched.add(command.id);
    this.watcher.editRemote();
    this.#history.add(this.remote.remote.project);
    return ids;
  }

  get rows(): SyncStore {
    return this.#loop.store;
  }

  /** (G30) What is held, as `<id>#<field path>`. */
  get held(): ReadonlySet<string> {
    return new Set(this.#loop.localChanges().held.map(({ recordId, field }) => `${recordId}#${field}`));
  }

  get conflicts(): readonly MergeConflict[] {
    return this.#loop.conflicts;
  }

  get pendingCount(): number {
    return this.#loop.countPending();
  }

  get invalidRecords(): ReadonlyMap<string, Message> {
    return this.#loop.invalidRecords;
  }

  /** One answer of the user to one or several conflicts. */
  answer(conflicts: MergeConflict | readonly MergeConflict[], answer: 'local' | 'remote' | { readonly text: string }): void {
    this.watcher.noteAnswer();
    this.#loop.resolveConflicts([conflicts].flat(), typeof answer === 'string' ? { choice: answer } : answer);
  }

  async end(): Promise<void> {
    this.#stopListening();
    this.#localEngine.removeProject(this.#hash, [this.#loop.store.removalRows()]);
    this.remote.remote.remove();
  }

  async untilSynced(): Promise<void> {
    let quiet = 0;
    let before = 0;
    for (let at = 0; at < 3000; at++) {
      await this.endUpload();
      const next = await this.step();
      if (next?.type === 'stopped') throw new Error(`stopped: ${JSON.stringify(next.cause)}`);
      if (next?.type === 'waiting' && (next.reason === 'synced' || next.reason === 'blocked')) {
        quiet++;
        this.remote.counts.idle = this.remote.counts.requests - before;
        before = this.remote.counts.requests;
        if (quiet > 2) return;
      } else if (next?.type === 'progressed' && next.action !== 'readList') quiet = 0;
    }
    throw new Error('It does not come to rest.');
  }

  /** The milliseconds from now until a time of the monotonic clock. */
  waitTime(until: number): number {
    return until - this.#waitClock.now();
  }

  async step(): Promise<SyncStepResult | undefined> {
    try {
      const next = await this.#loop.step();
      this.#storePlan();
      this.trace.push(described(next));
      if (next.type === 'stopped' && this.#circumstances.firewalls)
        this.watcher.violations.push(`[I44] stopped: ${JSON.stringify(next.cause)}`);
      if (next.type === 'waiting' && next.reason === 'limit') this.watcher.checkLimitWait(this.waitTime(next.until));
      if (next.type === 'waiting') this.clock.now = Math.max(this.clock.now + 1, this.clock.now + this.waitTime(next.until));
      else this.clock.now += 200;
      return next;
    } catch (error) {
      if (!(error instanceof ProcessKilledError)) throw error;
      this.kill(`killed ${error.message}`);
      return undefined;
    }
  }

  /** What the plan found is stored after the step, so that it is known after a restart, too. */
  #storePlan(): void {
    this.#isStoringPlan = true;
    try {
      this.#plan.update(this.#loop);
    } finally {
      this.#isStoringPlan = false;
    }
  }

  /** [I28] What the program lists as existing only here. */
  listLocalOnly(): ReturnType<typeof findLocalOnlyChanges> {
    const runner = this.#loop;
    return findLocalOnlyChanges(this.#localEngine, {
      row: { hash: this.#hash, isFetched: true },
      base: () => runner.store.base,
      listConflicts: () => this.#plan.openConflicts(runner.store, (id) => this.localProject.has(id)),
      localChanges: () => runner.localChanges(),
      rejectedIds: () => runner.rejectedIds(),
      unconfirmedIds: () => runner.unconfirmedIds(),
      disappearance: () => runner.store.disappearance,
      localOnlyFiles: () => [],
    });
  }

  /** [I28] The user stops sync and removes the project, unless that is refused; then it is downloaded again. */
  #stopAndRemove(): void {
    const changes = this.listLocalOnly();
    const listed = new Set(changes.map(({ record }) => record));
    const { localProject: local, remoteProject: remote } = this;
    const sides = { local, base: this.rows.base, remote, history: this.#history };
    this.watcher.violations.push(...unlistedChanges(sides, listed).map((each) => `[I28] ${each}`));
    if (!this.#circumstances.stops) return;
    const discards = this.#stopRandom() < 0.3;
    try {
      if (!discards) assertNoLocalOnlyChanges('Team', changes);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'conflict') throw error;
      this.trace.push(`stop refused: ${changes.length} changes exist only here`);
      return;
    }
    this.trace.push(`stopped, ${changes.length} changes discarded, and downloaded again`);
    this.#copy = undefined;
    this.#localEngine.removeProject(this.#hash, [this.rows.removalRows()]);
    this.watcher.forgetSync();
    const records = this.remote.remote.readableRecords(new Project());
    const { remoteHash } = this.remote.remote;
    const entries = [checkpointEntry({ remoteHash, version: null, updatedAt: null }), ...baseEntries({ put: records, removedIds: [] })];
    const rows = new SyncStore(this.#keyValueStore, this.#hash, this.#waitClock).toExtraRows(entries);
    this.#localEngine.createProject(records, () => rows, this.#hash);
    this.#loop = this.#start();
  }

  get #skipReason(): ReturnType<typeof revertBlockReason> {
    return revertBlockReason((id) => this.rows.base.has(id));
  }

  /** [I26] Something that carries other records is removed; undo, redo, and a restored record, with what the program excludes from them. */
  #removeOrRevert(): void {
    const engine = this.#localEngine;
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(this.#random() * list.length)];
    const what = this.#random();
    try {
      if (what < 0.3) {
        const carrier = this.localProject.get(pick([...this.localProject.recordsOfKind('componentAttachment')])?.elementId ?? '');
        if (carrier) this.editLocal({ do: 'remove', kind: carrier.kind, id: carrier.id });
      } else if (what < 0.5) this.revertLocal('undo');
      else if (what < 0.55) this.revertLocal('redo');
      else {
        const removed = pick(engine.listRemovedRecords(this.#hash).records);
        if (removed) engine.restoreRecord(this.#hash, removed.record.id, undefined, this.#skipReason);
      }
      this.trace.push(`removed or reverted ${what.toFixed(2)}`);
    } catch (error) {
      if (!(error instanceof Problem) || error.code === 'internal' || error.code === 'store') throw error;
    }
  }

  /** As after a first read that showed no ids of attachments. */
  #hideAttachmentIds(): void {
    const { remote } = this.remote;
    const shown = remote.readableRecords(new Project());
    const renamedIds = remote.records().flatMap(({ id }, at): [string, string][] => {
      const to = shown[at]?.id ?? id;
      return to === id ? [] : [[id, to]];
    });
    if (renamedIds.length > 0)
      this.#localEngine.execute(this.#hash, { do: 'replaceRecords', renamedIds, put: [], removedIds: [] }, 'remote');
  }

  #editThere(): void {
    this.#edit('remote', this.remote.remote.project, this.#editAsColleague);
  }

  readonly #editAsColleague = (command: Command): void => {
    this.editRemote(command);
  };

  readonly #editAsUser = (command: Command): void => {
    this.editLocal(command);
  };

  /** [I34] Somebody sets the clock of this computer or of the remote, or this computer sleeps. */
  #jump(): void {
    const what = this.#jumpRandom();
    const duration = Math.floor(this.#jumpRandom() * 48 * 3_600_000);
    if (what < 0.3) {
      this.remote.remote.setClockBack();
      this.trace.push('the clock of the remote was set back');
    } else if (what < 0.5) {
      this.clock.now += duration;
      this.slept += duration;
      this.trace.push(`slept for ${duration} ms`);
    } else {
      this.wallShift += what < 0.75 ? duration : -duration;
      this.trace.push(`the wall clock is ${this.wallShift} ms ahead`);
    }
  }

  #edit(side: string, project: Project, send: (command: Command) => void, random = this.#random, what: Partial<CommandSketch> = {}): void {
    const done = attempt(send, project, { ...wish(random), ...what });
    if (done) this.trace.push(`edit ${side}: ${done}`);
  }

  /** A point at which the program can be killed. */
  #killPoint(where: string): void {
    if (++this.killPointCount === this.killAt) throw new ProcessKilledError(where);
  }

  #backUpOrRestore(): void {
    const restores = this.#random() < 0.5;
    this.trace.push(restores ? 'restored from a backup' : 'backed up');
    if (restores) {
      this.watcher.noteRemoteIds();
      this.remote.remote.restore();
      this.watcher.resetAfterRestore();
    } else this.remote.remote.backUp();
  }

  /** Kills the program and starts it again. */
  kill(why: string): void {
    this.trace.push(why);
    this.#loop = this.#start();
  }

  #openClock(): WaitClock {
    return createWaitClock(
      () => this.clock.now,
      () => ({ wallShift: this.wallShift, slept: this.slept }),
    );
  }

  /** The program can be killed right before and right after a commit. */
  #start(): SyncRunner {
    this.#plan = new PlanSummary();
    this.#machine = new SyncStateMachine();
    const hasFile = (id: string) => Boolean(this.localProject.find('asset', id)?.file);
    this.#files = this.#circumstances.uploads ? new SimulatedFiles(hasFile) : undefined;
    this.watcher.noteStart();
    // The next process knows of stored moments only what is in the rows.
    this.#waitClock = this.#openClock();
    const localEngine = this.#localEngine;
    const hash = this.#hash;
    const around = <T>(what: string, act: () => T): T => {
      const random = this.#isStoringPlan ? this.#stopRandom : this.#random;
      const chance = this.#mayKill ? random() : 1;
      if (chance < 0.01) throw new ProcessKilledError(`before ${what}`);
      this.#killPoint(`before ${what}`);
      const value = act();
      this.#killPoint(`after ${what}`);
      if (chance < 0.02) throw new ProcessKilledError(`after ${what}`);
      return value;
    };
    const local: LocalProject = {
      project: localEngine.getProject(hash),
      get version() {
        return localEngine.getVersion(hash).version;
      },
      earlierVersions: (id) => localEngine.listRecordVersions(hash, id).flatMap(({ record }) => record ?? []),
      apply: (command, beside) => {
        this.watcher.checkIncoming(command, beside, this.#loop.store.base);
        return around('take', () => localEngine.execute(hash, command, 'remote', beside));
      },
      applyInSlices: async (command, beside, onCommitted) =>
        void (await localEngine.inSlices.executeAt(localEngine.getVersion(hash).version, hash, command, 'remote', beside, onCommitted)),
      execute: (command, beside) => around('resolve', () => localEngine.execute(hash, command, 'user', beside)),
      dryRun: (command, copy) => localEngine.dryRun(hash, command, 'user', copy),
    };
    const keyValueStore: KeyValueStore = {
      ...this.#keyValueStore,
      put: (entries) => around('put', () => this.#keyValueStore.put(entries)),
    };
    return new SyncRunner({
      local,
      hash,
      keyValueStore,
      remote: this.remote,
      clock: this.#waitClock,
      settleTime,
      pollInterval,
      machine: this.#machine,
      ...(this.#files && { files: this.#files }),
      ...(this.#circumstances.verifies && {
        verifiedFields: {
          has: (field: string) => this.verifiedFields.has(field),
          add: (fields: readonly string[]) => {
            for (const field of fields) this.verifiedFields.add(field);
          },
        },
      }),
      isBudgetScarce: () => this.#isScarce,
      allowedAt: (what) => (what === 'read' || typeof what === 'object' ? this.#readsAllowedAt : 0),
    });
  }
}

function described(result: SyncStepResult): string {
  if (result.type === 'progressed') return result.action;
  return result.type === 'waiting' ? `waiting: ${result.reason}` : `stopped: ${result.cause.reason}`;
}

/** A seeded generator of numbers from 0 to below 1. */
function createRandom(seed: number): () => number {
  let state = (seed * 2_654_435_761) % 4_294_967_296 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4_294_967_296;
  };
}

function wish(random: () => number): CommandSketch {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return { do: pick(verbs), kind: pick(kinds), picks: Array.from({ length: 8 }, () => Math.floor(random() * 1000)) };
}

function attempt(send: (command: Command) => void, project: Project, wanted: CommandSketch): string | undefined {
  const command = toCommand(wanted, project);
  if (!command) return undefined;
  try {
    send(command);
    return JSON.stringify(command);
  } catch (error) {
    if (error instanceof Problem && error.code !== 'internal' && error.code !== 'store') return undefined;
    throw error;
  }
}
