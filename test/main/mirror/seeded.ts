/** One story on two sides that lives under a seed: what happens next, what goes wrong, and when the program is killed. */
import { type Engine, openEngine } from '../../../main/engine/engine.ts';
import { Loop } from '../../../main/mirror/loop/loop.ts';
import type { Next } from '../../../main/mirror/loop/loop-deps.ts';
import type { MirroredProject } from '../../../main/mirror/loop/mirrored-project.ts';
import { baseEntries, mirrorShelf, type Rows } from '../../../main/mirror/loop/rows.ts';
import type { Question } from '../../../main/mirror/plan/question.ts';
import type { Command } from '../../../shared/commands.ts';
import type { KindName } from '../../../shared/kinds/all.ts';
import { Problem } from '../../../shared/problem.ts';
import type { Project } from '../../../shared/project.ts';
import type { Shelf } from '../../../shared/shelf.ts';
import type { World } from '../../../shared/world.ts';
import { granted, type Wish } from '../../any-commands.ts';
import { Badly, Killed } from '../../badly.ts';
import { story } from '../../build.ts';
import { type FakeRemote, openFakeRemote } from '../../fake-remote.ts';
import { anyPersonality, OddRemote, type Personality } from '../../personality.ts';
import { stillWorld } from '../../world.ts';
import { Watcher } from './watcher.ts';

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
const verbs: readonly Wish['do'][] = ['create', 'create', 'create', 'change', 'change', 'change', 'move', 'remove', 'conditions'];
export const settle = 90_000;
const pollEvery = 30_000;

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
  let current = stillWorld(1);
  const world: World = { now: () => clock.now * 1000 + (++ticks % 1000), newId: () => current.newId(), random: () => current.random() };
  const begin = (seed: number) => {
    current = stillWorld(seed);
    ticks = 0;
    clock.now = Date.UTC(2026, 0, 1);
  };
  return { remote: await openFakeRemote(world), mine: openEngine(null, world), clock, begin };
}

export class StoryOnTwoSides {
  readonly remote: Badly;
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
  readonly #shelf: Shelf;
  readonly watcher: Watcher;
  readonly like: Personality;
  #loop: Loop;
  #mayKill = false;

  private constructor(mine: Engine, hash: string, remote: Badly, like: Personality, clock: { now: number }, random: () => number) {
    this.#mine = mine;
    this.#hash = hash;
    this.remote = remote;
    this.like = like;
    this.clock = clock;
    this.#random = random;
    this.#shelf = mine.shelf(mirrorShelf);
    const watcher = new Watcher(this, this.#shelf, hash);
    this.watcher = watcher;
    remote.watch = {
      leaves: (asking) => {
        watcher.leaves(asking);
        this.#point('before it was sent');
      },
      arrives: (asking) => watcher.arrives(asking),
      did: (asking, answered) => {
        watcher.did(asking, answered);
        this.#point('before the answer was kept');
      },
      meanwhile: () => {
        if (this.#mayKill && this.#random() < 0.03) this.#editThere();
      },
    };
    this.#loop = this.#start();
  }

  /** `like`: what the remote is like, where that is not for the seed to say. */
  static async begin(seed: number, like?: Personality): Promise<StoryOnTwoSides> {
    const random = dice(seed);
    shared ??= openSides();
    const { remote, mine, clock, begin } = await shared;
    begin(seed);
    const world = stillWorld(seed + 1_000_000);
    const { hash, project, send } = story(mine, world);
    for (let at = 0; at < 15; at++) attempt((command) => send(command), project, wish(random));
    const personality = like ?? anyPersonality(dice(seed + 7));
    const odd = new OddRemote(remote, remote.create([...project.records()]), personality);
    const bad = new Badly(odd, personality.faults, random, () => clock.now);
    const made = new StoryOnTwoSides(mine, hash, bad, personality, clock, random);
    for (const { id } of project.records()) made.watcher.known.add(id);
    made.#loop.rows.write([
      { id: 'standing', value: { there: odd.there, version: null, updatedAt: null } },
      ...baseEntries({ put: odd.records(), gone: [] }),
    ]);
    return made;
  }

  get here(): Project {
    return this.#mine.project(this.#hash);
  }

  /** As the remote tells. */
  get theirs(): Project {
    return this.remote.odd.seen;
  }

  get seen(): Project {
    return this.remote.odd.seen;
  }

  /** What happens is drawn: an edit here, an edit there, a step of the mirror, time, the end of the program. */
  async live(steps: number): Promise<void> {
    this.#mayKill = true;
    for (let at = 0; at < steps; at++) {
      const what = this.#random();
      if (what < 0.2) this.#edit('here', this.here, (command) => this.do(command));
      else if (what < 0.3) this.#editThere();
      else if (what < 0.33) this.kill('killed');
      else if (what < 0.34 && this.like.restores !== 'never') this.#backUpOrRestore();
      else await this.step();
    }
  }

