/** One story on two sides that lives under a seed: what happens next, what goes wrong, and when the program is killed. */
import { type Engine, openEngine } from '../../../main/engine/engine.ts';
import type { MergeConflict } from '../../../main/sync/plan/merge-conflict.ts';
import { SyncRunner } from '../../../main/sync/project/sync-runner.ts';
import type { SyncStepResult } from '../../../main/sync/project/sync-state.ts';
import type { LocalProject } from '../../../main/sync/store/local-project.ts';
import { baseEntries, checkpointEntry } from '../../../main/sync/store/sync-rows.ts';
import { type SyncStore, syncStoreName } from '../../../main/sync/store/sync-store.ts';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { Environment } from '../../../shared/environment.ts';
import type { Command } from '../../../shared/model/commands.ts';
import type { KindName } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { type FakeRemote, openFakeRemote } from '../../fake-remote.ts';
import { FaultyRemote, ProcessKilledError } from '../../faulty-remote.ts';
import { type CommandSketch, toCommand } from '../../random-commands.ts';
import { type RemoteBehavior, randomBehavior, SimulatedRemote } from '../../simulated-remote.ts';
import { createTestStory } from '../../story-builder.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { Watcher } from './invariant-watcher.ts';

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
  readonly mine: Engine;
  readonly clock: { now: number };
  /** Ids, chance and time from the beginning, as this seed has them. */
  begin(seed: number): void;
}
let shared: Promise<Shared> | undefined;

/** The remote and the engine are one for all seeds; time goes on when it is told to. */
async function openSides(): Promise<Shared> {
  const clock = { now: 0 };
  let ticks = 0;
  let current = createTestEnvironment(1);
  const environment: Environment = {
    now: () => clock.now * 1000 + (++ticks % 1000),
    newId: () => current.newId(),
    random: () => current.random(),
  };
  const begin = (seed: number) => {
    current = createTestEnvironment(seed);
    ticks = 0;
    clock.now = Date.UTC(2026, 0, 1);
  };
  return { remote: await openFakeRemote(environment), mine: openEngine(null, environment), clock, begin };
}

export class StoryOnTwoSides {
  readonly remote: FaultyRemote;
  readonly refused = new Map<string, string>();
  readonly trace: string[] = [];
  readonly #random: () => number;
  readonly #mine: Engine;
  readonly #hash: string;
  /** The moments so far in which the program could have ended, and that in which it does. */
  points = 0;
  killAt = 0;
  /** Milliseconds. */
  readonly clock: { now: number };
  readonly #shelf: KeyValueStore;
  readonly watcher: Watcher;
  readonly like: RemoteBehavior;
  #loop: SyncRunner;
  #mayKill = false;

  private constructor(
    mine: Engine,
    hash: string,
    remote: FaultyRemote,
    like: RemoteBehavior,
    clock: { now: number },
    random: () => number,
  ) {
    this.#mine = mine;
    this.#hash = hash;
    this.remote = remote;
    this.like = like;
    this.clock = clock;
    this.#random = random;
    this.#shelf = mine.openKeyValueStore(syncStoreName);
    const watcher = new Watcher(this, this.#shelf, hash);
    this.watcher = watcher;
    remote.observer = {
      beforeSend: (asking) => {
        this.trace.push(`${asking.method} ${asking.path}`);
        watcher.leaves(asking);
        this.#point('before it was sent');
      },
      beforeApply: (asking) => watcher.arrives(asking),
      afterApply: (asking, answered) => {
        watcher.did(asking, answered);
        this.#point('before the answer was kept');
      },
      whileInFlight: () => {
        if (this.#mayKill && this.#random() < 0.03) this.#editThere();
      },
    };
    this.#loop = this.#start();
  }

  /** `like`: what the remote is like, where that is not for the seed to say. */
  static async begin(seed: number, like?: RemoteBehavior): Promise<StoryOnTwoSides> {
    const random = dice(seed);
    shared ??= openSides();
    const { remote, mine, clock, begin } = await shared;
    begin(seed);
    const environment = createTestEnvironment(seed + 1_000_000);
    const { hash, project, send } = createTestStory(mine, environment);
    for (let at = 0; at < 15; at++) attempt((command) => send(command), project, wish(random));
    const personality = like ?? randomBehavior(dice(seed + 7));
    const odd = new SimulatedRemote(remote, remote.createProject([...project.records()]), personality);
    const bad = new FaultyRemote(odd, personality.faultRate, random, () => clock.now);
    const made = new StoryOnTwoSides(mine, hash, bad, personality, clock, random);
    for (const { id } of project.records()) made.watcher.known.add(id);
    made.#loop.store.write([
      checkpointEntry({ remoteHash: odd.remoteHash, version: null, updatedAt: null }),
      ...baseEntries({ put: odd.records(), removedIds: [] }),
    ]);
    return made;
  }

  get here(): Project {
    return this.#mine.getProject(this.#hash);
  }

  /** As the remote tells. */
  get theirs(): Project {
    return this.remote.remote.visibleProject;
  }

  get seen(): Project {
    return this.remote.remote.visibleProject;
  }

  /** What happens is drawn: an edit here, an edit there, a step of the mirror, time, the end of the program. */
  async live(steps: number): Promise<void> {
    this.#mayKill = true;
    for (let at = 0; at < steps; at++) {
      const what = this.#random();
      if (what < 0.2) this.#edit('here', this.here, (command) => this.do(command));
      else if (what < 0.3) this.#editThere();
      else if (what < 0.33) this.kill('killed');
      else if (what < 0.34 && this.like.backupRestores !== 'never') this.#backUpOrRestore();
      else await this.step();
    }
  }

