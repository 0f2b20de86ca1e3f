/**
 * The engine: all projects of a data folder. Commands go in, change sets come out; nobody writes in any other way.
 * It knows nothing of HTTP, Electron or game folders.
 */
import type { Command, Origin, Reply, SingleCommand } from '../../shared/commands.ts';
import type { Created, History, ProjectSummary, Snapshot, Undone } from '../../shared/ipc/answers.ts';
import type { Event } from '../../shared/ipc/events.ts';
import type { AnyRecord } from '../../shared/kinds/all.ts';
import { PROJECT } from '../../shared/kinds/project.ts';
import type { PastVersion, RemovedPage } from '../../shared/mirror.ts';
import { conflict, notFound } from '../../shared/problem.ts';
import type { Project } from '../../shared/project.ts';
import type { Shelf, ShelfWrites } from '../../shared/shelf.ts';
import type { StoredFiles } from '../../shared/stored-file.ts';
import { isoTime, type World } from '../../shared/world.ts';
import { checkInBackground } from './integrity.ts';
import { OpenProject } from './open-project.ts';
import { shelfIn } from './shelf.ts';
import { piecesOf } from './snapshot.ts';
import { openStore, type ProjectRow } from './store.ts';
import type { WhyNot } from './take-back.ts';
import { wholeStory } from './whole-story.ts';

export interface Engine {
  /** [Projects] ordered by latest data update, newest first. */
  projects(): ProjectSummary[];
  /** The records to read; only change sets write to them. Throws a 404. */
  project(hash: string): Project;
  versionOf(hash: string): { version: number; updatedAt: string };
  /** A new project from whole records, among them the one `project` record. All or nothing; throws with all faults. `wanted` is its hash, which none may have. */
  create(records: readonly AnyRecord[], beside?: (hash: string) => readonly ShelfWrites[], wanted?: string): Created;
  /** `beside` goes into the same transaction; of a command that changes nothing it is not written. */
  send(hash: string, command: Command, origin: Origin, beside?: readonly ShelfWrites[]): Reply;
  /** Throws what sending this would throw, and changes nothing. */
  consider(hash: string, command: SingleCommand, origin: Origin): void;
  /** `whyNot`: what stays as it is though the step had changed it. */
  undo(hash: string, whyNot?: WhyNot): Undone;
  redo(hash: string, whyNot?: WhyNot): Undone;
  history(hash: string): History;
  /** A record as it was, newest first, as far back as the journal goes. */
  versionsOf(hash: string, id: string): PastVersion[];
  /** What is no longer there, newest first, as far back as the journal goes; those before the one of that id. */
  removed(hash: string, before?: string): RemovedPage;
  /**
   * Makes a record what it was at a version, or last; a step of the user's that can be undone. Throws a 404 for a version that is not among them,
   * a 409 where what is gone cannot come back.
   */
  restore(hash: string, id: string, version?: number, whyNot?: WhyNot): Undone;
  snapshot(hash: string): Snapshot;
  remove(hash: string, beside?: readonly ShelfWrites[]): void;
  /** Whether the history of a project holds this text: an undo may bring it back. */
  isInHistory(hash: string, text: string): boolean;
  /** The stored files that a project's assets name now; none for a project that is not there. Does not open it. */
  filesNamed(hash: string): Set<string>;
  /** Told right after a commit, in order. Answers how to stop listening. */
  onEvent(listener: (event: Event) => void): () => void;
  shelf(name: string): Shelf;
  /** Rows of several shelves in one transaction. */
  lay(rows: readonly ShelfWrites[]): void;
  /** The full integrity check, in a thread of its own, once: `ok` or what is wrong. For long-lived processes, when they are idle. */
  check(): Promise<string>;
  /** Closes at once, unless the check runs: then after it. */
  close(): Promise<void>;
}

/**
 * Opens the data folder, or a store in memory for null. Throws a Problem 'store' when the data cannot be trusted.
 * `storedFile` says what is known of a stored file, so that an asset gets its real size ([Assets]).
 */
