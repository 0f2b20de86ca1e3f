/**
 * The mirror of one project, step by step: each step is at most one request and one transaction, and says what is next. It waits for nothing
 * and knows no clock but the one it is given; who runs it sleeps, shares the budget and shows what it tells. Drawing: docs/mirror.md.
 */
import type { SingleCommand, Take } from '../../shared/commands.ts';
import { Project } from '../../shared/project.ts';
import { type Done, entriesAfter, expectedAs, madeBy, renamedQuestions, withoutDoubts } from './acknowledgement.ts';
import { answer } from './answer.ts';
import { isNaming, namings } from './file-requests.ts';
import { adopted, looked, lostBy, unknownAgain } from './look.ts';
import { type LoopDeps, Lost, type Next } from './loop-deps.ts';
import { gapOf, type Outcome, outcomeOf, type Row, stepFor } from './outbox.ts';
import { type Plan, plan } from './plan.ts';
import type { Question } from './question.ts';
import { Queue } from './queue.ts';
import { faultyIn, refusalEntry, requestText } from './refused.ts';
import type { Sending } from './requests.ts';
import { baseEntries, type Refusal, Rows, type Standing } from './rows.ts';
import { type Op, sends } from './sends.ts';
import { afterwards, askEntries, rowOf } from './settling.ts';
import { soundPartOf } from './sound.ts';
import { Theirs } from './theirs.ts';
import { turnedUp, twinQuestions } from './turned-up.ts';

/** Milliseconds until the next try when nobody answers. */
const patience = 5000;
const notThere: Next = { is: 'stopped', why: 'The project is no longer there.' };

export class Loop {
  readonly rows: Rows;
  readonly #deps: LoopDeps;
  readonly #theirs: Theirs;
  #plan: Plan | undefined;
  #plannedFor = -1;
  /** Something of it was sent: what it left out may be possible now. */
  #isPlanUsed = false;
  #queue: Queue | undefined;
  #filesSeen: number | undefined;
  #waiting = new Set<string>();
  #openAt = 0;
  /** Records that could not be taken in as they came; asked again after the next read (I20). */
  #poisoned = new Map<string, string>();
  #started = false;
  /** Requests about what was not there. */
  readonly #missed = new Set<string>();

  constructor(deps: LoopDeps) {
    this.#deps = deps;
    this.rows = deps.rows ?? new Rows(deps.shelf, deps.hash);
    this.#theirs = new Theirs(deps, this.rows);
  }