  /** Faults are over, late requests arrive; then it goes on until there is nothing to do, and whatever is asked is answered. */
  async comeToRest(): Promise<void> {
    this.#mayKill = false;
    await this.remote.stopFaults();
    this.kill('started again');
    for (let turn = 0; turn < 60; turn++) {
      await this.untilInStep();
      const [question] = this.#loop.conflicts;
      for (const { recordId, reason } of this.#loop.store.rejectedWrites) this.refused.set(recordId, reason);
      for (const { request } of this.#loop.store.uncertainCreates) this.refused.set(request.operation.id, 'unsure');
      if (!question) break;
      if (turn === 59) throw new Error('The questions do not end.');
      if (question.reason === 'twin') this.watcher.twins.add(question.recordId);
      if (question.reason === 'added?') this.watcher.unsure.add(question.recordId);
      const choice = this.#random() < 0.5 ? 'local' : 'remote';
      this.trace.push(`answer ${question.id} ${question.reason} ${choice}`);
      this.answer(question, choice);
    }
    // What a remote makes of our texts is seen by the next read.
    if (!this.like.normalizesTexts) return;
    const { id } = this.theirs.projectRecord;
    this.remote.remote.changeElsewhere({ do: 'change', kind: 'project', id, fields: { name: 'Read again' } });
    await this.untilInStep();
  }

  /** The user does this. */
  do(command: Command): readonly string[] {
    return this.#mine.execute(this.#hash, command, 'user').ids;
  }

  /** Somebody else does this. */
  elsewhere(command: Command): readonly string[] {
    const ids = this.remote.remote.changeElsewhere(command);
    for (const id of ids) this.watcher.known.add(id);
    if ('id' in command) this.watcher.touched.add(command.id);
    this.watcher.elsewhere();
    return ids;
  }

  get rows(): SyncStore {
    return this.#loop.store;
  }

  get questions(): readonly MergeConflict[] {
    return this.#loop.conflicts;
  }

  get troubles(): ReadonlyMap<string, string> {
    return this.#loop.invalidRecords;
  }

  answer(question: MergeConflict, side: 'local' | 'remote'): void {
    const command = this.#loop.resolveConflict(question, side);
    if (command) this.do(command);
  }

  async end(): Promise<void> {
    this.#mine.removeProject(this.#hash, [this.#loop.store.removalRows()]);
    this.remote.remote.remove();
  }

  async untilInStep(): Promise<void> {
    let quiet = 0;
    let before = 0;
    for (let at = 0; at < 3000; at++) {
      const next = await this.step();
      if (next?.type === 'stopped') throw new Error(`stopped: ${JSON.stringify(next.cause)}`);
      if (next?.type === 'waiting' && next.reason === 'synced') {
        quiet++;
        this.remote.counts.idle = this.remote.counts.requests - before;
        before = this.remote.counts.requests;
        if (quiet > 2) return;
      } else if (next?.type === 'progressed' && next.action !== 'read list') quiet = 0;
    }
    throw new Error('It does not come to rest.');
  }

  async step(): Promise<SyncStepResult | undefined> {
    try {
      const next = await this.#loop.step();
      this.trace.push(described(next));
      if (next.type === 'waiting') this.clock.now = Math.max(this.clock.now + 1, next.until);
      else this.clock.now += 200;
      return next;
    } catch (error) {
      if (!(error instanceof ProcessKilledError)) throw error;
      this.kill(`killed ${error.message}`);
      return undefined;
    }
  }

  #editThere(): void {
    this.#edit('there', this.remote.remote.project, (command) => this.elsewhere(command));
  }

  #edit(side: string, project: Project, send: (command: Command) => void): void {
    const done = attempt(send, project, wish(this.#random));
    if (done) this.trace.push(`edit ${side}: ${done}`);
  }

  /** A moment in which the program can end. */
  #point(where: string): void {
    if (++this.points === this.killAt) throw new ProcessKilledError(where);
  }

  #backUpOrRestore(): void {
    const restores = this.#random() < 0.5;
    this.trace.push(restores ? 'restored from a backup' : 'backed up');
    if (restores) {
      this.remote.remote.restore();
      this.watcher.restored();
    } else this.remote.remote.backUp();
  }

  /** The program ends, and is started again. */
  kill(why: string): void {
    this.trace.push(why);
    this.#loop = this.#start();
  }

  /** Commits may be the last thing the program does, or the last that it does not get to. */
  #start(): SyncRunner {
    const mine = this.#mine;
    const hash = this.#hash;
    const around = <T>(what: string, act: () => T): T => {
      const chance = this.#mayKill ? this.#random() : 1;
      if (chance < 0.01) throw new ProcessKilledError(`before ${what}`);
      this.#point(`before ${what}`);
      const value = act();
      this.#point(`after ${what}`);
      if (chance < 0.02) throw new ProcessKilledError(`after ${what}`);
      return value;
    };
    const local: LocalProject = {
      project: mine.getProject(hash),
      get version() {
        return mine.getVersion(hash).version;
      },
      apply: (command, beside) => {
        this.watcher.takesIn(command, beside, this.#loop.store.base);
        return around('take', () => mine.execute(hash, command, 'remote', beside));
      },
    };
    const keyValueStore: KeyValueStore = { ...this.#shelf, put: (entries) => around('put', () => this.#shelf.put(entries)) };
    return new SyncRunner({ local, hash, keyValueStore, remote: this.remote, now: () => this.clock.now, settleTime, pollInterval });
  }
}

function described(result: SyncStepResult): string {
  if (result.type === 'progressed') return result.action;
  return result.type === 'waiting' ? `waiting: ${result.reason}` : `stopped: ${result.cause.reason}`;
}

/** A seed as an endless row of numbers from 0 to below 1. */
function dice(seed: number): () => number {
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
