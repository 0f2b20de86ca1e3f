/** One mirrored project: its loop with everything around it that is written down or told. It takes a step when it is told to, one at a time. */
import { z } from 'zod';
import type { SingleCommand, Take } from '../../../shared/commands.ts';
import { Project } from '../../../shared/project.ts';
import type { Shelf, ShelfWrites } from '../../../shared/shelf.ts';
import { isoTime } from '../../../shared/world.ts';
import type { Urgency } from '../budget.ts';
import { Loop } from '../loop.ts';
import { type LoopDeps, Lost, type Next } from '../loop-deps.ts';
import type { Question } from '../question.ts';
import type { Sending } from '../requests.ts';
import { baseEntries, Rows } from '../rows.ts';
import type { Activity } from './activity.ts';
import { fetchedActivity, receivedActivity, sentActivity } from './activity-words.ts';
import { fetched } from './fetched.ts';
import type { MirrorEngine } from './mirror-engine.ts';
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

/** When nothing was left to do: the version here, and what the list showed. */
const calmRow = z.object({ version: z.int(), updatedAt: z.string() });
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
  #loop: Loop | undefined;
  #files: FilesBeside | undefined;
  #asked: readonly Question[] | undefined;
  #waiting = 0;
  #step: Promise<Next> | undefined;
  #countedAt = -1;
  #isMoved = false;
  #calm: z.infer<typeof calmRow> | undefined;
  #mustLook = false;
  #steppedAt = 0;

  constructor(row: MirrorRow, deps: MirroredDeps) {
    this.row = row;
    this.inStepAt = row.inStepAt;
    this.#deps = deps;
    deps.activity.know(row.hash);
  }

  get workspace(): Workspace {
    return this.#deps.workspace();
  }

  /** Of a project that is here. */
  get loop(): Loop {
    this.#loop ??= this.#open();
    return this.#loop;
  }

  /** Both sides are as they were when there was nothing left to do: it need not even be opened. */
  get isCalm(): boolean {
    if (!this.row.made || this.#mustLook) return false;
    this.#calm ??= calmRow.safeParse(this.#deps.shelf.get(`${this.row.hash}/calm`)).data;
    const listed = this.workspace.listing?.projects.find(({ hash }) => hash === this.row.there);
    return this.#calm?.updatedAt === listed?.updatedAt && this.#calm?.version === this.#deps.engine.versionOf(this.row.hash).version;
  }

  /** Instead of a step. What it holds in memory is let go after a while. */
  stay(): void {
    const now = this.#deps.now();
    const isFirst = this.next === undefined;
    this.next = { is: 'until', at: Number.POSITIVE_INFINITY, why: 'in step' };
    this.dueAt = Number.POSITIVE_INFINITY;
    // Their files are looked at some time after the start, not all at once.
    if (isFirst) this.filesDueAt = now + filesAgain * (1 + this.#deps.random());
    this.inStepAt = isoTime(now * 1000);
    if (now - this.#steppedAt < untilLetGo || this.filesMoving > 0) return;
    this.#loop = undefined;
    this.#files = undefined;
  }

  get urgency(): Urgency {
    if (!this.row.made) return 'fill';
    if (this.#deps.isUsed()) return 'user';
    return this.doing === 'sending' || (this.#loop?.waiting ?? 0) > 0 ? 'push' : 'poll';
  }

  /** Its files, beside the loop. */
  get files(): FilesBeside {
    void this.loop;
    if (!this.#files) throw new Error('The loop brings the files.');
    return this.#files;
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
      if (next.is === 'busy' && files.revision !== revision) this.dueAt = 0;
    } finally {
      this.filesDueAt = Math.min(this.filesDueAt, dueAt);
      this.filesMoving--;
    }
    this.#deps.changed();
  }

  /** Whatever goes wrong inside is for the caller; silence and refusals are what it says is next. */
  async step(): Promise<Next> {
    const { hash } = this.row;
    const version = this.row.made ? this.#deps.engine.versionOf(hash).version : -1;
    this.#steppedAt = this.#deps.now();
    this.#mustLook = false;
    this.isWorking = true;
    try {
      this.#step = this.row.made ? this.loop.step() : this.#fetch();
      this.next = await this.#step;
    } finally {
      this.#step = undefined;
      this.isWorking = false;
      this.doing = undefined;
    }
    if (this.row.made) this.#look(version);
    return this.next;
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

  /** Counts what waits while nothing can be asked. */
  count(): void {
    if (!this.row.made || this.isWorking) return;
    const { version } = this.#deps.engine.versionOf(this.row.hash);
    if (this.#countedAt === version) return;
    this.#countedAt = version;
    this.#waiting = this.loop.rows.standing?.rest === version ? 0 : this.loop.estimate();
  }

  #keepCalm(version: number): void {
    const updatedAt = this.loop.rows.standing?.updatedAt ?? '';
    const isRefused = this.loop.refused.length + this.loop.troubles.size > 0;
    if (isRefused || this.filesMoving > 0 || this.filesDueAt <= this.#deps.now()) return;
    if (this.#calm?.version === version && this.#calm.updatedAt === updatedAt) return;
    this.#calm = { version, updatedAt };
    this.loop.rows.write([{ id: 'calm', value: this.#calm }]);
  }

  #known(): readonly Question[] {
    this.#asked ??= z.array(z.custom<Question>()).catch([]).parse(this.loop.rows.get('asked'));
    return this.#asked;
  }

  #ask(asked: readonly Question[]): void {
    this.#asked = asked;
    this.loop.rows.write([{ id: 'asked', value: asked }]);
  }

  #look(version: number): void {
    const { loop } = this;
    const { hash } = this.row;
    const { asked } = loop;
    const isAtRest = this.next?.is === 'until' && this.next.why === 'in step';
    this.#waiting = isAtRest ? 0 : asked ? loop.waiting : this.#waiting;
    this.#countedAt = version;
    if (isAtRest) this.inStepAt = isoTime(this.#deps.now() * 1000);
    if (asked && JSON.stringify(asked) !== JSON.stringify(this.#known())) this.#ask(asked);
    if (this.#deps.activity.entries(hash).length > 0) loop.rows.write([]);
    if (this.next?.is === 'busy' && this.next.did !== 'list') {
      this.#isMoved = true;
      this.filesDueAt = 0;
    }
    if (isAtRest) this.#keepCalm(version);
    // Once after something has happened: a poll that finds nothing writes nothing.
    if (isAtRest && this.#isMoved) {
      this.#isMoved = false;
      this.keep({ inStepAt: this.inStepAt });
    }
  }

  /** Resolves when no step is on its way. */
  async whenStill(): Promise<void> {
    await this.#step?.catch(() => undefined);
  }

  /** What was refused goes once more. */
  retry(): void {
    this.#mustLook = true;
    if (this.row.made) this.loop.retry();
  }

  answer(question: Question, choice: 'mine' | 'theirs'): SingleCommand | undefined {
    if (question.cell === 'file') {
      this.filesDueAt = 0;
      this.files.answer(question, choice);
      return undefined;
    }
    return this.loop.answer(question, choice);
  }

  /** It is not shown any more; if it is still open, the next plan says so. */
  answered({ id }: Question): void {
    this.#ask(this.#known().filter((each) => each.id !== id));
    this.#mustLook = true;
    this.dueAt = 0;
    this.#deps.changed();
  }

  keep(fields: Partial<MirrorRow>): void {
    this.become({ ...this.row, ...fields });
  }

  become(row: MirrorRow): void {
    this.row = row;
    this.#deps.keep(row);
  }

  /** To be laid beside its end. Nothing is written any more. */
  removal(): ShelfWrites {
    this.isOver = true;
    return new Rows(this.#deps.shelf, this.row.hash).removal();
  }

  #do(what: 'sending' | 'receiving'): void {
    if (this.doing === what) return;
    this.doing = what;
    this.#deps.changed();
  }

  /** The first read makes the project. */
  async #fetch(): Promise<Next> {
    const { workspace, engine, activity, now } = this.#deps;
    const { hash, there } = this.row;
    const hosted = workspace();
    const at = hosted.turns.freeAt(this.urgency, true);
    if (at > now()) return { is: 'until', at, why: 'waiting for the limit' };
    this.#do('receiving');
    try {
      const isIt = (each: { hash: string }) => each.hash === there;
      const listed = hosted.listing?.projects.find(isIt) ?? (await hosted.list(now())).projects.find(isIt);
      if (!listed) return { is: 'stopped', why: 'The project is no longer there.' };
      const records = [...(await hosted.read(there, new Project()))];
      const made = fetched(records, (sound, whole) => {
        const standing = { there, version: null, updatedAt: listed.updatedAt, listed: listed.updatedAt, whole, rest: whole ? 1 : null };
        activity.note(hash, ...fetchedActivity(sound));
        const entries = [...baseEntries({ put: sound, gone: [] }), { id: 'standing', value: standing }, ...activity.entries(hash)];
        engine.create(sound, new Rows(this.#deps.shelf, hash).beside(entries), hash);
      });
      activity.wrote(hash);
      this.keep({ made: true, name: listed.name });
      return { is: 'busy', did: made ? 'made' : 'made in part' };
    } catch (error) {
      activity.forget(hash);
      if (!(error instanceof Lost)) throw error;
      if (error.status === 401 || error.status === 403 || error.status === 404) return { is: 'stopped', why: error.message };
      return { is: 'until', at: error.until ?? now() + 5000, why: error.until === undefined ? 'offline' : 'waiting for the limit' };
    }
  }

  #open(): Loop {
    const { engine, workspace, now, settle } = this.#deps;
    const { hash } = this.row;
    const local: LoopDeps['local'] = {
      get project() {
        return engine.project(hash);
      },
      get version() {
        return engine.versionOf(hash).version;
      },
      take: (command, beside) => this.#take(command, beside),
    };
    const shelf = this.#noting();
    const rows = new Rows(shelf, hash);
    const files = workspace().files({ local, hash, shelf, rows });
    this.#files = files;
    return new Loop({
      hash,
      local,
      files,
      rows,
      shelf,
      now,
      settle,
      pollEvery: Number.POSITIVE_INFINITY,
      lately: () => workspace().listing,
      gate: (what) => workspace().turns.freeAt(what === 'write' ? (this.#deps.isUsed() ? 'user' : 'push') : this.urgency, what === 'read'),
      remote: {
        list: async () => (await workspace().list(now())).projects,
        read: (there, base) => {
          this.#do('receiving');
          return workspace().read(there, base);
        },
        send: (sending) => this.#send(sending),
      },
    });
  }

  async #send(sending: Sending) {
    if (sending.op.do !== 'look') this.#do('sending');
    const came = await this.#deps.workspace().send(sending);
    const { hash } = this.row;
    if (sending.op.do !== 'look') this.#deps.activity.note(hash, sentActivity(sending, came, this.#deps.engine.project(hash)));
    return came;
  }

  /** What came in goes with what it says of itself, in one transaction. */
  #take(command: Take, beside: readonly ShelfWrites[]) {
    const { engine, activity } = this.#deps;
    const { hash } = this.row;
    const mine = engine.project(hash);
    const noted = receivedActivity(command.put, command.gone, mine);
    const rows = new Rows(this.#deps.shelf, hash);
    activity.note(hash, ...noted);
    try {
      const reply = engine.send(hash, command, 'remote', [...beside, ...rows.beside(activity.entries(hash))]);
      if (reply.versionTime !== null) activity.wrote(hash);
      return reply;
    } catch (error) {
      activity.unnote(hash, noted.length);
      throw error;
    }
  }

  /** The shelf of the rows, where every write takes along what is to be told. */
  #noting(): Shelf {
    const { shelf, activity } = this.#deps;
    const { hash } = this.row;
    return {
      ...shelf,
      put: (entries) => {
        if (this.isOver) return;
        const told = activity.entries(hash).map(({ id, value }) => ({ id: `${hash}/${id}`, value }));
        if (entries.length + told.length > 0) shelf.put([...entries, ...told]);
        activity.wrote(hash);
      },
    };
  }
}
