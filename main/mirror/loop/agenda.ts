/**
 * What there is to do, by a plan that is made anew when something has changed: what to take in, what to ask, which request goes next. It
 * remembers what could not be taken in, and what was looked up to no avail. In memory only.
 */
import { Project } from '../../../shared/project.ts';
import { type Plan, plan } from '../plan/plan.ts';
import type { Question } from '../plan/question.ts';
import { type Op, sends } from '../plan/sends.ts';
import { namings } from '../requests/file-requests.ts';
import type { Sending } from '../requests/sending.ts';
import type { LoopDeps } from './loop-deps.ts';
import { Queue } from './queue.ts';
import type { Refusal, Rows } from './rows.ts';
import type { Theirs } from './theirs.ts';

export class Agenda {
  /** Records that could not be taken in as they came; asked again after the next read (I20). */
  readonly poisoned = new Map<string, string>();
  readonly #deps: LoopDeps;
  readonly #rows: Rows;
  readonly #theirs: Theirs;
  #plan: Plan | undefined;
  #plannedFor = -1;
  /** Something of it was sent: what it left out may be possible now. */
  #isUsed = false;
  #queue: Queue | undefined;
  #filesSeen: number | undefined;
  /** Looks that told nothing new: not before there is another plan. */
  #inVain = new Set<string>();

  constructor(deps: LoopDeps, rows: Rows, theirs: Theirs) {
    this.#deps = deps;
    this.#rows = rows;
    this.#theirs = theirs;
  }

  /** What the plan asks; undefined where there is none at the moment. */
  get asked(): readonly Question[] | undefined {
    return this.#plan?.merged.questions;
  }

  /** Changes that are to be sent yet, as far as that is known. */
  get waiting(): number {
    return this.#queue?.left ?? this.#plan?.sends.length ?? 0;
  }

  /** What the remote does not take, as it is now. */
  get refused(): readonly Refusal[] {
    return this.#queue?.stuck ?? [];
  }

  /** How many requests what is here would take, as far as that can be told without asking. */
  estimate(): number {
    return sends(this.#deps.local.project, this.#theirs.project ?? this.#rows.base, this.#plan?.merged.held ?? new Set()).length;
  }

  get plan(): Plan {
    if (this.#plan && this.isCurrent) return this.#plan;
    const { local } = this.#deps;
    this.#plan = plan({ base: this.#rows.base, mine: local.project, theirs: this.#theirs.project ?? new Project() });
    this.#plannedFor = local.version;
    this.#isUsed = false;
    this.#queue = undefined;
    this.#inVain = new Set();
    return this.#plan;
  }

  /** Nothing has changed here since the plan was made. */
  get isCurrent(): boolean {
    return this.#plannedFor === this.#deps.local.version;
  }

  /** The plan sends no more, and something of it was sent. */
  get isUsedUp(): boolean {
    return this.#isUsed;
  }

  /** Something is in question, could not be taken in, or is to be looked up yet. */
  get isOpen(): boolean {
    const { questions, held } = this.plan.merged;
    return questions.length + held.size + this.poisoned.size + this.#inVain.size > 0;
  }

  /** What is known has changed. */
  forget(): void {
    this.#plan = undefined;
  }

  /** A request of it was answered; `goesOn`: it holds for what the project is now. */
  used(goesOn: boolean): void {
    if (goesOn) this.#plannedFor = this.#deps.local.version;
    else this.#plan = undefined;
    this.#isUsed = true;
  }

  lookedUp(op: Op, isNew: boolean): void {
    const inVain = new Set([...this.#inVain, JSON.stringify(op)]);
    this.#plan = undefined;
    if (isNew || !this.plan) return;
    this.#inVain = inVain;
  }

  /** The next request that can go. */
  next(there: string, theirs: Project): Sending | undefined {
    const { files, local } = this.#deps;
    const unsure = new Set(this.#rows.unsure.map(({ sending }) => sending.op.id));
    const isHeld = (op: Op) => unsure.has(op.id) || this.poisoned.has(op.id) || this.#inVain.has(JSON.stringify(op));
    const { merged, takesIn, sends: planned } = this.plan;
    if (this.#filesSeen !== files?.revision) this.#queue = undefined;
    this.#filesSeen = files?.revision;
    // What could not be taken in keeps nothing else from being sent.
    const ops = () => (takesIn ? sends(local.project, theirs, new Set([...merged.held, ...this.poisoned.keys()])) : planned);
    this.#queue ??= new Queue([...ops(), ...namings(files)]);
    return this.#queue.next({ there, mine: local.project, theirs, rows: this.#rows, files, isHeld });
  }
}
