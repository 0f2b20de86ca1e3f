/** One mirrored project: its loop, its files, and what is known of both. It takes a step when it is told to, one at a time. */
import { z } from 'zod';
import type { Command } from '../../../shared/commands.ts';
import type { Shelf, ShelfWrites } from '../../../shared/shelf.ts';
import { isoTime } from '../../../shared/world.ts';
import type { Urgency } from '../loop/budget.ts';
import { Loop } from '../loop/loop.ts';
import type { Next } from '../loop/loop-deps.ts';
import { Rows } from '../loop/rows.ts';
import type { Question } from '../plan/question.ts';
import type { Sending } from '../requests/sending.ts';
import type { Activity } from './activity.ts';
import { clearedActivity } from './activity-words.ts';
import { Calm } from './calm.ts';
import { firstRead } from './first-read.ts';
import type { MirrorEngine } from './mirror-engine.ts';
import { type NotingDeps, notingLocal, notingRemote, notingShelf } from './noting.ts';
import type { MirrorRow } from './remote-rows.ts';
import type { FilesBeside, Workspace } from './workspace.ts';

export interface MirroredDeps {
  readonly engine: MirrorEngine;
  readonly shelf: Shelf;
  readonly workspace: () => Workspace;
  readonly activity: Activity;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly settle: number;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** The user works with it at this moment. */
  readonly isUsed: () => boolean;
  readonly keep: (row: MirrorRow) => void;
  /** It does something else now. */
  readonly changed: () => void;
}

/** Milliseconds after which a calm project is no longer held in memory. */
const untilLetGo = 600_000;
/** Milliseconds until files that are refused are tried again. */
const filesAgain = 300_000;

export class Mirrored {
  row: MirrorRow;
  next: Next | undefined;
  doing: 'sending' | 'receiving' | undefined;
  /** Milliseconds; from then on a step is due. */
  dueAt = 0;
  /** Milliseconds; no step before the list was asked at that time or later: others may have written meanwhile. */
  listAfter = 0;
  /** Somebody waits for it: it goes even where nothing goes by itself. */
  isAsked = false;
  isWorking = false;
  isOver = false;
  /** Milliseconds; from then on there may be a file to move. And how many are on their way. */
  filesDueAt = 0;
  filesMoving = 0;
  /** The last one found something to do. */
  areFilesBusy = false;
  /** ISO 8601; when both sides were last found equal. */
  inStepAt: string | null;
  readonly #deps: MirroredDeps;
  readonly #calm: Calm;
  #open: { readonly loop: Loop; readonly files: FilesBeside } | undefined;
  #asked: readonly Question[] | undefined;
  #waiting = 0;
  #countedAt = -1;
  #step: Promise<Next> | undefined;
  #steppedAt = 0;
  #isMoved = false;

  constructor(row: MirrorRow, deps: MirroredDeps) {
    this.row = row;
    this.inStepAt = row.inStepAt;
    this.#deps = deps;
    this.#calm = new Calm(deps.shelf, row.hash);
    deps.activity.know(row.hash);
  }

  get workspace(): Workspace {
    return this.#deps.workspace();
  }

  /** Of a project that is here. */
  get loop(): Loop {
    return this.#opened.loop;
  }

  /** Its files, beside the loop. */
  get files(): FilesBeside {
    return this.#opened.files;
  }

