/**
 * The mirror of one project, step by step: each step is at most one request and one transaction, and says what is next. It waits for nothing
 * and knows no clock but the one it is given; who runs it sleeps, shares the budget and shows what it tells. Drawing: docs/mirror.md.
 */
import type { Command, Take } from '../../../shared/commands.ts';
import type { Project } from '../../../shared/project.ts';
import { answer, theirsAsked } from '../plan/answer.ts';
import type { Question } from '../plan/question.ts';
import { isNaming } from '../requests/file-requests.ts';
import type { Sending } from '../requests/sending.ts';
import { type Done, entriesAfter, expectedAs, madeBy, renamedQuestions, unanswered, withoutDoubts } from './acknowledgement.ts';
import { Agenda } from './agenda.ts';
import { adopted, looked, lostBy, unknownAgain } from './look.ts';
import { type LoopDeps, Lost, type Next } from './loop-deps.ts';
import { gapOf, type Outcome, outcomeOf, type Row, stepFor } from './outbox.ts';
import { faultyIn, refusalEntry, requestText } from './refused.ts';
import { baseEntries, type Entry, type Refusal, Rows } from './rows.ts';
import { afterwards, askEntries, rowOf } from './settling.ts';
import { soundPartOf } from './sound.ts';
import { Theirs } from './theirs.ts';
import { askAboutTwins, turnedUp } from './turned-up.ts';

/** Milliseconds until the next try when nobody answers. */
const patience = 5000;
const notThere: Next = { is: 'stopped', why: 'The project is no longer there.' };

export class Loop {
  readonly rows: Rows;
  readonly #deps: LoopDeps;
  readonly #theirs: Theirs;
  readonly #agenda: Agenda;
  #openAt = 0;
  #started = false;
  /** Requests about what was not there. */
  readonly #missed = new Set<string>();

  constructor(deps: LoopDeps) {
    this.#deps = deps;
    this.rows = deps.rows ?? new Rows(deps.shelf, deps.hash);
    this.#theirs = new Theirs(deps, this.rows);
    this.#agenda = new Agenda(deps, this.rows, this.#theirs);
  }

