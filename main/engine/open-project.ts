/** One project that is open: its records in memory, its row, its history. Every write is decided, made durable, then told. */
import { type ChangeSet, invert } from '../../shared/changes.ts';
import type { Command, Origin, Reply, SingleCommand } from '../../shared/commands.ts';
import type { Undone } from '../../shared/ipc/answers.ts';
import { kindNamed } from '../../shared/kinds/all.ts';
import type { PastVersion, RemovedPage } from '../../shared/mirror.ts';
import { notFound, Problem } from '../../shared/problem.ts';
import { Project } from '../../shared/project.ts';
import type { Renaming } from '../../shared/renaming.ts';
import type { ShelfWrites } from '../../shared/shelf.ts';
import type { StoredFile } from '../../shared/stored-file.ts';
import { versionTimeOf, type World } from '../../shared/world.ts';
import { decide } from './decide/decide.ts';
import { Steps } from './history.ts';
import { entriesOf, fromJournal, idIn } from './journal.ts';
import { labelOf } from './label.ts';
import { pastOf, wayBack } from './past.ts';
import { partOf, removedPage } from './removed.ts';
import { squash } from './squash.ts';
import type { JournalRow, ProjectRow, Store } from './store.ts';
import { takeBack, type WhyNot } from './take-back.ts';

/** Called after a commit, with what changed. */
export type Told = (open: OpenProject, changes: ChangeSet, origin: Origin) => void;

export class OpenProject {
  readonly project: Project;
  readonly steps: Steps;
  row: ProjectRow;
  /** What the journal has outgrown goes with the next commit, so that no write of its own can fail after the user's. */
  #forgetUpTo: number | undefined;
  readonly #store: Store;
  readonly #world: World;
  readonly #storedFile: (file: string) => StoredFile | undefined;
  readonly #told: Told;

  constructor(row: ProjectRow, store: Store, world: World, storedFile: (file: string) => StoredFile | undefined, told: Told) {
    this.row = row;
    this.project = new Project(store.records(row.id));
    this.steps = new Steps(store.steps(row.id));
    this.#store = store;
    this.#world = world;
    this.#storedFile = storedFile;
    this.#told = told;
  }

  send(command: Command, origin: Origin, beside?: readonly ShelfWrites[]): Reply {
    const { changes, ids } = this.#apply(command, origin);
    const renamed = command.do === 'take' ? command.renamed : [];
    return { ...this.#commit(changes, { origin, label: labelOf(command), step: 'do', reverts: null }, beside, renamed), ids };
  }

  /** Throws what `send` would throw, and changes nothing. */
  consider(command: SingleCommand, origin: Origin): void {
    decide(command, this.project, this.#world, origin, this.#storedFile);
  }

  /** Takes the user's last step back, or does it again, as far as it is still theirs. Throws a 409 when there is none. */
  revert(step: 'undo' | 'redo', whyNot?: WhyNot): Undone {
    const last = this.steps.next(step);
    const row = last && this.#store.journalRow(this.row.id, last.version);
    if (!last || !row) throw new Problem('conflict', `There is nothing to ${step}.`, { conflictType: 'stale' });
    const { changes, left } = takeBack(fromJournal(row.changes), this.project, whyNot);
    if (changes.length === 0) this.steps.skip(step);
    this.project.apply(changes);
    const reply = this.#commit(changes, { origin: 'user', label: last.label, step, reverts: last.version });
    return { ...reply, ids: [], left: [...new Set(left)] };
  }

  versionsOf(id: string): PastVersion[] {
    const rows = this.#store.journalOf(this.row.id, id);
    const { version, created } = this.row;
    return pastOf(id, rows, this.project.at(id), { version, created, isWhole: (this.#store.firstVersion(this.row.id) ?? 2) === 2 });
  }

  removed(before: string | undefined): RemovedPage {
    return removedPage(this.#store, this.row.id, before);
  }

  /** The record as it was, as far as what is there now allows it; what is gone comes back with what fell with it. Without a version: as it was last. */
  restore(id: string, version: number | undefined, whyNot?: WhyNot): Undone {
    const versions = this.versionsOf(id);
    const past = versions.find((each) => (version === undefined ? each.record !== null : each.version === version));
    if (!past) throw notFound('version', String(version ?? id));
    const now = this.project.at(id);
    const kind = (now ?? past.record)?.kind;
    const label = kind ? `Restore ${kindNamed(kind).label}` : 'Restore';
    if (now && !past.record) return { ...this.#send({ do: 'remove', kind: now.kind, id }, label), left: [] };
    const removal = now ? undefined : this.#store.journalRow(this.row.id, versions[0]?.version ?? 0);
    const entries = removal && past.record ? partOf(removal, past.record) : wayBack(now, past.record);
    const { changes, left } = takeBack(entries, this.project, whyNot);
    if (!now && !changes.some(({ after }) => after?.id === id))
      throw new Problem('conflict', [...new Set(left)].join(' '), { conflictType: 'stale' });
    this.project.apply(changes);
    const reply = this.#commit(changes, { origin: 'user', label, step: 'do', reverts: null });
    return { ...reply, ids: [], left: [...new Set(left)] };
  }

  #send(command: Command, label: string): Reply {
    const { changes, ids } = this.#apply(command, 'user');
    return { ...this.#commit(changes, { origin: 'user', label, step: 'do', reverts: null }), ids };
  }

  /** Decides and applies in memory: all commands of a batch or none. */
  #apply(command: Command, origin: Origin): { changes: ChangeSet; ids: string[] } {
    const done: ChangeSet[] = [];
    const ids: string[] = [];
    const gone = new Set<string>();
    try {
      for (const each of command.do === 'batch' ? command.commands : [command]) {
        if (each.do === 'remove' && gone.has(each.id) && !this.project.has(each.id)) continue;
        const decision = decide(each, this.project, this.#world, origin, this.#storedFile);
        this.project.apply(decision.changes);
        done.push(decision.changes);
        ids.push(...decision.ids);
        for (const { before, after } of decision.changes) if (before && !after) gone.add(before.id);
      }
    } catch (error) {
      for (const changes of done.reverse()) this.project.apply(invert(changes));
      throw error;
    }
    return { changes: squash(done), ids };
  }

  /** [Version envelope, G7] one version a command that changes something, whatever it cascades to; none for one that does not. */
  #commit(
    changes: ChangeSet,
    journal: Pick<JournalRow, 'origin' | 'label' | 'step' | 'reverts'> & { origin: Origin },
    beside?: readonly ShelfWrites[],
    renamed: Renaming = [],
  ): Omit<Reply, 'ids'> {
    const { version } = this.row;
    if (changes.length === 0) return { version, newVersion: version, versionTime: null };
    const time = Math.max(this.#world.now(), this.row.updated + 1);
    const row = { ...this.row, version: version + 1, updated: time };
    const entries = entriesOf(changes, renamed);
    const touched = entries.map((entry) => ({ id: idIn(entry), isGone: 'gone' in entry }));
    const noted = { ...journal, version: row.version, time, changes: JSON.stringify(entries), touched };
    try {
      this.#store.commit(row, changes, { journal: noted, forgetUpTo: this.#forgetUpTo, renamed, ...(beside && { beside }) });
    } catch (error) {
      this.project.apply(invert(changes));
      throw new Problem('store', 'The change could not be written to the disk and was not made.', { cause: error });
    }
    this.row = row;
    this.steps.note({ ...noted, bytes: noted.changes.length });
    this.#forgetUpTo = this.steps.outgrown();
    this.#told(this, changes, journal.origin);
    return { version, newVersion: row.version, versionTime: versionTimeOf(time) };
  }
}