  get urgency(): Urgency {
    if (this.#deps.isUsed()) return 'user';
    if (!this.row.made) return 'fill';
    return this.doing === 'sending' || (this.#open?.loop.waiting ?? 0) > 0 ? 'push' : 'poll';
  }

  /** What the plan asks is kept for the next start, when there is none yet. */
  get questions(): readonly Question[] {
    if (!this.row.made) return [];
    return [...this.#known(), ...this.loop.rows.questions, ...this.files.questions];
  }

  /** Changes that are here and not there, as they were counted last. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Both sides are as they were when there was nothing left to do. */
  get isCalm(): boolean {
    const listed = this.workspace.listing?.projects.find(({ hash }) => hash === this.row.there);
    return this.row.made && this.#calm.is(this.#version, listed?.updatedAt);
  }

  /** Instead of a step. What it holds in memory is let go after a while. */
  stay(): void {
    const now = this.#deps.now();
    // Files are looked at some time after the start, not those of all projects at once.
    if (this.next === undefined) this.filesDueAt = now + filesAgain * (1 + this.#deps.random());
    this.next = { is: 'until', at: Number.POSITIVE_INFINITY, why: 'in step' };
    this.dueAt = Number.POSITIVE_INFINITY;
    this.inStepAt = isoTime(now * 1000);
    if (now - this.#steppedAt >= untilLetGo && this.filesMoving === 0) this.#open = undefined;
  }

  /** Whatever goes wrong inside is for the caller; silence and refusals are what it says is next. */
  async step(): Promise<Next> {
    const version = this.row.made ? this.#version : -1;
    this.#steppedAt = this.#deps.now();
    const doubtful = this.row.made ? this.loop.rows.sending : undefined;
    this.isWorking = true;
    try {
      this.#step = this.row.made ? this.loop.step() : this.#fetch();
      this.next = await this.#step;
    } finally {
      this.#step = undefined;
      this.isWorking = false;
      this.doing = undefined;
    }
    if (doubtful && this.next.is === 'busy') this.#cleared(doubtful.sending, this.next.did);
    if (this.row.made && !this.isOver) this.#look(this.next, version);
    return this.next;
  }

  /** A file comes or goes, or it says when that may be. */
  async moveFile(): Promise<void> {
    const { files } = this;
    const { revision } = files;
    this.filesMoving++;
    let dueAt = this.#deps.now() + filesAgain;
    try {
      const next = await files.step();
      this.areFilesBusy = next.is === 'busy';
      if (next.is !== 'stopped') dueAt = next.is === 'busy' ? 0 : next.at;
      // Assets that waited for theirs may go now.
      if (next.is === 'busy' && files.revision !== revision) this.disturb();
    } finally {
      this.filesDueAt = Math.min(this.filesDueAt, dueAt);
      this.filesMoving--;
    }
    this.#deps.changed();
  }

  /** Counts what waits while nothing can be asked. */
  count(): void {
    if (!this.row.made || this.isWorking || this.#countedAt === this.#version) return;
    this.#countedAt = this.#version;
    this.#waiting = this.loop.rows.standing?.rest === this.#version ? 0 : this.loop.estimate();
  }

  /** Resolves when no step is on its way. */
  async whenStill(): Promise<void> {
    await this.#step?.catch(() => undefined);
  }

  /** The next step is due, however calm it is. */
  disturb(): void {
    this.#calm.disturb();
    this.dueAt = 0;
  }

  /** What was refused goes once more. */
  retry(): void {
    this.disturb();
    if (this.row.made) this.loop.retry();
  }

  answer(question: Question, choice: 'mine' | 'theirs'): Command | undefined {
    if (question.cell !== 'file') return this.loop.answer(question, choice);
    this.filesDueAt = 0;
    this.files.answer(question, choice);
    return undefined;
  }

  /** It is not shown any more; if it is still open, the next plan says so. */
  answered({ id }: Question): void {
    this.#ask(this.#known().filter((each) => each.id !== id));
    this.disturb();
    this.#deps.changed();
  }

  become(row: MirrorRow): void {
    this.row = row;
    this.#deps.keep(row);
  }

  /** To be laid beside its end. */
  removal(): ShelfWrites {
    this.isOver = true;
    return new Rows(this.#deps.shelf, this.row.hash).removal();
  }

  get #version(): number {
    return this.#deps.engine.versionOf(this.row.hash).version;
  }

  get #opened(): { readonly loop: Loop; readonly files: FilesBeside } {
    this.#open ??= this.#made();
    return this.#open;
  }

  #made(): { readonly loop: Loop; readonly files: FilesBeside } {
    const { engine, shelf: plain, workspace, activity, now, settle } = this.#deps;
    const { hash } = this.row;
    const does = (what: 'sending' | 'receiving') => this.#do(what);
    const noting: NotingDeps = { hash, engine, shelf: plain, activity, workspace, now, does, isOver: () => this.isOver };
    const local = notingLocal(noting);
    const shelf = notingShelf(noting);
    const rows = new Rows(shelf, hash);
    // Those of what is open come before those of all others, and leave the user's part of the budget alone.
    const urgency = (): Urgency => (this.#deps.isUsed() ? 'poll' : 'fill');
    const files = workspace().files({ local, hash, shelf, rows, urgency });
    const gate = (what: 'list' | 'read' | 'write') => {
      const urgency = what === 'write' ? (this.#deps.isUsed() ? 'user' : 'push') : this.urgency;
      return workspace().turns.freeAt(urgency, what === 'read');
    };
    const lately = () => workspace().listing;
    const remote = notingRemote(noting);
    const loop = new Loop({ hash, local, files, rows, shelf, remote, now, settle, gate, lately, pollEvery: Number.POSITIVE_INFINITY });
    return { loop, files };
  }

  async #fetch(): Promise<Next> {
    const { workspace, engine, shelf, activity, now } = this.#deps;
    const begun = () => this.#do('receiving');
    const { row, urgency } = this;
    const { next, row: made } = await firstRead({ row, urgency, workspace: workspace(), engine, shelf, activity, now, begun });
    if (made) [this.row, this.inStepAt] = [made, made.inStepAt];
    return next;
  }

  #do(what: 'sending' | 'receiving'): void {
    if (this.doing === what) return;
    this.doing = what;
    this.#deps.changed();
  }

  /** A look has shown what became of a request whose answer was lost. */
  #cleared(sending: Sending, did: string): void {
    if (did !== 'found' && did !== 'given up') return;
    const { activity, engine } = this.#deps;
    activity.note(this.row.hash, clearedActivity(sending, did === 'found', engine.project(this.row.hash)));
  }

  #known(): readonly Question[] {
    this.#asked ??= z.array(z.custom<Question>()).catch([]).parse(this.loop.rows.get('asked'));
    return this.#asked;
  }

  #ask(asked: readonly Question[]): void {
    this.#asked = asked;
    this.loop.rows.write([{ id: 'asked', value: asked }]);
  }

  /** What a step has left behind. A poll that finds nothing writes nothing. */
  #look(next: Next, version: number): void {
    const { loop } = this;
    const { asked } = loop;
    const isAtRest = next.is === 'until' && next.why === 'in step';
    this.#waiting = isAtRest ? 0 : asked ? loop.waiting : this.#waiting;
    // What was not planned was not counted.
    if (isAtRest || next.is === 'busy') this.#countedAt = version;
    if (asked && JSON.stringify(asked) !== JSON.stringify(this.#known())) this.#ask(asked);
    if (this.#deps.activity.entries(this.row.hash).length > 0) loop.rows.write([]);
    if (next.is === 'busy' && next.did !== 'list') {
      this.#isMoved = true;
      this.filesDueAt = 0;
    }
    if (!isAtRest) return;
    this.inStepAt = isoTime(this.#deps.now() * 1000);
    const areFilesAtRest = this.filesMoving === 0 && this.filesDueAt > this.#deps.now();
    if (areFilesAtRest && loop.refused.length + loop.troubles.size === 0) this.#calm.keep(version, loop.rows.standing?.updatedAt ?? '');
    if (this.#isMoved) this.become({ ...this.row, inStepAt: this.inStepAt });
    this.#isMoved = false;
  }
}