  /** What is open: asked anew by every plan, and what was asked once. */
  get questions(): readonly Question[] {
    return [...(this.#agenda.asked ?? []), ...this.rows.questions];
  }

  /** What the plan asks; undefined where there is none at the moment. */
  get asked(): readonly Question[] | undefined {
    return this.#agenda.asked;
  }

  /** Whether theirs is known, so that an answer can be given. */
  get isRead(): boolean {
    return this.#theirs.project !== undefined;
  }

  /** How many requests what is here would take, as far as that can be told without asking. */
  estimate(): number {
    return this.#agenda.estimate();
  }

  /** Changes that are to be sent yet, as far as that is known. */
  get waiting(): number {
    return this.#agenda.waiting;
  }

  /** What the remote does not take, as it is now. */
  get refused(): readonly Refusal[] {
    return this.#agenda.refused;
  }

  /** The waits after silence are over: the network is back, or the user asks for it. */
  wake(): void {
    this.#openAt = 0;
  }

  /** What was refused is sent once more: the remote may have changed its mind. */
  retry(): void {
    this.rows.write([...this.rows.forgetRefusals(), { id: 'standing', value: { ...this.rows.mirrored, rest: null } }]);
    this.#agenda.forget();
  }

  get troubles(): ReadonlyMap<string, string> {
    return this.#agenda.poisoned;
  }

  /** What an answer comes to is written down; the command that it may be is for the user's hand, so that it can be undone. */
  answer(question: Question, choice: 'mine' | 'theirs'): Command | undefined {
    const theirs = this.#theirs.project ?? theirsAsked(question, this.rows.base);
    const { base, command } = answer(question, choice, { base: this.rows.base, mine: this.#deps.local.project, theirs });
    const over = [`question/${question.id}`, ...(question.why === 'added?' && choice === 'mine' ? [`unsure/${question.record}`] : [])];
    const standing = { ...this.rows.mirrored, rest: null, ...(base.put.length + base.gone.length > 0 && { whole: false }) };
    this.rows.write([...baseEntries(base), ...over.map((id) => ({ id, value: null })), { id: 'standing', value: standing }]);
    this.#agenda.forget();
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
      if (lately === 'restored') this.#agenda.forget();
      const { listed } = this.#theirs;
      if (!listed || now >= listed.at + this.#deps.pollEvery) return await this.#poll(now);
      const { updatedAt, rest } = this.rows.mirrored;
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
    if (found === 'restored') this.#agenda.forget();
    return { is: 'busy', did: found === 'listed' ? 'list' : found };
  }

  async #read(): Promise<Next> {
    const theirs = await this.#theirs.read();
    this.#agenda.forget();
    this.#agenda.poisoned.clear();
    askAboutTwins(this.rows, theirs, this.#theirs.readAt);
    return { is: 'busy', did: 'read' };
  }

  /** A create that was asked about has turned up after all: that answers it. */
  #found(theirs: Project): Next | undefined {
    const found = turnedUp(this.rows, this.#deps.local.project, theirs);
    if (!found) return undefined;
    const { row, id, over } = found;
    this.#acknowledge(row, unanswered(id, this.rows.mirrored.version), false);
    this.rows.write(over);
    askAboutTwins(this.rows, theirs, this.#theirs.readAt);
    return { is: 'busy', did: 'found after all' };
  }

  /** Nothing is left to do; where nothing is in question either, the base is theirs, and a restart need neither read nor plan. */
  #comeToRest(): void {
    const standing = this.rows.mirrored;
    // What was refused must be told after a restart too: only a plan knows it.
    const rest = this.refused.length > 0 ? null : this.#deps.local.version;
    if (!this.#agenda.isOpen && (!standing.whole || standing.rest !== rest))
      this.rows.write([{ id: 'standing', value: { ...standing, whole: true, rest } }]);
  }

  /** Without what could not be taken in: one faulty record stops nothing else. */
  #takeIn(): Next | undefined {
    const { merged, takesIn } = this.#agenda.plan;
    if (!takesIn) return undefined;
    const { command, entries = [] } = soundPartOf(merged, this.#agenda.poisoned) ?? {};
    if (!command) return undefined;
    try {
      this.#take(command, [...entries, this.rows.unsettled]);
    } catch (error) {
      const faulty = faultyIn(error, [...command.put.map(({ id }) => id), ...command.gone]);
      if (faulty.size === 0) throw error;
      for (const [id, why] of faulty) this.#agenda.poisoned.set(id, why);
      return { is: 'busy', did: 'left out' };
    }
    this.#agenda.forget();
    return { is: 'busy', did: 'taken in' };
  }

  #take(command: Partial<Take>, entries: readonly Entry[]): void {
    this.rows.commit(this.#deps.local, { do: 'take', renamed: [], put: [], gone: [], ...command }, entries);
  }

  async #sendNext(theirs: Project): Promise<Next | undefined> {
    const sending = this.#agenda.next(this.rows.mirrored.there, theirs);
    if (sending) {
      this.#theirs.pass('write');
      if (sending.op.do !== 'look') return await this.#transmit(rowOf(sending, theirs, this.rows.mirrored));
      return await this.#look(sending, theirs);
    }
    const doubts = withoutDoubts(this.rows, false);
    if (doubts.length > 0) this.rows.write(doubts);
    if (!this.#agenda.isUsedUp) return undefined;
    this.#agenda.forget();
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
    const refusal = this.#missed.has(text) ? [refusalEntry(op.id, text, 'The workspace shows it, and says that it is not there.')] : [];
    this.#missed.add(text);
    this.#take({ renamed }, [...baseEntries({ put: made, gone }), ...refusal, this.rows.unsettled]);
  }

  /** The answer, the base, the id and everything that goes by it, in one transaction. */
  #acknowledge(row: Row, done: Done, applies = true): void {
    const made = madeBy(row.sending, done);
    const gap = gapOf(row, done.version);
    const entries = entriesAfter(row, done, this.rows, this.#deps.now(), this.#deps.settle);
    const renamed: Take['renamed'] = made && made.from !== made.to && this.#deps.local.project.has(made.from) ? [[made.from, made.to]] : [];
    const isQuiet = this.#agenda.isCurrent;
    const files = this.#deps.files?.named(row.sending, made?.to ?? row.sending.op.id) ?? [];
    this.#take({ renamed }, [...entries, ...files]);
    this.#theirs.wrote(applies ? expectedAs(made, row.sending.expected) : [], gap, done);
    // Our own renaming is no reason to plan again; what the user did meanwhile is, and what the remote calls a component: scripts name it.
    this.#agenda.used(isQuiet && applies && !(made && row.sending.op.kind === 'component'));
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
        this.#acknowledge(row, unanswered(step.id, row.version === null ? null : row.version + 1), false);
        this.#theirs.forget();
        return { is: 'busy', did: 'found' };
      case 'send again':
        return await this.#transmit({ ...row, attempt: row.attempt + 1, unknownSince: null });
      case 'plan again':
        this.rows.write([{ id: 'sending', value: null }]);
        if (isNaming(row.sending.op)) this.#deps.files?.doubt(row.sending.op.id, 'lost');
        this.#agenda.forget();
        return { is: 'busy', did: 'given up' };
      case 'ask':
        this.rows.write(askEntries(row, this.#deps.local.project));
        return { is: 'busy', did: 'asked' };
    }
  }

  async #look(sending: Sending, theirs: Project): Promise<Next> {
    const came = await this.#deps.remote.send(sending);
    const lost = lostBy(came, this.#deps.now());
    if (lost) throw lost;
    const changes = came.is === 'answer' && came.status === 200 ? looked(sending.op, came.json, theirs) : [];
    theirs.apply(changes);
    askAboutTwins(this.rows, theirs, this.#theirs.readAt);
    const { made, gone, renamed } = adopted(sending.op, changes, { base: this.rows.base, mine: this.#deps.local.project, theirs });
    const aliases = renamed.flatMap(([from, to]) => [{ id: `alias/${from}`, value: to }, ...renamedQuestions(this.rows, from, to)]);
    this.#take({ renamed }, [...baseEntries({ put: made, gone }), ...aliases]);
    this.#agenda.lookedUp(sending.op, changes.length > 0);
    return { is: 'busy', did: 'look' };
  }
}
