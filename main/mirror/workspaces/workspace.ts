/**
 * One hosted workspace: its key, its budget, its project list (asked once for all mirrored projects), and whether it can be reached. Whatever
 * is asked of it goes through here, so that one silence or one refusal is known to all.
 */
import type { Project } from '../../../shared/project.ts';
import type { Shelf } from '../../../shared/shelf.ts';
import type { Urgency } from '../loop/budget.ts';
import type { FollowedFiles } from '../loop/followed-files.ts';
import { type ListedProject, Lost, type Next, type Remote as ReadableRemote } from '../loop/loop-deps.ts';
import type { MirroredProject } from '../loop/mirrored-project.ts';
import type { Came } from '../loop/outbox.ts';
import type { Rows } from '../loop/rows.ts';
import type { Question } from '../plan/question.ts';
import type { Sending } from '../requests/sending.ts';
import type { Keys } from './keys.ts';
import { budgetId, type RemoteRow } from './remote-rows.ts';
import type { Condition } from './status.ts';
import type { Timers } from './timers.ts';
import { Turns } from './turns.ts';

/** A row of the list with what is shown of it. */
export interface HostedProject extends ListedProject {
  readonly name: string;
}

/** The remote as it is reached (main/mirror/remote). */
export interface Reached extends ReadableRemote {
  list(): Promise<readonly HostedProject[]>;
  /** A new project there from whole records. Throws a Lost, or a Problem with what the remote refuses. */
  create(how: { readonly name: string; readonly story?: unknown }): Promise<string>;
  remove(there: string): Promise<void>;
  /** The files of a project's assets. */
  files(of: FilesOf): FilesBeside;
  close(): Promise<void>;
}

export interface FilesOf {
  readonly local: MirroredProject;
  readonly hash: string;
  readonly shelf: Shelf;
  readonly rows: Pick<Rows, 'base' | 'standing'>;
  /** Of what comes and goes for itself. */
  readonly urgency: () => Urgency;
}

/** They come and go beside the loop, some at once. */
export interface FilesBeside extends FollowedFiles {
  step(): Promise<Next>;
  wake(): void;
  readonly questions: readonly Question[];
  answer(question: Question, choice: 'mine' | 'theirs'): void;
  /** Files that are still to come or to go. */
  readonly left: { readonly files: number };
  /** Why a file was not taken, by asset. */
  readonly refused: ReadonlyMap<string, string>;
}

export interface Reach {
  readonly row: RemoteRow;
  readonly key: () => string | undefined;
  readonly now: () => number;
  readonly turn: (request: { readonly path: string; readonly transfer: boolean; readonly urgency?: Urgency | undefined }) => Promise<void>;
  readonly onQuota: (quota: { readonly limit: number; readonly left: number; readonly transfer: boolean }) => void;
  readonly onLimited: (retryAfter: number | undefined) => void;
  /** What was found out about the remote. */
  readonly learned: () => RemoteRow['learned'];
  readonly learn: (learned: RemoteRow['learned']) => void;
  /** By what hash a project of there goes here. */
  readonly hashOf: (there: string) => string | undefined;
}

export interface WorkspaceDeps {
  readonly reach: (how: Reach) => Reached;
  readonly keys: Keys;
  readonly shelf: Shelf;
  readonly timers: Timers;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly hashOf: (there: string) => string | undefined;
  /** How urgent is what is asked about a project there. */
  readonly urgencyOf: (there: string) => Urgency;
  readonly keep: (row: RemoteRow) => void;
  /** The list was read. */
  readonly listed: () => void;
  /** It can be reached again, or no longer, or not for another reason. */
  readonly changed: () => void;
}

/** Milliseconds between tries when nobody answers, growing; and until a refused key is tried again. */
const firstWait = 5000;
const longestWait = 300_000;
const refusedWait = 300_000;

/** [Projects] */
const listPath = '/workspace/projects';

interface Listing {
  readonly at: number;
  readonly projects: readonly HostedProject[];
}

export class Workspace {
  row: RemoteRow;
  readonly turns: Turns;
  readonly #deps: WorkspaceDeps;
  readonly #reached: Reached;
  #key: string | undefined;
  #condition: Condition = { is: 'needs a key', why: 'The key is being looked up.' };
  #tries = 0;
  #listing: Listing | undefined;
  #asking: { at: number; list: Promise<Listing> } | undefined;
  /** So many wait for the list. */
  #waitingForList = 0;