  /** What is open: asked anew by every plan, and what was asked once. */
  get questions(): readonly Question[] {
    return [...(this.#plan?.merged.questions ?? []), ...this.rows.questions];
  }

  /** What the plan asks; undefined where there is none at the moment. */
  get asked(): readonly Question[] | undefined {
    return this.#plan?.merged.questions;
  }

  /** Whether theirs is known, so that an answer can be given. */
  get isRead(): boolean {
    return this.#theirs.project !== undefined;
  }

  /** How many requests what is here would take, as far as that can be told without asking. */
  estimate(): number {
    return sends(this.#deps.local.project, this.#theirs.project ?? this.rows.base, this.#plan?.merged.held ?? new Set()).length;
  }

  /** Changes that are to be sent yet, as far as that is known. */
  get waiting(): number {
    return this.#queue?.left ?? this.#plan?.sends.length ?? 0;
  }

  /** What the remote does not take, as it is now. */
  get refused(): readonly Refusal[] {
    return this.#queue?.stuck ?? [];
  }

  /** The waits after silence are over: the network is back, or the user asks for it. */
  wake(): void {
    this.#openAt = 0;
  }

  /** What was refused is sent once more: the remote may have changed its mind. */
  retry(): void {
    this.rows.write([...this.rows.forgetRefusals(), { id: 'standing', value: { ...this.#standing, rest: null } }]);
    this.#plan = undefined;
  }

  get troubles(): ReadonlyMap<string, string> {
    return this.#poisoned;
  }

  /** What an answer comes to is written down; the command that it may be is for the user's hand, so that it can be undone. */
  answer(question: Question, choice: 'mine' | 'theirs'): SingleCommand | undefined {
    const theirs = this.#theirs.project ?? new Project();
    const { base, command } = answer(question, choice, { base: this.rows.base, mine: this.#deps.local.project, theirs });
    const over = [`question/${question.id}`, ...(question.why === 'added?' && choice === 'mine' ? [`unsure/${question.record}`] : [])];
    const standing = { ...this.#standing, rest: null, ...(base.put.length + base.gone.length > 0 && { whole: false }) };
    this.rows.write([...baseEntries(base), ...over.map((id) => ({ id, value: null })), { id: 'standing', value: standing }]);
    this.#plan = undefined;
    return command;
  }

  async step(): Promise<Next> {
    const now = this.#deps.now();
    this.#recover();
    if (now < this.#openAt) return { is: 'until', at: this.#openAt, why: 'waiting for the limit' };
    try {
      const row = this.rows.sending;
      if (row) return await this.#clear(row, now);
      const lately = this.#theirs.lately();
      if (lately === 'not there') return notThere;
      if (lately === 'restored') this.#plan = undefined;
      const { listed } = this.#theirs;
      if (!listed || now >= listed.at + this.#deps.pollEvery) return await this.#poll(now);
      const { updatedAt, rest } = this.#standing;
      const inStep: Next = { is: 'until', at: listed.at + this.#deps.pollEvery, why: 'in step' };
      const isOpen = this.#deps.files?.isOpen === true;
      if (listed.updatedAt === updatedAt && rest === this.#deps.local.version && !isOpen) return inStep;
      const project = this.#theirs.recall();
      if (!project || listed.updatedAt !== updatedAt) return await this.#read();
      const next = this.#found(project) ?? this.#takeIn() ?? (await this.#sendNext(project));
      if (!next) this.#comeToRest();
      return next ?? inStep;
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      if (error.isFinal) return { is: 'stopped', why: error.message };
      this.#openAt = error.until ?? now + patience;
      return { is: 'until', at: this.#openAt, why: error.until === undefined ? 'offline' : 'waiting for the limit' };
    }
  }

  get #standing(): Standing {
    const standing = this.rows.standing;
    if (!standing) throw new Error(`${this.#deps.hash} is not mirrored`);
    return standing;
  }

  /** A write that was on its way when the program ended: from now on nobody knows. */
  #recover(): void {
    if (this.#started) return;
    this.#started = true;
    const row = this.rows.sending;
    if (row && row.unknownSince === null) this.rows.write([{ id: 'sending', value: { ...row, unknownSince: this.#deps.now() } }]);
  }

  async #poll(now: number): Promise<Next> {
    const found = await this.#theirs.list(now);
    if (found === 'not there') return notThere;
    if (found === 'restored') this.#plan = undefined;
    return { is: 'busy', did: found === 'listed' ? 'list' : found };
  }

  async #read(): Promise<Next> {
    const theirs = await this.#theirs.read();
    this.#plan = undefined;
    this.#poisoned.clear();
    this.#askAboutTwins(theirs);
    return { is: 'busy', did: 'read' };
  }

  #askAboutTwins(theirs: Project): void {
    const twins = twinQuestions(this.rows.watches, this.rows.base, theirs, this.#theirs.readAt);
    if (twins.length > 0) this.rows.write(twins.map((question) => ({ id: `question/${question.id}`, value: question })));
  }

  /** A create that was asked about has turned up after all: that answers it. */
  #found(theirs: Project): Next | undefined {
    const found = turnedUp(this.rows, this.#deps.local.project, theirs);
    if (!found) return undefined;
    const { row, id, over } = found;
    this.#acknowledge(row, { id, version: null, newVersion: this.#standing.version, updatedAt: null }, false);
    this.rows.write(over);
    this.#askAboutTwins(theirs);
    return { is: 'busy', did: 'found after all' };
  }

  #planned(): Plan {
    const { local } = this.#deps;
    if (this.#plan && this.#plannedFor === local.version) return this.#plan;
    this.#plan = plan({ base: this.rows.base, mine: local.project, theirs: this.#theirs.project ?? new Project() });
    this.#plannedFor = local.version;
    this.#isPlanUsed = false;
    this.#queue = undefined;
    this.#waiting = new Set();
    return this.#plan;
  }

  /** Nothing is left to do; where nothing is in question either, the base is theirs, and a restart need neither read nor plan. */
  #comeToRest(): void {
    const { version } = this.#deps.local;
    const { questions, held } = this.#planned().merged;
    const isOpen = questions.length + held.size + this.#poisoned.size + this.#waiting.size > 0;
    const standing = this.#standing;
    // What was refused must be told after a restart too: only a plan knows it.
    const rest = this.refused.length > 0 ? null : version;
    if (!isOpen && (!standing.whole || standing.rest !== rest))
      this.rows.write([{ id: 'standing', value: { ...standing, whole: true, rest } }]);
  }

  /** Without what could not be taken in: one faulty record stops nothing else. */
  #takeIn(): Next | undefined {
    const { merged, takesIn } = this.#planned();
    if (!takesIn) return undefined;
    const sound = soundPartOf(merged, this.#poisoned);
    if (!sound) return undefined;
    const { command, entries } = sound;
    try {
      this.#commit(command, [...entries, { id: 'standing', value: { ...this.#standing, whole: false, rest: null } }]);
    } catch (error) {
      const faulty = faultyIn(error, [...command.put.map(({ id }) => id), ...command.gone]);
      if (faulty.size === 0) throw error;
      for (const [id, why] of faulty) this.#poisoned.set(id, why);
      return { is: 'busy', did: 'left out' };
    }
    this.#plan = undefined;
    return { is: 'busy', did: 'taken in' };
  }

  /** Records, base and what belongs to them in one transaction. */
  #commit(command: Take, entries: readonly { id: string; value: unknown }[]): void {
    const empty = command.renamed.length + command.put.length + command.gone.length === 0;
    const written = !empty && this.#deps.local.take(command, this.rows.beside(entries)).versionTime !== null;
    if (written) this.rows.took(entries);
    else this.rows.write(entries);
  }

  /** What could not be taken in keeps nothing else from being sent. */
  #sends(theirs: Project): readonly Op[] {
    const { merged, takesIn, sends: planned } = this.#planned();
    if (!takesIn) return planned;
    return sends(this.#deps.local.project, theirs, new Set([...merged.held, ...this.#poisoned.keys()]));
  }

  async #sendNext(theirs: Project): Promise<Next | undefined> {
    const unsure = new Set(this.rows.unsure.map(({ sending }) => sending.op.id));
    const isHeld = (op: Op) => unsure.has(op.id) || this.#poisoned.has(op.id) || this.#waiting.has(JSON.stringify(op));
    const { there } = this.#standing;
    this.#planned();
    const { files } = this.#deps;
    if (this.#filesSeen !== files?.revision) this.#queue = undefined;
    this.#filesSeen = files?.revision;
    this.#queue ??= new Queue([...this.#sends(theirs), ...namings(files)]);
    const sending = this.#queue.next({ there, mine: this.#deps.local.project, theirs, rows: this.rows, files, isHeld });
    if (sending) {
      this.#theirs.pass('write');
      if (sending.op.do !== 'look') return await this.#transmit(rowOf(sending, theirs, this.#standing));
      this.#waiting.add(JSON.stringify(sending.op));
      return await this.#look(sending, theirs);
    }
    const doubts = withoutDoubts(this.rows, false);
    if (doubts.length > 0) this.rows.write(doubts);
    if (!this.#isPlanUsed) return undefined;
    this.#plan = undefined;
    return { is: 'busy', did: 'sent all' };
  }

  /** The row is on the disk before a byte leaves (I7). */
  async #transmit(row: Row): Promise<Next> {
    this.#theirs.pass('write');
    this.rows.write([{ id: 'sending', value: row }]);
    const outcome = outcomeOf(row.sending, await this.#deps.remote.send(row.sending));
    return this.#settle(row, outcome);
  }

  #settle(row: Row, outcome: Outcome): Next {
    if (outcome.is === 'done') {
      this.#acknowledge(row, outcome);
      return { is: 'busy', did: `${row.sending.method} ${row.sending.path}` };
    }
    const { entries, next, readAgain } = afterwards(row, outcome, this.#deps.now());
    this.rows.write(entries);
    if (readAgain) this.#theirs.forget();
    if (outcome.is === 'gone') this.#gone(row.sending);
    if (next.is === 'until') this.#openAt = next.at;
    return next;
  }

  /** What it is about is not there under its name, so the base is not theirs. When theirs shows it all the same, asking again would not help. */
  #gone(sending: Sending): void {
    const { op } = sending;
    if (isNaming(op)) this.#deps.files?.doubt(op.id, 'gone');
    const { made, gone, renamed } = unknownAgain(op, this.rows.base, this.#deps.local.project);
    const text = requestText(sending);
    const refusal = this.#missed.has(text) ? [refusalEntry(op.id, text, 'The remote shows it, and says that it is not there.')] : [];
    this.#missed.add(text);
    const standing = { id: 'standing', value: { ...this.#standing, whole: false, rest: null } };
    this.#commit({ do: 'take', renamed, put: [], gone: [] }, [...baseEntries({ put: made, gone }), ...refusal, standing]);
  }

  /** The answer, the base, the id and everything that goes by it, in one transaction. */
  #acknowledge(row: Row, done: Done, applies = true): void {
    const made = madeBy(row.sending, done);
    const gap = gapOf(row, done.version);
    const entries = entriesAfter(row, done, this.rows, this.#deps.now(), this.#deps.settle);
    const renamed: Take['renamed'] = made && made.from !== made.to && this.#deps.local.project.has(made.from) ? [[made.from, made.to]] : [];
    const isQuiet = this.#plannedFor === this.#deps.local.version;
    const files = this.#deps.files?.named(row.sending, made?.to ?? row.sending.op.id) ?? [];
    this.#commit({ do: 'take', renamed, put: [], gone: [] }, [...entries, ...files]);
    this.#theirs.wrote(applies ? expectedAs(made, row.sending.expected) : [], gap, done);
    // Our own renaming is no reason to plan again; what the user did meanwhile is.
    // What the remote calls a component is looked up before any script that names it goes.
    const isNamedThere = made && row.sending.op.kind === 'component';
    if (isQuiet && applies && !isNamedThere) this.#plannedFor = this.#deps.local.version;
    else this.#plan = undefined;
    this.#isPlanUsed = true;
  }

  /** Nobody knows whether it was done: only this project's queue stands still until that is settled. */
  async #clear(row: Row, now: number): Promise<Next> {
    const since = row.unknownSince ?? now;
    const settled = since + this.#deps.settle;
    const isSettled = now >= settled;
    const { listed, project, readAt } = this.#theirs;
    if (isSettled && (listed?.at ?? 0) < settled) return await this.#poll(now);
    const isSilent = isSettled && listed !== undefined && listed.updatedAt === row.updatedAt;
    const isRead = project !== undefined && readAt >= (isSettled && !isSilent ? settled : since);
    const evidence = isRead && project ? { theirs: project, ...(listed && { updatedAt: listed.updatedAt }) } : {};
    const step = stepFor(row, evidence, now, this.#deps.settle);
    switch (step.do) {
      case 'read':
        return await this.#read();
      case 'wait':
        return { is: 'until', at: step.until, why: 'settling' };
      case 'acknowledge':
        this.#acknowledge(
          row,
          { id: step.id, version: null, newVersion: row.version === null ? null : row.version + 1, updatedAt: null },
          false,
        );
        this.#theirs.forget();
        return { is: 'busy', did: 'found' };
      case 'send again':
        return await this.#transmit({ ...row, attempt: row.attempt + 1, unknownSince: null });
      case 'plan again':
        this.rows.write([{ id: 'sending', value: null }]);
        if (isNaming(row.sending.op)) this.#deps.files?.doubt(row.sending.op.id, 'lost');
        this.#plan = undefined;
        return { is: 'busy', did: 'given up' };
      case 'ask':
        this.rows.write(askEntries(row, this.#deps.local.project));
        return { is: 'busy', did: 'asked' };
    }
  }

  async #look(sending: Sending, theirs: Project): Promise<Next> {
    const came = await this.#deps.remote.send(sending);
    const lost = lostBy(came, this.#deps.now());
    if (lost) {
      this.#waiting.delete(JSON.stringify(sending.op));
      throw lost;
    }
    const changes = came.is === 'answer' && came.status === 200 ? looked(sending.op, came.json, theirs) : [];
    theirs.apply(changes);
    this.#askAboutTwins(theirs);
    const { made, gone, renamed } = adopted(sending.op, changes, { base: this.rows.base, mine: this.#deps.local.project, theirs });
    const aliases = renamed.flatMap(([from, to]) => [{ id: `alias/${from}`, value: to }, ...renamedQuestions(this.rows, from, to)]);
    this.#commit({ do: 'take', renamed, put: [], gone: [] }, [...baseEntries({ put: made, gone }), ...aliases]);
    this.#plan = undefined;
    const waiting = new Set(this.#waiting);
    this.#planned();
    if (changes.length === 0) this.#waiting = waiting;
    return { is: 'busy', did: 'look' };
  }
}
