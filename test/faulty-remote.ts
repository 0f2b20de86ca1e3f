/**
 * Seeded faults of a remote: requests lost before or after they take effect, responses cut at any byte, requests sent twice or applied late, rejected by
 * the rate limit before or after the effect, internal errors, and a crash of our own program during a request.
 */

import { cascadeIds } from '../main/sync/plan/merge-trees.ts';
import {
  type ProjectListEntry,
  type ProjectRead,
  type ReadScope,
  type RemoteApi,
  RemoteUnavailableError,
} from '../main/sync/protocol/remote-api.ts';
import type { SendResult, SyncRequest } from '../main/sync/protocol/sync-request.ts';
import { verbatim } from '../shared/messages/message.ts';
import type { AnyRecord } from '../shared/model/kinds/kinds.ts';
import { Project } from '../shared/model/project.ts';
import type { RemoteRequest, RemoteResponse } from './fake-remote.ts';
import type { SimulatedRemote } from './simulated-remote.ts';

/** The program crashed here. */
export class ProcessKilledError extends Error {}

const faultKinds = [
  'notSent',
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
type Fault = (typeof faultKinds)[number] | 'forbidden' | 'none';

/** In records. In a smaller project, most records may be deleted without a conflict. */
const largeProject = 60;

/** Milliseconds after which a lost request may still arrive. */
const maxDelay = 60_000;

interface RemoteObserver {
  /** Other users write during a request. */
  whileInFlight?(): void;
  /** Called before a write is sent. */
  beforeSend?(asking: RemoteRequest): void;
  /** Called before a write is applied at the remote; `asking` is the request that was sent. */
  beforeApply?(asking: RemoteRequest): void;
  /** Called after it was applied or rejected at the remote; the sender may never receive the response. */
  afterApply?(asking: RemoteRequest, answered: RemoteResponse): void;
  /** Called after a write was applied twice. The sender cannot detect that, because it receives a clean response. */
  afterDoubleApply?(asking: RemoteRequest): void;
}

export class FaultyRemote implements RemoteApi {
  readonly counts = { requests: 0, writes: 0, reads: 0, idle: 0 };
  readonly remote: SimulatedRemote;
  /** The faults of the next writes, used before any is drawn. */
  readonly nextFaults: Fault[] = [];
  observer: RemoteObserver = {};
  /** Changes what a read returns, in addition to the random faults. */
  alterRead: (read: ProjectRead) => ProjectRead = (read) => read;
  /** Called for each request about a single record. */
  onRequest: (asking: RemoteRequest) => void = () => undefined;
  /** (I44) The writes that a firewall refuses, which lets all reads pass. */
  isIntercepted: (asking: SyncRequest) => boolean = () => false;
  /** How many of the next project lists lack the project. */
  missingLists = 0;
  /** Whether the project list contains no times. */
  hidesTimes = false;
  #faults: number;
  #late: { at: number; asking: RemoteRequest }[] = [];
  readonly #random: () => number;
  readonly #now: () => number;

  constructor(odd: SimulatedRemote, often: number, random: () => number, now: () => number) {
    this.remote = odd;
    this.#faults = often;
    this.#random = random;
    this.#now = now;
  }

  /** Ends the faults; delayed requests have arrived. */
  async stopFaults(): Promise<void> {
    this.#faults = 0;
    for (const { asking } of this.#late.splice(0)) await this.#ask(asking);
  }

  async list(): Promise<readonly ProjectListEntry[]> {
    await this.#arrive();
    this.#mayFail();
    this.observer.whileInFlight?.();
    if (this.missingLists-- > 0) return [];
    return [{ hash: this.remote.remoteHash, updatedAt: this.hidesTimes ? null : this.remote.updatedAt }];
  }

  async read(_remoteHash: string, base: Project, scope: ReadScope = 'all'): Promise<ProjectRead> {
    await this.#arrive();
    this.counts.requests += scope === 'all' ? 3 : 1;
    this.counts.reads++;
    this.#mayFail();
    const records = scope === 'all' ? this.remote.readableRecords(base) : storyOf(this.remote.readableRecords(base), base);
    this.observer.whileInFlight?.();
    return this.alterRead(this.#maybeContradictory([...records]));
  }

  async send(asking: SyncRequest): Promise<SendResult> {
    await this.#arrive();
    this.counts.requests++;
    this.onRequest(asking);
    if (asking.method !== 'GET') {
      this.counts.writes++;
      this.observer.beforeSend?.(asking);
    }
    if (asking.method !== 'GET' && this.isIntercepted(asking)) return { type: 'response', status: 403, json: null, isForeign: true };
    const fault = this.nextFaults.shift() ?? this.#draw();
    switch (fault) {
      case 'killed before':
        throw new ProcessKilledError('before it was sent');
      case 'notSent':
        return { type: 'notSent' };
      case 'limited before':
        return { type: 'response', status: 429, json: null, retryAfter: this.#retryAfter() };
      case 'forbidden':
        return { type: 'response', status: 403, json: null };
      case 'broken before':
        return { type: 'response', status: 503, json: null };
      case 'lost before':
        return { type: 'noResponse' };
      case 'late':
        this.#beLate(asking);
        return { type: 'noResponse' };
      case 'killed during':
        this.#beLate(asking);
        throw new ProcessKilledError('while it was sent');
    }
    this.observer.whileInFlight?.();
    const first = await this.#ask(asking);
    this.observer.whileInFlight?.();
    const again = fault === 'twice' || fault === 'twice and lost' ? await this.#ask(asking) : first;
    const { status, json } = this.#random() < 0.5 ? first : again;
    if (fault === 'twice') this.observer.afterDoubleApply?.(asking);
    switch (fault) {
      case 'killed after':
        throw new ProcessKilledError('before the answer was kept');
      case 'lost after':
      case 'twice and lost':
        return { type: 'noResponse' };
      case 'cut':
        return { type: 'response', status, json: this.#cut(json) };
      case 'limited after':
        return { type: 'response', status: 429, json: null, retryAfter: this.#retryAfter() };
      case 'broken after':
        return { type: 'response', status: 500, json: null };
      default:
        return { type: 'response', status, json };
    }
  }

  async #ask(asking: RemoteRequest): Promise<RemoteResponse> {
    if (asking.method !== 'GET') this.observer.beforeApply?.(asking);
    const answered = await this.remote.request(asking);
    if (asking.method !== 'GET') this.observer.afterApply?.(asking, answered);
    return answered;
  }

  /** [I32] Some reads lack elements that the boards list, or most of a project. */
  #maybeContradictory(records: readonly AnyRecord[]): ProjectRead {
    const none = new Set<string>();
    if (this.#faults === 0 || this.#random() >= this.#faults / 6) return { records, danglingIds: none };
    const project = new Project(records);
    const isListed = this.#random() < 0.5 || records.length < largeProject;
    const roots = records.filter(({ kind, type, parentId }) => (isListed ? kind === 'element' : type === 'board' || parentId !== null));
    const lost = new Set(roots.flatMap(({ kind, id }) => (kind === 'project' ? [] : [...cascadeIds(id, project)])));
    return { records: records.filter(({ id }) => !lost.has(id)), danglingIds: isListed ? lost : none };
  }

  /** [I33] Some limits are absurdly long. */
  #retryAfter(): number {
    return this.#random() < 0.2 ? 999_999_999_999 : 20;
  }

  #beLate(asking: RemoteRequest): void {
    this.#late.push({ at: this.#now() + this.#random() * maxDelay, asking });
  }

  async #arrive(): Promise<void> {
    const due = this.#late.filter(({ at }) => at <= this.#now());
    this.#late = this.#late.filter(({ at }) => at > this.#now());
    for (const { asking } of due) await this.#ask(asking);
  }

  #mayFail(): void {
    this.counts.requests++;
    if (this.#random() < this.#faults / 3) throw new RemoteUnavailableError(verbatim('No answer.'));
  }

  #draw(): Fault {
    if (this.#random() >= this.#faults) return 'none';
    return faultKinds[Math.floor(this.#random() * faultKinds.length)] ?? 'none';
  }

  /** The rest of a truncated response, if it can be parsed. */
  #cut(json: unknown): unknown {
    const text = JSON.stringify(json);
    try {
      return JSON.parse(text.slice(0, Math.floor(this.#random() * text.length)));
    } catch {
      return null;
    }
  }
}

/** What a read of the story alone contains: no comments, and the stylesheet of the base. */
const storyOf = (records: readonly AnyRecord[], base: Project): AnyRecord[] =>
  records
    .filter(({ kind }) => kind !== 'comment' && kind !== 'reply')
    .map((record) => (record.kind === 'project' ? { ...record, css: base.projectRecord.css } : record));