  constructor(row: RemoteRow, deps: WorkspaceDeps) {
    this.row = row;
    this.#deps = deps;
    this.turns = new Turns({ shelf: deps.shelf, id: budgetId(row.name), timers: deps.timers, now: deps.now });
    this.#reached = deps.reach({
      row,
      key: () => this.#key,
      now: deps.now,
      turn: ({ path, transfer, urgency }) => this.turns.take(() => urgency ?? this.#urgencyOf(path), transfer),
      hashOf: deps.hashOf,
      onQuota: ({ limit, left, transfer }) => this.turns.told(limit, left, transfer),
      onLimited: (retryAfter) => this.turns.limited(retryAfter),
      learned: () => this.row.learned,
      learn: (learned) => {
        this.row = { ...this.row, learned: { ...this.row.learned, ...learned } };
        deps.keep(this.row);
      },
    });
  }

  get condition(): Condition {
    return this.#condition;
  }

  /** What the list showed last, to whoever asked. */
  get listing(): Listing | undefined {
    return this.#listing;
  }

  /** After a 429 nobody asks before; undefined where that is over. */
  get limitedUntil(): number | undefined {
    const until = this.turns.closedUntil;
    return until > this.#deps.now() ? until : undefined;
  }

  /** Looks for the key again; what was known of the way is forgotten, and so is the list: nothing is sent before it was asked anew. */
  async unlock(): Promise<void> {
    const found = await this.#deps.keys.find(this.row);
    this.#key = 'key' in found ? found.key : undefined;
    this.#tries = 0;
    this.#listing = undefined;
    this.#become('why' in found ? { is: 'needs a key', why: found.why } : { is: 'ready' });
  }

  /** Somebody works: who had waited long for the network looks soon whether it is back. */
  hasten(): void {
    const { condition } = this;
    if (condition.is !== 'offline') return;
    this.#condition = { ...condition, until: Math.min(condition.until, this.#deps.now() + firstWait) };
  }

  /** The list for somebody who waits for it. */
  async listForUser(since: number): Promise<Listing> {
    this.#waitingForList++;
    this.turns.look();
    try {
      return await this.list(since);
    } finally {
      this.#waitingForList--;
    }
  }

  /** The list as it was at that time or later; whoever asks meanwhile gets the same answer. */
  async list(since: number): Promise<Listing> {
    if (this.#listing && this.#listing.at >= since) return this.#listing;
    if (!this.#asking || this.#asking.at < since) {
      const at = this.#deps.now();
      const list = this.#watched(() => this.#reached.list()).then((projects) => ({ at, projects }));
      this.#asking = { at, list };
      const asking = this.#asking;
      void list
        .then(
          (listing) => {
            if (this.#listing && this.#listing.at > at) return;
            this.#listing = listing;
            this.#deps.listed();
          },
          () => undefined,
        )
        .finally(() => {
          if (this.#asking === asking) this.#asking = undefined;
        });
    }
    return await this.#asking.list;
  }

  read(there: string, base: Project) {
    return this.#watched(() => this.#reached.read(there, base));
  }

  async send(sending: Sending): Promise<Came> {
    const came = await this.#reached.send(sending);
    if (came.is === 'answer' && came.status === 401) this.#refuse();
    else if (came.is === 'not sent') this.#fall('It could not be reached.');
    else if (came.is === 'answer') this.#rise();
    return came;
  }

  files(of: FilesOf): FilesBeside {
    return this.#reached.files(of);
  }

  create(how: { readonly name: string; readonly story?: unknown }): Promise<string> {
    return this.#watched(() => this.#reached.create(how));
  }

  remove(there: string): Promise<void> {
    return this.#watched(() => this.#reached.remove(there));
  }

  /** Nothing more is sent; what is on its way may come back. */
  rest(): void {
    this.turns.close(new Lost('Taleport is being closed.'));
  }

  async close(): Promise<void> {
    this.rest();
    await this.#reached.close();
  }

  async #watched<T>(ask: () => Promise<T>): Promise<T> {
    try {
      const value = await ask();
      this.#rise();
      return value;
    } catch (error) {
      if (error instanceof Lost) {
        if (error.status === 401) this.#refuse();
        else if (error.until === undefined && (error.status ?? 500) >= 500) this.#fall(error.message);
        else this.#rise();
      }
      throw error;
    }
  }

  #urgencyOf(path: string): Urgency {
    return path === listPath && this.#waitingForList > 0 ? 'user' : this.#deps.urgencyOf(path.split('/')[1] ?? '');
  }

  #rise(): void {
    this.#tries = 0;
    this.#become({ is: 'ready' });
  }

  /** Every silence waits longer than the one before. */
  #fall(why: string): void {
    if (this.#key === undefined || (this.condition.is === 'offline' && this.condition.until > this.#deps.now())) return;
    const wait = Math.min(longestWait, firstWait * 2 ** this.#tries++);
    this.#become({ is: 'offline', why, until: this.#deps.now() + wait });
  }

  #refuse(): void {
    if (this.#key === undefined) return;
    const why = `The key for ${this.row.name} is not accepted: it was revoked or belongs to another workspace. Please enter another one.`;
    this.#become({ is: 'refused', why, until: this.#deps.now() + refusedWait });
  }

  #become(condition: Condition): void {
    const before = this.#condition;
    this.#condition = condition;
    if (before.is !== condition.is || (before.is !== 'ready' && condition.is !== 'ready' && before.why !== condition.why))
      this.#deps.changed();
    else if (before.is === 'offline') this.#deps.changed();
  }
}
