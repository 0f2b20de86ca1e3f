/**
 * The rounds of a target and what each leaves behind: its state, its past, when to try again. One that finds story, settings and files as the last one
 * left them does nothing, and does not even ask for the export.
 */
import { join, posix } from 'node:path';
import { isoTime } from '../../shared/world.ts';
import { journalId } from './deliver.ts';
import { Drafts } from './drafts.ts';
import type { Rendered, TargetFile } from './files.ts';
import type { Story } from './helpers/helper.ts';
import { differs } from './look.ts';
import type { Lookout } from './lookout.ts';
import type { Manifest } from './manifest.ts';
import type { Past } from './past.ts';
import { type Done, type Outcome, runRound } from './round.ts';
import type { BackOff, Schedule } from './schedule.ts';
import { doneSentence, foreignSentence, isGone } from './sentences.ts';
import { remarksOf, type Standing } from './standing.ts';
import type { TargetDeps } from './target-deps.ts';
import { helped, placeOf, roundOf } from './target-folder.ts';
import type { TargetRow } from './target-row.ts';

export interface RoundsOf {
  readonly id: string;
  readonly deps: TargetDeps;
  readonly manifest: Manifest;
  readonly past: Past;
  readonly standing: Standing;
  readonly schedule: Schedule;
  readonly lookout: Lookout;
  readonly backOff: BackOff;
  readonly row: () => TargetRow;
  readonly store: (change: Partial<TargetRow>) => void;
  readonly isClosed: () => boolean;
  readonly log: (error: unknown) => void;
}

interface How {
  readonly dryRun: boolean;
  /** What is written is an export of the past. */
  readonly again?: Rendered;
}

export class Rounds {
  readonly #of: RoundsOf;
  /** The last one that brought the folder to the story. */
  #last: { readonly done: Done; readonly settings: TargetRow['settings'] } | null = null;
  #current: Promise<Outcome> | null = null;
  readonly #drafts: Drafts;

  constructor(of: RoundsOf) {
    this.#of = of;
    this.#drafts = new Drafts(of.deps.disk);
  }

  /** The one that is running, unless it is dry. */
  get current(): Promise<Outcome> | null {
    return this.#current;
  }

  /** All paths of the last export. */
  get paths(): readonly string[] {
    return this.#last?.done.paths ?? [];
  }

  /** Whether a file is other than the last round left it. */
  async differs(): Promise<boolean> {
    const { deps, manifest, row } = this.#of;
    return differs(placeOf(deps, row(), manifest), this.paths, this.#last?.done.rivals ?? []).catch(() => true);
  }

  /** What the story gives now, for as long as it is used. */
  async withFiles<T>(use: (files: readonly TargetFile[]) => T | Promise<T>): Promise<T> {
    const { files, release } = await this.#render();
    try {
      return await use(files);
    } finally {
      release?.();
    }
  }

  #render(): Rendered | Promise<Rendered> {
    const { hash, engine, settings } = this.#of.row();
    return this.#of.deps.render(hash, engine, settings);
  }

  /** As it lies in the folder. */
  #storyIn(texts: Done['texts']): Story | undefined {
    const [path, print] = texts.find(([each]) => posix.basename(each) === 'project.json') ?? [];
    const { deps, row } = this.#of;
    return path === undefined || !print ? undefined : { sha256: print.sha256, text: () => deps.disk.text(join(row().real, path)) };
  }

  async run(how: How): Promise<Outcome> {
    if (how.dryRun) return (await this.#unchanged(how)) ?? this.#round(how);
    this.#current = this.#unchanged(how).then((done) => done ?? this.#round(how));
    const outcome = await this.#current;
    this.#current = null;
    if (!this.#of.isClosed()) await this.#settle(outcome, how);
    return outcome;
  }

  #round({ dryRun, again }: How): Promise<Outcome> {
    const { id, deps, manifest, standing, schedule, row } = this.#of;
    const of = roundOf(deps, row(), id, manifest, {
      drafts: this.#drafts,
      render: () => {
        if (again) return again;
        // What has changed until now is in this round; what changes from now on asks for another.
        if (!dryRun) schedule.cancel();
        return this.#render();
      },
      writing: () => standing.set('writing', 'Writing.', { ...standing.status, foreign: [] }),
    });
    return runRound(of, { dryRun });
  }

  /** A helper has a file of its own to look after, and a stored file that was missing may have come: then it is a round like any other. */
  async #unchanged({ dryRun, again }: How): Promise<Done | null> {
    const { id, deps, schedule, standing, row } = this.#of;
    const { hash, settings } = row();
    const last = this.#last;
    if (again || !last || last.settings !== settings || settings.helper !== null) return null;
    if (deps.versionOf === undefined || deps.versionOf(hash) !== last.done.version) return null;
    if (standing.status.state !== 'upToDate' && standing.status.state !== 'waiting') return null;
    if (last.done.findings.some(({ rule }) => rule === 'asset-missing') || deps.shelf.get(journalId(id)) != null) return null;
    if (await this.differs()) return null;
    if (deps.versionOf(hash) !== last.done.version) return null;
    if (!dryRun) schedule.cancel();
    return { ...last.done, written: [], removed: [] };
  }

  async #settle(outcome: Outcome, how: How): Promise<void> {
    const { manifest, standing, lookout, backOff, row, log } = this.#of;
    if (outcome.is === 'done') return this.#settleDone(outcome, how);
    const { findings } = outcome;
    if (outcome.is === 'foreign') {
      backOff.reset();
      lookout.follow([...new Set([...this.paths, ...manifest.paths(), ...outcome.foreign.map(({ path }) => path)])]);
      standing.set('changedByOthers', foreignSentence(outcome.foreign), remarksOf(outcome.foreign, findings));
      return;
    }
    const { problem } = outcome;
    if (problem.code === 'internal') log(problem.cause);
    if (isGone(problem)) lookout.lost();
    // Only the writer can mend a story; the rest may pass by itself.
    if (problem.code === 'storyError') backOff.reset();
    else if (row().settings.on) backOff.later();
    standing.set('blocked', problem.message, remarksOf([], findings));
  }

  async #settleDone(done: Done, { again }: How): Promise<void> {
    const { id, deps, past, standing, schedule, lookout, backOff, row } = this.#of;
    const { version, written, removed, skipped, rivals, findings, paths, texts, copies } = done;
    backOff.reset();
    const { settings } = row();
    this.#last = { done: { ...done, version: again ? -1 : version }, settings };
    const now = deps.world.now();
    this.#of.store({ version, lastExport: isoTime(now) });
    lookout.follow(paths);
    this.#drafts.keepOnly(new Set(paths));
    const told = [...findings, ...(await helped(deps, row(), id, this.#storyIn(texts)))];
    const isNew = written.length + removed.length > 0;
    if (isNew) past.keep({ at: now, version, texts, copies });
    if (schedule.pending) standing.set('waiting', 'The story has changed.', remarksOf([], told));
    else standing.set('upToDate', doneSentence(skipped, rivals), remarksOf([], told));
    if (isNew) deps.tell({ event: 'target.delivered', delivery: { id, written, removed }, hash: row().hash });
  }
}
