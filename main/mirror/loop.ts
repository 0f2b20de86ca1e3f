/**
 * The mirror of one project, step by step: each step is at most one request and one transaction, and says what is next. It waits for nothing
 * and knows no clock but the one it is given; who runs it sleeps, shares the budget and shows what it tells. Drawing: docs/mirror.md.
 */
import type { ChangeSet } from '../../shared/changes.ts';
import type { Take } from '../../shared/commands.ts';
import type { AnyRecord } from '../../shared/kinds/all.ts';
import { Problem } from '../../shared/problem.ts';
import { Project } from '../../shared/project.ts';
import type { Shelf, ShelfWrites } from '../../shared/shelf.ts';
import { acknowledged } from './acknowledge.ts';
import { looked } from './look.ts';
import { type Came, gapOf, likeIt, type Outcome, outcomeOf, type Row, stepFor, twinsOf, watchLength } from './outbox.ts';
import { type Plan, plan } from './plan.ts';
import { type Question, questionOf } from './question.ts';
import { requestOf, type Sending } from './requests.ts';
import { baseEntries, Rows, type Standing } from './rows.ts';
import { type Op, sends } from './sends.ts';

/** As the engine is for the mirror. */
export interface MirroredProject {
  readonly project: Project;
  readonly version: number;
  /** Throws a Problem that names faulty records by `<id>.<field>`; of what changes nothing, nothing is laid beside. */
  take(command: Take, beside: readonly ShelfWrites[]): { readonly versionTime: unknown };
}

export interface Remote {
  /** The project list ([Projects]); of the projects asked about, what it shows. Throws a Lost when there is no answer. */
  list(): Promise<readonly { readonly hash: string; readonly updatedAt: string }[]>;
  /** The whole project as it is. `base` fills in what no read tells. Throws a Lost. */
  read(there: string, base: Project): Promise<Iterable<AnyRecord>>;
  /** Never throws: what became of it. */
  send(sending: Pick<Sending, 'method' | 'path' | 'body'>): Promise<Came>;
}

/** A read that had no usable answer. `until`: nobody may ask before, by the remote's own word. */
export class Lost extends Error {
  readonly until: number | undefined;
  readonly status: number | undefined;

  constructor(why: string, { until, status }: { until?: number; status?: number } = {}) {
    super(why);
    this.until = until;
    this.status = status;
  }
}

export interface LoopDeps {
  readonly local: MirroredProject;
  readonly hash: string;
  readonly shelf: Shelf;
  readonly remote: Remote;
  /** Milliseconds. */
  readonly now: () => number;
  readonly settle: number;
  readonly pollEvery: number;
  /** When such a request may go, by the budget that all projects of the workspace share. */
  readonly gate?: (what: 'list' | 'read' | 'write') => number;
}

export type Next =
  /** There is more to do. */
  | { readonly is: 'busy'; readonly did: string }
  /** Nothing to do, or nothing allowed, before that time or a change here. */
  | { readonly is: 'until'; readonly at: number; readonly why: 'in step' | 'waiting for the limit' | 'offline' | 'settling' }
  | { readonly is: 'stopped'; readonly why: string };

type Done = Pick<Extract<Outcome, { is: 'done' }>, 'id' | 'version' | 'newVersion' | 'updatedAt'>;

const patience = 5000;

export class Loop {
  readonly rows: Rows;
  readonly #deps: LoopDeps;
  #theirs: Project | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  /** What the list showed when it was last asked, and when that was. */
  #listed: { updatedAt: string; at: number } | undefined;
  #plan: Plan | undefined;
  #plannedFor = -1;
  #waiting = new Set<string>();
  #openAt = 0;
  /** Records that could not be taken in as they came; asked again after the next read (I20). */
  #poisoned = new Map<string, string>();
  #started = false;

  constructor(deps: LoopDeps) {
    this.#deps = deps;
    this.rows = new Rows(deps.shelf, deps.hash);
  }

