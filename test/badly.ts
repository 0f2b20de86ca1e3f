/**
 * Faults around a remote, drawn from a seed: lost before or after the effect, cut at any byte, sent twice, applied late, refused by the limit before or
 * after the effect, broken inside, and the end of our own program while a request is on its way.
 */
import { Lost, type Remote } from '../main/mirror/loop/loop-deps.ts';
import type { Came } from '../main/mirror/loop/outbox.ts';
import type { AnyRecord } from '../shared/kinds/all.ts';
import type { Answered, Asking } from './fake-remote.ts';
import type { OddRemote } from './personality.ts';

/** The program ended here. */
export class Killed extends Error {}

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
  'twice',
  'twice and lost',
  'killed before',
  'killed after',
  'killed during',
] as const;
export type Fault = (typeof faults)[number] | 'none';

/** Milliseconds after which a request that was lost may still arrive. */
const lateness = 60_000;

export interface Watch {
  /** While a request is on its way, others write too. */
  meanwhile?(): void;
  /** A write is about to leave. */
  leaves?(asking: Asking): void;
  /** A write is about to be done there; `asking` is the very one that left. */
  arrives?(asking: Asking): void;
  /** It was done, or refused, there; who sent it may never be told. */
  did?(asking: Asking, answered: Answered): void;
}

export class Badly implements Remote {
  readonly counts = { requests: 0, writes: 0, reads: 0, idle: 0 };
  readonly odd: OddRemote;
  /** The next faults of writes, before any is drawn. */
  readonly next: Fault[] = [];
  watch: Watch = {};
  #faults: number;
  #late: { at: number; asking: Asking }[] = [];
  readonly #random: () => number;
  readonly #now: () => number;

  constructor(odd: OddRemote, often: number, random: () => number, now: () => number) {
    this.odd = odd;
    this.#faults = often;
    this.#random = random;
    this.#now = now;
  }

  /** From now on nothing goes wrong; what was late has arrived. */
  async behave(): Promise<void> {
    this.#faults = 0;
    for (const { asking } of this.#late.splice(0)) await this.#ask(asking);
  }

  async list() {
    await this.#arrive();
    this.#mayFail();
    this.watch.meanwhile?.();
    return [{ hash: this.odd.there, updatedAt: this.odd.updatedAt }];
  }

  async read(): Promise<Iterable<AnyRecord>> {
    await this.#arrive();
    this.counts.requests += 2;
    this.counts.reads++;
    this.#mayFail();
    const records = this.odd.records();
    this.watch.meanwhile?.();
    return records;
  }

  async send(asking: Asking): Promise<Came> {
    await this.#arrive();
    this.counts.requests++;
    if (asking.method !== 'GET') {
      this.counts.writes++;
      this.watch.leaves?.(asking);
    }
    const fault = this.next.shift() ?? this.#draw();
    switch (fault) {
      case 'killed before':
        throw new Killed('before it was sent');
      case 'not sent':
        return { is: 'not sent' };
      case 'limited before':
        return { is: 'answer', status: 429, json: null, retryAfter: 20 };
      case 'broken before':
        return { is: 'answer', status: 503, json: null };
      case 'lost before':
        return { is: 'lost' };
      case 'late':
        this.#beLate(asking);
        return { is: 'lost' };
      case 'killed during':
        this.#beLate(asking);
        throw new Killed('while it was sent');
    }
    this.watch.meanwhile?.();
    const first = await this.#ask(asking);
    this.watch.meanwhile?.();
    const again = fault === 'twice' || fault === 'twice and lost' ? await this.#ask(asking) : first;
    const { status, json } = this.#random() < 0.5 ? first : again;
    switch (fault) {
      case 'killed after':
        throw new Killed('before the answer was kept');
      case 'lost after':
      case 'twice and lost':
        return { is: 'lost' };
      case 'cut':
        return { is: 'answer', status, json: this.#cut(json) };
      case 'limited after':
        return { is: 'answer', status: 429, json: null, retryAfter: 20 };
      case 'broken after':
        return { is: 'answer', status: 500, json: null };
      default:
        return { is: 'answer', status, json };
    }
  }

  async #ask(asking: Asking): Promise<Answered> {
    if (asking.method !== 'GET') this.watch.arrives?.(asking);
    const answered = await this.odd.ask(asking);
    if (asking.method !== 'GET') this.watch.did?.(asking, answered);
    return answered;
  }

  #beLate(asking: Asking): void {
    this.#late.push({ at: this.#now() + this.#random() * lateness, asking });
  }

  async #arrive(): Promise<void> {
    const due = this.#late.filter(({ at }) => at <= this.#now());
    this.#late = this.#late.filter(({ at }) => at > this.#now());
    for (const { asking } of due) await this.#ask(asking);
  }

  #mayFail(): void {
    this.counts.requests++;
    if (this.#random() < this.#faults / 3) throw new Lost('No answer.');
  }

  #draw(): Fault {
    if (this.#random() >= this.#faults) return 'none';
    return faults[Math.floor(this.#random() * faults.length)] ?? 'none';
  }

  /** What is left of an answer, if that says anything. */
  #cut(json: unknown): unknown {
    const text = JSON.stringify(json);
    try {
      return JSON.parse(text.slice(0, Math.floor(this.#random() * text.length)));
    } catch {
      return null;
    }
  }
}
