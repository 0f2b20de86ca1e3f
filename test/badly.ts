/**
 * Faults around a remote, drawn from a seed: lost before or after the effect, cut, sent twice, applied late, refused by the limit before or
 * after the effect, broken inside, and the end of our own program while a request is on its way.
 */
import { Lost, type Remote } from '../main/mirror/loop-deps.ts';
import type { Came } from '../main/mirror/outbox.ts';
import type { Command } from '../shared/commands.ts';
import type { AnyRecord } from '../shared/kinds/all.ts';
import type { Project } from '../shared/project.ts';
import type { Asking, FakeRemote } from './fake-remote.ts';

/** The program ended here. */
export class Killed extends Error {}

export interface Personality {
  /** How often something goes wrong, from 0 to 1. */
  readonly faults: number;
}

const faults = [
  'not sent',
  'lost before',
  'lost after',
  'cut',
  'late',
  'limited before',
  'limited after',
  'broken before',
  'broken after',
  'killed before',
  'killed after',
  'killed during',
] as const;
type Fault = (typeof faults)[number] | 'none';

/** Milliseconds after which a request that was lost may still arrive. */
const lateness = 60_000;

export class Badly implements Remote {
  readonly counts = { requests: 0, writes: 0, idle: 0 };
  #faults: number;
  #late: { at: number; asking: Asking }[] = [];
  readonly #remote: FakeRemote;
  readonly #hash: string;
  readonly #random: () => number;
  readonly #now: () => number;

  constructor(remote: FakeRemote, hash: string, { faults: often }: Personality, random: () => number, now: () => number) {
    this.#remote = remote;
    this.#hash = hash;
    this.#faults = often;
    this.#random = random;
    this.#now = now;
  }

  get project(): Project {
    return this.#remote.engine.project(this.#hash);
  }

  /** Somebody else, somewhere else. */
  elsewhere(command: Command): readonly string[] {
    return this.#remote.engine.send(this.#hash, command, 'user').ids;
  }

  remove(): void {
    this.#remote.engine.remove(this.#hash);
  }

  /** From now on nothing goes wrong; what was late has arrived. */
  async behave(): Promise<void> {
    this.#faults = 0;
    for (const { asking } of this.#late.splice(0)) await this.#remote.ask(asking);
  }

  async list() {
    await this.#arrive();
    this.#mayFail();
    const { json } = await this.#remote.ask({ method: 'GET', path: '/workspace/projects' });
    return json as { hash: string; updatedAt: string }[];
  }

  async read(): Promise<Iterable<AnyRecord>> {
    await this.#arrive();
    this.counts.requests += 2;
    this.#mayFail();
    return [...this.project.records()];
  }

  async send(asking: Asking): Promise<Came> {
    await this.#arrive();
    this.counts.requests++;
    if (asking.method !== 'GET') this.counts.writes++;
    const fault = this.#draw();
    if (fault === 'killed before') throw new Killed('before it was sent');
    if (fault === 'not sent') return { is: 'not sent' };
    if (fault === 'limited before') return { is: 'answer', status: 429, json: null, retryAfter: 20 };
    if (fault === 'broken before') return { is: 'answer', status: 503, json: null };
    if (fault === 'late') this.#late.push({ at: this.#now() + this.#random() * lateness, asking });
    if (fault === 'late' || fault === 'lost before') return { is: 'lost' };
    if (fault === 'killed during') {
      this.#late.push({ at: this.#now() + this.#random() * lateness, asking });
      throw new Killed('while it was sent');
    }
    const { status, json } = await this.#remote.ask(asking);
    if (fault === 'killed after') throw new Killed('before the answer was kept');
    if (fault === 'lost after') return { is: 'lost' };
    if (fault === 'cut') return { is: 'answer', status, json: null };
    if (fault === 'limited after') return { is: 'answer', status: 429, json: null, retryAfter: 20 };
    if (fault === 'broken after') return { is: 'answer', status: 500, json: null };
    return { is: 'answer', status, json };
  }

  async #arrive(): Promise<void> {
    const due = this.#late.filter(({ at }) => at <= this.#now());
    this.#late = this.#late.filter(({ at }) => at > this.#now());
    for (const { asking } of due) await this.#remote.ask(asking);
  }

  #mayFail(): void {
    this.counts.requests++;
    if (this.#random() < this.#faults / 3) throw new Lost('No answer.');
  }

  #draw(): Fault {
    if (this.#random() >= this.#faults) return 'none';
    return faults[Math.floor(this.#random() * faults.length)] ?? 'none';
  }
}