  /** What is open: asked anew by every plan, and what was asked once. */
  get questions(): readonly Question[] {
    return [...(this.#plan?.merged.questions ?? []), ...this.rows.questions];
  }

  get troubles(): ReadonlyMap<string, string> {
    return this.#poisoned;
  }

  /** What both sides agreed on was changed by an answer. */
  replan(): void {
    this.#plan = undefined;
  }

  async step(): Promise<Next> {
    const now = this.#deps.now();
    this.#recover();
    if (now < this.#openAt) return { is: 'until', at: this.#openAt, why: 'waiting for the limit' };
    try {
      const row = this.rows.sending;
      if (row) return await this.#clear(row, now);
      if (!this.#listed || now >= this.#listed.at + this.#deps.pollEvery) return await this.#poll(now);
      if (!this.#theirs || this.#listed.updatedAt !== this.#standing.updatedAt) return await this.#read();
      return (
        this.#found() ??
        this.#takeIn() ??
        (await this.#sendNext()) ?? { is: 'until', at: this.#listed.at + this.#deps.pollEvery, why: 'in step' }
      );
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      if (error.status === 401 || error.status === 403 || error.status === 404) return { is: 'stopped', why: error.message };
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

  #pass(what: 'list' | 'read' | 'write'): void {
    const at = this.#deps.gate?.(what) ?? 0;
    if (at > this.#deps.now()) throw new Lost('The budget is used up.', { until: at });
  }

  async #poll(now: number): Promise<Next> {
    this.#pass('list');
    const found = (await this.#deps.remote.list()).find(({ hash }) => hash === this.#standing.there);
    if (!found) return { is: 'stopped', why: 'The project is no longer there.' };
    this.#listed = { updatedAt: found.updatedAt, at: now };
    return { is: 'busy', did: 'list' };
  }

  /** The time kept is the one that was listed before the read: what comes in between is read again. */
  async #read(): Promise<Next> {
    this.#pass('read');
    const at = this.#deps.now();
    this.#theirs = new Project(await this.#deps.remote.read(this.#standing.there, this.rows.base));
    this.#readAt = at;
    this.#plan = undefined;
    this.#poisoned.clear();
    this.#lookForTwins(this.#theirs, at);
    if (this.#listed && !this.rows.sending) this.rows.write([this.#standingEntry({ updatedAt: this.#listed.updatedAt })]);
    return { is: 'busy', did: 'read' };
  }

  /** What a lost or doubled create may have left behind: only what is new can be one. */
  #lookForTwins(theirs: Project, now: number): void {
    const { base, watches } = this.rows;
    if (watches.length === 0 || [...theirs.records()].every(({ id }) => base.has(id))) return;
    for (const { id, twins } of twinsOf(watches, theirs, now))
      for (const twin of twins) {
        const record = theirs.at(twin);
        if (!record || base.has(twin)) continue;
        const question = questionOf(record, null, 'twin', { base: null, mine: id, theirs: record });
        this.rows.write([{ id: `question/${question.id}`, value: question }]);
      }
  }

  /** A create that was asked about has turned up after all: that answers it. */
  #found(): Next | undefined {
    const { base, unsure } = this.rows;
    for (const row of unsure) {
      const { op, expected } = row.sending;
      const made = expected[0]?.after;
      if (!made || !this.#theirs) continue;
      const found = likeIt(made, this.#theirs, new Set(row.known)).filter((id) => !base.has(id));
      if (found.length !== 1) continue;
      this.#acknowledge(row, { id: found[0] ?? null, version: null, newVersion: null, updatedAt: null }, false);
      this.rows.write([
        { id: `unsure/${op.id}`, value: null },
        { id: `question/${op.id}#`, value: null },
        ...(found[0] === undefined ? [] : [{ id: `question/${found[0]}#`, value: null }]),
      ]);
      return { is: 'busy', did: 'found after all' };
    }
    return undefined;
  }

  #standingEntry(change: Partial<Standing>) {
    return { id: 'standing', value: { ...this.#standing, ...change } };
  }

  #planned(): Plan {
    const { local } = this.#deps;
    if (this.#plan && this.#plannedFor === local.version) return this.#plan;
    this.#plan = plan({ base: this.rows.base, mine: local.project, theirs: this.#theirs ?? new Project() });
    this.#plannedFor = local.version;
    this.#waiting = new Set();
    return this.#plan;
  }

  /** Without what could not be taken in: one faulty record stops nothing else. */
  #takeIn(): Next | undefined {
    const { merged, takesIn } = this.#planned();
    if (!takesIn) return undefined;
    const isSound = ({ id }: { id: string }) => !this.#poisoned.has(id);
    const put = merged.put.filter(isSound);
    const gone = merged.gone.filter((id) => !this.#poisoned.has(id));
    const base = { put: merged.base.put.filter(isSound), gone: merged.base.gone.filter((id) => !this.#poisoned.has(id)) };
    if (put.length + gone.length + base.put.length + base.gone.length + merged.renamed.length === 0) return undefined;
    const questions = merged.raised.map((question) => ({ id: `question/${question.id}`, value: question }));
    const aliases = merged.renamed.map(([from, to]) => ({ id: `alias/${from}`, value: to }));
    try {
      this.#commit({ do: 'take', renamed: merged.renamed, put, gone }, [...baseEntries(base), ...questions, ...aliases]);
    } catch (error) {
      const faulty = faultyIn(error, [...put.map(({ id }) => id), ...gone]);
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

  async #sendNext(): Promise<Next | undefined> {
    const theirs = this.#theirs;
    if (!theirs) return undefined;
    const { project } = this.#deps.local;
    const unsure = new Set(this.rows.unsure.map(({ sending }) => sending.op.id));
    for (const op of this.#sends(theirs)) {
      const key = JSON.stringify(op);
      if (this.#waiting.has(key) || unsure.has(op.id) || this.#poisoned.has(op.id)) continue;
      const ready = requestOf(op, this.#standing.there, project, theirs);
      if (ready.is === 'refused') this.#refuse(op.id, key, ready.why);
      if (ready.is !== 'ready') continue;
      const { sending } = ready;
      this.#pass('write');
      if (op.do === 'look') {
        this.#waiting.add(key);
        return await this.#look(sending, theirs);
      }
      if (this.rows.refusals.some(({ record, request }) => record === op.id && request === requestText(sending))) continue;
      return await this.#transmit({ sending, attempt: 1, ...this.#known(sending, theirs), unknownSince: null });
    }
    return undefined;
  }

  #known({ op, expected }: Sending, theirs: Project): Pick<Row, 'version' | 'updatedAt' | 'known'> {
    const { version, updatedAt } = this.#standing;
    return {
      version,
      updatedAt,
      known: op.do === 'create' && expected[0]?.after ? [...theirs.records()].flatMap((t) => (t.kind === op.kind ? [t.id] : [])) : [],
    };
  }

  /** The row is on the disk before a byte leaves (I7). */
  async #transmit(row: Row): Promise<Next> {
    this.#pass('write');
    this.rows.write([{ id: 'sending', value: row }]);
    const outcome = outcomeOf(row.sending, await this.#deps.remote.send(row.sending));
    return this.#settle(row, outcome);
  }

  #settle(row: Row, outcome: Outcome): Next {
    const now = this.#deps.now();
    const over = { id: 'sending', value: null };
    const { op, method, path } = row.sending;
    switch (outcome.is) {
      case 'done':
        this.#acknowledge(row, outcome);
        return { is: 'busy', did: `${method} ${path}` };
      case 'not sent':
        this.rows.write([over]);
        this.#openAt = now + patience;
        return { is: 'until', at: this.#openAt, why: 'offline' };
      case 'limited':
        this.rows.write([{ id: 'sending', value: { ...row, unknownSince: now } }]);
        this.#openAt = now + (outcome.retryAfter ?? 60) * 1000;
        return { is: 'until', at: this.#openAt, why: 'waiting for the limit' };
      case 'unknown':
        this.rows.write([{ id: 'sending', value: { ...row, unknownSince: now } }]);
        return { is: 'busy', did: 'unknown' };
      case 'gone':
        this.rows.write([over]);
        this.#theirs = undefined;
        return { is: 'busy', did: 'gone' };
      case 'shut out':
        this.rows.write([over]);
        return { is: 'stopped', why: `The remote does not let us in (${outcome.status}).` };
      case 'refused':
        this.rows.write([over]);
        this.#refuse(op.id, requestText(row.sending), outcome.why);
        return { is: 'busy', did: 'refused' };
    }
  }

  #refuse(record: string, request: string, why: string): void {
    const known = this.rows.refusals.some((each) => each.record === record && each.request === request);
    if (!known) this.rows.write([{ id: `refused/${record} ${hashed(request)}`, value: { record, request, why } }]);
  }

  /** The answer, the base, the id and everything that goes by it, in one transaction. */
  #acknowledge(row: Row, { id, version, newVersion, updatedAt }: Done, applies = true): void {
    const { op, expected } = row.sending;
    const made = op.do === 'create' && id !== null ? { from: op.id, to: id } : undefined;
    const gap = gapOf(row, version);
    const entries: { id: string; value: unknown }[] = [
      ...baseEntries(acknowledged(this.rows.base, expected, made)),
      { id: 'sending', value: null },
      this.#standingEntry({ version: newVersion, ...(gap === 0 && updatedAt !== null && { updatedAt }) }),
      ...(made ? [{ id: `alias/${made.from}`, value: made.to }] : []),
      ...(made ? [this.#watch(row, made.to)] : []),
      ...(gap !== null && gap > 0 ? overtakenBy(row.sending) : []),
      ...(made ? this.#renamedQuestions(made.from, made.to) : []),
    ];
    const renamed: Take['renamed'] = made && made.from !== made.to && this.#deps.local.project.has(made.from) ? [[made.from, made.to]] : [];
    const isQuiet = this.#plannedFor === this.#deps.local.version;
    this.#commit({ do: 'take', renamed, put: [], gone: [] }, entries);
    if (applies)
      this.#theirs?.apply(
        expected.map(
          (change) =>
            (made && change.after?.id === made.from ? { ...change, after: { ...change.after, id: made.to } } : change) as typeof change,
        ),
      );
    // Our own renaming is no reason to plan again; what the user did meanwhile is.
    if (isQuiet && applies) this.#plannedFor = this.#deps.local.version;
    else this.#plan = undefined;
    if (gap === 0 && updatedAt !== null && this.#listed) this.#listed = { ...this.#listed, updatedAt };
    if (gap !== null && gap !== 0) {
      this.#theirs = undefined;
      this.#listed = undefined;
    }
    if (this.#done()) this.#plan = undefined;
  }

  /** Whether nothing of the plan is left to be sent as it stands. */
  #done(): boolean {
    const theirs = this.#theirs;
    if (!theirs || !this.#plan) return true;
    return !this.#plan.sends.some((op) => requestOf(op, this.#standing.there, this.#deps.local.project, theirs).is === 'ready');
  }

  #watch(row: Row, id: string) {
    const made = row.sending.expected[0]?.after;
    return { id: `watch/${id}`, value: { id, made, known: [...row.known, id], until: this.#deps.now() + watchLength } };
  }

  #renamedQuestions(from: string, to: string) {
    return this.rows.questions
      .filter(({ record }) => record === from)
      .flatMap((question) => {
        const renamed = { ...question, id: question.id.replace(from, to), record: to };
        return [
          { id: `question/${question.id}`, value: null },
          { id: `question/${renamed.id}`, value: renamed },
        ];
      });
  }

  /** Nobody knows whether it was done: only this project's queue stands still until that is settled. */
  async #clear(row: Row, now: number): Promise<Next> {
    const since = row.unknownSince ?? now;
    const settled = since + this.#deps.settle;
    const isSettled = now >= settled;
    if (isSettled && (this.#listed?.at ?? 0) < settled) return await this.#poll(now);
    const isSilent = isSettled && this.#listed !== undefined && this.#listed.updatedAt === row.updatedAt;
    const isRead = this.#theirs !== undefined && this.#readAt >= (isSettled && !isSilent ? settled : since);
    const evidence = isRead && this.#theirs ? { theirs: this.#theirs, ...(this.#listed && { updatedAt: this.#listed.updatedAt }) } : {};
    const step = stepFor(row, evidence, now, this.#deps.settle);
    switch (step.do) {
      case 'read':
        return await this.#read();
      case 'wait':
        return { is: 'until', at: step.until, why: 'settling' };
      case 'acknowledge':
        this.#acknowledge(row, { id: step.id, version: null, newVersion: null, updatedAt: null }, false);
        this.#theirs = undefined;
        return { is: 'busy', did: 'found' };
      case 'send again':
        return await this.#transmit({ ...row, attempt: row.attempt + 1, unknownSince: null });
      case 'plan again':
        this.rows.write([{ id: 'sending', value: null }]);
        this.#plan = undefined;
        return { is: 'busy', did: 'given up' };
      case 'ask': {
        const { id } = row.sending.op;
        const record = this.#deps.local.project.at(id);
        const question = record && questionOf(record, null, 'added?', { base: null, mine: record, theirs: null });
        this.rows.write([
          { id: 'sending', value: null },
          { id: `unsure/${id}`, value: row },
          ...(question ? [{ id: `question/${question.id}`, value: question }] : []),
        ]);
        return { is: 'busy', did: 'asked' };
      }
    }
  }

  /** The conditions that came with a branch of ours are ours of the same role. */
  #adopt(branchId: string, changes: ChangeSet): void {
    const ours = this.#deps.local.project.children('condition', branchId, 'conditions');
    const made = changes.flatMap(({ before, after }) => (after && !before ? [after] : []));
    const renamed = made.flatMap(({ id, role }): [string, string][] => {
      const own = ours.find((condition) => condition.role === role && role !== 'elseIf' && !this.#theirs?.has(condition.id));
      return own ? [[own.id, id]] : [];
    });
    const aliases = renamed.map(([from, to]) => ({ id: `alias/${from}`, value: to }));
    this.#commit({ do: 'take', renamed, put: [], gone: [] }, [...baseEntries({ put: made, gone: [] }), ...aliases]);
  }

  async #look(sending: Sending, theirs: Project): Promise<Next> {
    const came = await this.#deps.remote.send(sending);
    const changes = came.is === 'answer' && came.status === 200 ? looked(sending.op, came.json, theirs) : [];
    theirs.apply(changes);
    this.#adopt(sending.op.id, changes);
    this.#plan = undefined;
    const waiting = new Set(this.#waiting);
    this.#planned();
    if (changes.length === 0) this.#waiting = waiting;
    return { is: 'busy', did: 'look' };
  }
}

const requestText = ({ method, path, body }: Sending): string => `${method} ${path} ${JSON.stringify(body ?? null)}`;

function overtakenBy({ expected }: Sending) {
  return expected.flatMap(({ before, after }) =>
    before && after ? [{ id: `overtaken/${after.id}`, value: { record: after.id, before, sent: after } }] : [],
  );
}

/** The records that a refusal names (`<id>.<field>`), each with what is said of it. */
function faultyIn(error: unknown, ids: readonly string[]): Map<string, string> {
  const faulty = new Map<string, string>();
  if (!(error instanceof Problem) || Array.isArray(error.json.errors)) return faulty;
  const known = new Set(ids);
  for (const [path, says] of Object.entries(error.json.errors)) {
    const id = path.slice(0, Math.max(0, path.lastIndexOf('.')));
    const record = known.has(id) ? id : ids.find((each) => path.startsWith(`${each}.`));
    if (record !== undefined) faulty.set(record, says);
  }
  return faulty;
}

/** A short name for a text; that two have one only makes a refusal be forgotten. */
function hashed(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return (hash >>> 0).toString(36);
}