  /** Faults are over, late requests arrive; then it goes on until there is nothing to do, and whatever is asked is answered. */
  async comeToRest(): Promise<void> {
    this.#mayKill = false;
    await this.remote.behave();
    this.kill('started again');
    for (let turn = 0; turn < 60; turn++) {
      await this.untilInStep();
      const [question] = this.#loop.questions;
      for (const { record, why } of this.#loop.rows.refusals) this.refused.set(record, why);
      for (const { sending } of this.#loop.rows.unsure) this.refused.set(sending.op.id, 'unsure');
      if (!question) break;
      if (turn === 59) throw new Error('The questions do not end.');
      if (question.why === 'twin') this.watcher.twins.add(question.record);
      if (question.why === 'added?') this.watcher.unsure.add(question.record);
      const choice = this.#random() < 0.5 ? 'mine' : 'theirs';
      this.trace.push(`answer ${question.id} ${question.why} ${choice}`);
      this.answer(question, choice);
    }
    // What a remote makes of our texts is seen by the next read.
    if (!this.like.normalises) return;
    const { id } = this.theirs.root;
    this.remote.odd.elsewhere({ do: 'change', kind: 'project', id, fields: { name: 'Read again' } });
    await this.untilInStep();
  }

  /** The user does this. */
  do(command: Command): readonly string[] {
    return this.#mine.send(this.#hash, command, 'user').ids;
  }

  /** Somebody else does this. */
  elsewhere(command: Command): readonly string[] {
    const ids = this.remote.odd.elsewhere(command);
    for (const id of ids) this.watcher.known.add(id);
    if ('id' in command) this.watcher.touched.add(command.id);
    this.watcher.elsewhere();
    return ids;
  }

  get rows(): Rows {
    return this.#loop.rows;
  }

  get questions(): readonly Question[] {
    return this.#loop.questions;
  }

  get troubles(): ReadonlyMap<string, string> {
    return this.#loop.troubles;
  }

  answer(question: Question, choice: 'mine' | 'theirs'): void {
    const command = this.#loop.answer(question, choice);
    if (command) this.do(command);
  }

  async end(): Promise<void> {
    this.#mine.remove(this.#hash, [this.#loop.rows.removal()]);
    this.remote.odd.remove();
  }

  async untilInStep(): Promise<void> {
    let quiet = 0;
    let before = 0;
    for (let at = 0; at < 3000; at++) {
      const next = await this.step();
      if (next?.is === 'stopped') throw new Error(`stopped: ${next.why}`);
      if (next?.is === 'until' && next.why === 'in step') {
        quiet++;
        this.remote.counts.idle = this.remote.counts.requests - before;
        before = this.remote.counts.requests;
        if (quiet > 2) return;
      } else if (next?.is === 'busy' && next.did !== 'list') quiet = 0;
    }
    throw new Error('It does not come to rest.');
  }

  async step(): Promise<Next | undefined> {
    try {
      const next = await this.#loop.step();
      this.trace.push(next.is === 'busy' ? next.did : next.is === 'until' ? `until ${next.why}` : `stopped ${next.why}`);
      if (next.is === 'until') this.clock.now = Math.max(this.clock.now + 1, next.at);
      else this.clock.now += 200;
      return next;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      this.kill(`killed ${error.message}`);
      return undefined;
    }
  }

  #editThere(): void {
    this.#edit('there', this.remote.odd.project, (command) => this.elsewhere(command));
  }

  #edit(side: string, project: Project, send: (command: Command) => void): void {
    const done = attempt(send, project, wish(this.#random));
    if (done) this.trace.push(`edit ${side}: ${done}`);
  }

  /** A moment in which the program can end. */
  #point(where: string): void {
    if (++this.points === this.killAt) throw new Killed(where);
  }

  #backUpOrRestore(): void {
    const restores = this.#random() < 0.5;
    this.trace.push(restores ? 'restored from a backup' : 'backed up');
    if (restores) {
      this.remote.odd.restore();
      this.watcher.restored();
    } else this.remote.odd.backUp();
  }

  /** The program ends, and is started again. */
  kill(why: string): void {
    this.trace.push(why);
    this.#loop = this.#start();
  }

  /** Commits may be the last thing the program does, or the last that it does not get to. */
  #start(): Loop {
    const mine = this.#mine;
    const hash = this.#hash;
    const around = <T>(what: string, act: () => T): T => {
      const chance = this.#mayKill ? this.#random() : 1;
      if (chance < 0.01) throw new Killed(`before ${what}`);
      this.#point(`before ${what}`);
      const value = act();
      this.#point(`after ${what}`);
      if (chance < 0.02) throw new Killed(`after ${what}`);
      return value;
    };
    const local: MirroredProject = {
      project: mine.project(hash),
      get version() {
        return mine.versionOf(hash).version;
      },
      take: (command, beside) => {
        this.watcher.takesIn(command, beside, this.#loop.rows.base);
        return around('take', () => mine.send(hash, command, 'remote', beside));
      },
    };
    const shelf: Shelf = { ...this.#shelf, put: (entries) => around('put', () => this.#shelf.put(entries)) };
    return new Loop({ local, hash, shelf, remote: this.remote, now: () => this.clock.now, settle, pollEvery });
  }
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

function wish(random: () => number): Wish {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return { do: pick(verbs), kind: pick(kinds), picks: Array.from({ length: 8 }, () => Math.floor(random() * 1000)) };
}

function attempt(send: (command: Command) => void, project: Project, wanted: Wish): string | undefined {
  const command = granted(wanted, project);
  if (!command) return undefined;
  try {
    send(command);
    return JSON.stringify(command);
  } catch (error) {
    if (error instanceof Problem && error.code !== 'internal' && error.code !== 'store') return undefined;
    throw error;
  }
}