export function openEngine(
  folder: string | null,
  world: World,
  log: (line: string) => void = () => {},
  storedFile: StoredFiles = () => undefined,
): Engine {
  const store = openStore(folder, log);
  const rows = new Map<string, ProjectRow>(store.projects().map((row) => [row.hash, row]));
  const names = new Map<string, string>();
  const opened = new Map<string, OpenProject>();
  const listeners = new Set<(event: Event) => void>();
  let checking: Promise<string> | undefined;

  const tell = (event: Event) => {
    for (const listener of listeners) listener(event);
  };

  function open(hash: string): OpenProject {
    const known = opened.get(hash);
    if (known) return known;
    const row = rows.get(hash);
    if (!row) throw notFound('project', hash);
    const ofProject = (file: string) => storedFile(hash, file);
    const made = new OpenProject(row, store, world, ofProject, ({ row: now, steps }, changes, origin) => {
      rows.set(hash, now);
      tell({ event: 'project.changed', hash, version: now.version, origin, changes, history: steps.history });
      const renamed = changes.find(({ after }) => after?.kind === 'project')?.after;
      if (renamed && names.get(hash) !== renamed.name) {
        names.set(hash, String(renamed.name));
        tell({ event: 'projects.changed' });
      }
    });
    opened.set(hash, made);
    names.set(hash, made.project.root.name);
    return made;
  }

  const nameOf = (hash: string): string => names.get(hash) ?? store.nameOf(rows.get(hash)?.id ?? 0) ?? open(hash).project.root.name;

  return {
    projects: () =>
      [...rows.values()]
        .sort((one, two) => two.updated - one.updated || two.id - one.id)
        .map(({ hash, updated, created, status }) => ({
          hash,
          name: nameOf(hash),
          updatedAt: isoTime(updated),
          createdAt: isoTime(created),
          status,
        })),
    project: (hash) => open(hash).project,
    versionOf(hash) {
      const row = rows.get(hash);
      if (!row) throw notFound('project', hash);
      return { version: row.version, updatedAt: isoTime(row.updated) };
    },
    create(records, beside = () => [], wanted = undefined) {
      const stage = wholeStory(records);
      const { name } = stage.get('project', PROJECT);
      const now = world.now();
      if (wanted !== undefined && rows.has(wanted)) throw conflict('duplicate', `There is a project ${wanted}.`, { hash: wanted });
      const hash = wanted ?? freshHash(world, rows);
      const row = store.create({ hash, status: 'active', version: 1, updated: now, created: now }, stage.changes(), beside(hash));
      rows.set(row.hash, row);
      names.set(row.hash, name);
      tell({ event: 'projects.changed' });
      return { hash: row.hash, projectId: row.id, name };
    },
    send: (hash, command, origin, beside) => open(hash).send(command, origin, beside),
    consider: (hash, command, origin) => open(hash).consider(command, origin),
    undo: (hash, whyNot) => open(hash).revert('undo', whyNot),
    redo: (hash, whyNot) => open(hash).revert('redo', whyNot),
    history: (hash) => open(hash).steps.history,
    versionsOf: (hash, id) => open(hash).versionsOf(id),
    removed: (hash, before) => open(hash).removed(before),
    restore: (hash, id, version, whyNot) => open(hash).restore(id, version, whyNot),
    snapshot(hash) {
      const { project, row, steps } = open(hash);
      const records = [...piecesOf(project.records())];
      return { hash, version: row.version, total: project.size, records, reading: null, history: steps.history };
    },
    remove(hash, beside = []) {
      const row = rows.get(hash);
      if (!row) throw notFound('project', hash);
      store.remove(row.id, beside);
      for (const kept of [rows, names, opened]) kept.delete(hash);
      tell({ event: 'projects.changed' });
    },
    filesNamed: (hash) => new Set(store.filesNamed(rows.get(hash)?.id ?? 0)),
    isInHistory: (hash, text) => store.journalHolds(rows.get(hash)?.id ?? 0, text),
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    shelf: (name) => shelfIn(store, name),
    lay: (rows) => store.shelfWrite(rows),
    check() {
      checking ??= store.file === null ? Promise.resolve('ok') : checkInBackground(store.file);
      return checking;
    },
    async close() {
      if (checking) await checking;
      store.close();
    },
  };
}

/** [Project] the public project identifier: ten letters and digits that no other project has. */
export function freshHash(world: World, taken: ReadonlyMap<string, unknown>): string {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  for (;;) {
    const hash = Array.from({ length: 10 }, () => letters[Math.floor(world.random() * letters.length)]).join('');
    if (!taken.has(hash)) return hash;
  }
}
