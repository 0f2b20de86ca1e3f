/** A story on two sides, which started as one: edited on either, and brought together by plans until there is nothing left to do. */
import { type Engine, openEngine } from '../../../main/engine/engine.ts';
import { acknowledged } from '../../../main/mirror/plan/acknowledge.ts';
import { answer } from '../../../main/mirror/plan/answer.ts';
import type { Merged } from '../../../main/mirror/plan/merge.ts';
import { type Plan, plan } from '../../../main/mirror/plan/plan.ts';
import type { Question } from '../../../main/mirror/plan/question.ts';
import type { Op } from '../../../main/mirror/plan/sends.ts';
import { requestOf } from '../../../main/mirror/requests/requests.ts';
import type { Sending } from '../../../main/mirror/requests/sending.ts';
import type { Command } from '../../../shared/commands.ts';
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import { Project } from '../../../shared/project.ts';
import type { World } from '../../../shared/world.ts';
import { type FakeRemote, openFakeRemote } from '../../fake-remote.ts';

let shared: FakeRemote | undefined;

export class TwoSides {
  readonly mine: Engine;
  readonly hash: string;
  readonly remote: FakeRemote;
  readonly there: string;
  readonly raised: Question[] = [];
  readonly sent: Sending[] = [];
  /** Our old ids and those that they have now. */
  readonly renamed = new Map<string, string>();
  /** What the remote would not take, or did not take, by record. */
  readonly refused = new Map<string, string>();
  /** Looked at after every step. */
  watch: (step: string) => void = () => {};
  #base: Map<string, AnyRecord>;

  constructor(mine: Engine, remote: FakeRemote, records: readonly AnyRecord[]) {
    this.mine = mine;
    this.remote = remote;
    this.hash = mine.create(records).hash;
    this.there = remote.create(records);
    this.#base = new Map(records.map((record) => [record.id, record]));
  }

  get here(): Project {
    return this.mine.project(this.hash);
  }

  get theirs(): Project {
    return this.remote.engine.project(this.there);
  }

  get base(): Project {
    return new Project(this.#base.values());
  }

  edit(side: 'here' | 'there', command: Command): void {
    if (side === 'here') this.mine.send(this.hash, command, 'user');
    else this.remote.engine.send(this.there, command, 'user');
  }

  plan(): Plan {
    return plan({ base: this.base, mine: this.here, theirs: this.theirs });
  }

  /** Plans, takes in and sends until nothing is left; gives what is still in question. Fails where it does not end (I2). */
  async bringTogether(): Promise<readonly Question[]> {
    const limit = 4 * (this.here.size + this.theirs.size);
    for (let round = 0; round < limit; round++) {
      const planned = this.plan();
      if (planned.takesIn) this.#takeIn(planned.merged);
      else if (!(await this.#sendAll(planned.sends))) return planned.merged.questions;
    }
    throw new Error(`Not together after ${limit} rounds: ${JSON.stringify(this.plan())}`);
  }

  answer(question: Question, choice: 'mine' | 'theirs'): void {
    const { base, command } = answer(question, choice, { base: this.base, mine: this.here, theirs: this.theirs });
    this.#write(base);
    if (command) this.edit('here', command);
  }

  remove(): void {
    this.mine.remove(this.hash);
    this.remote.engine.remove(this.there);
  }

  #takeIn({ renamed, put, gone, base, raised }: Merged): void {
    if (renamed.length + put.length + gone.length > 0) this.mine.send(this.hash, { do: 'take', renamed, put, gone }, 'remote');
    for (const [from, to] of renamed) this.renamed.set(from, to);
    this.#write(base);
    this.raised.push(...raised);
    this.watch('taken in');
  }

  /** Sends what can be sent; whether anything was. */
  async #sendAll(ops: readonly Op[]): Promise<boolean> {
    let any = false;
    for (const op of ops) {
      const ready = requestOf(op, this.there, this.here, this.theirs);
      if (ready.is === 'refused') this.refused.set(op.id, ready.why);
      if (ready.is !== 'ready' || op.do === 'look' || this.refused.get(op.id)?.startsWith('HTTP')) continue;
      const { sending } = ready;
      this.watch(`sending ${JSON.stringify(sending)}`);
      const { status, json } = await this.remote.ask(sending);
      if (status >= 300) {
        this.refused.set(op.id, `HTTP ${status} ${sending.method} ${sending.path} ${JSON.stringify(sending.body)} ${JSON.stringify(json)}`);
        continue;
      }
      any = true;
      this.sent.push(sending);
      this.#settle(sending, op.do === 'create' ? (json as { id: string }).id : op.id);
      this.watch(`${sending.method} ${sending.path}`);
    }
    return any;
  }

  /** After an answer the base has what was sent; what was made goes by its new id. */
  #settle({ op, expected }: Sending, id: string): void {
    if (id !== op.id) {
      this.mine.send(this.hash, { do: 'take', renamed: [[op.id, id]], put: [], gone: [] }, 'remote');
      this.renamed.set(op.id, id);
    }
    this.#write(acknowledged(this.base, expected, { from: op.id, to: id }));
  }

  #write({ put, gone }: Merged['base']): void {
    for (const record of put) this.#base.set(record.id, record);
    for (const id of gone) this.#base.delete(id);
  }
}

/** Both sides with these records, agreed. The remote is one for all: opening it takes longer than a story. */
export async function twoSides(world: World, records: readonly AnyRecord[], mine: Engine = openEngine(null, world)): Promise<TwoSides> {
  shared ??= await openFakeRemote(world);
  return new TwoSides(mine, shared, records);
}
