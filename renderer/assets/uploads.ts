/**
 * Files on their way into the vault: three at a time, the rest wait. Each drop becomes asset records in batches of fifty, in the
 * order of the drop, so that undo takes it back as one step. Knows nothing of the screen; what it needs is handed in.
 *
 *   waiting → sending → arrived → (batch) → gone from the list
 *                    ↘ refused ⇄ waiting (again)
 */
import { createStore } from 'zustand/vanilla';
import type { Command } from '../../shared/commands.ts';
import { Problem } from '../../shared/problem.ts';
import type { Project } from '../../shared/project.ts';
import type { MediaType, StoredFile } from '../../shared/stored-file.ts';
import { faultsOf } from '../ui/faults.ts';
import { assetsWords } from '../words/en/assets.ts';
import { begun, commandsFor, type Place, type Progressed, type Purpose, stillThere } from './arrivals.ts';
import type { Walked } from './walk-files.ts';

export interface Upload {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly state: 'waiting' | 'sending' | 'arrived' | 'refused';
  /** How much of it has gone, 0 to 1. */
  readonly part: number;
  /** Why it was refused, as sentences. */
  readonly reason: string | null;
}

export interface Uploads {
  /** Those that are not done yet, in the order in which they were dropped. */
  readonly list: readonly Upload[];
  /** Since the list was last empty. */
  readonly done: number;
}

export interface UploadDeps {
  readonly store: (
    hash: string,
    file: File,
    options: { type?: MediaType; job: string; signal: AbortSignal; progress: (part: number) => void },
  ) => Promise<StoredFile>;
  readonly send: (hash: string, command: Command) => Promise<unknown>;
  /** The project as it is now; undefined when it is not open any more. */
  readonly project: (hash: string) => Project | undefined;
  readonly newId: () => string;
}

export interface Adding {
  readonly hash: string;
  readonly walked: readonly Walked[];
  readonly place: Place;
  readonly purpose: Purpose;
  /** What the files have to be. */
  readonly type?: MediaType;
}

/** One drop, or the part of one that is tried again. */
interface Group {
  readonly adding: Omit<Adding, 'walked'>;
  /** Ids in the order of the drop. */
  left: readonly string[];
  progressed: Progressed;
  /** Its batches go one after the other. */
  recorded: Promise<void>;
}
interface Item {
  readonly walked: Walked;
  group: Group;
  shown: Upload;
  readonly abort: AbortController;
  stored?: StoredFile;
}

const AT_ONCE = 3;
const BATCH = 50;

export function uploadsStore(deps: UploadDeps) {
  const store = createStore<Uploads>(() => ({ list: [], done: 0 }));
  const items = new Map<string, Item>();
  let sending = 0;

  const show = (done = 0) =>
    store.setState((before) => ({ list: [...items.values()].map(({ shown }) => shown), done: before.done + done }));
  const set = (id: string, fields: Partial<Upload>) => {
    const item = items.get(id);
    if (!item) return;
    item.shown = { ...item.shown, ...fields };
    show();
  };
  const drop = (ids: Iterable<string>, done = 0) => {
    for (const id of ids) items.delete(id);
    show(done);
  };
  const newGroup = (adding: Group['adding'], progressed: Progressed): Group => ({
    adding,
    left: [],
    progressed,
    recorded: Promise.resolve(),
  });

  function add({ walked, ...adding }: Adding): void {
    if (items.size === 0) store.setState({ done: 0 });
    const group = newGroup(adding, begun);
    group.left = walked.map((each) => {
      const id = deps.newId();
      const shown: Upload = { id, name: each.file.name, bytes: each.file.size, state: 'waiting', part: 0, reason: null };
      items.set(id, { walked: each, group, shown, abort: new AbortController() });
      return id;
    });
    show();
    pump();
  }

  function pump(): void {
    for (const [id, item] of items) {
      if (sending >= AT_ONCE) return;
      if (item.shown.state !== 'waiting') continue;
      sending++;
      void bring(id, item).finally(() => {
        sending--;
        pump();
      });
    }
  }

  async function bring(id: string, item: Item): Promise<void> {
    const { hash, type } = item.group.adding;
    set(id, { state: 'sending', part: 0, reason: null });
    try {
      const progress = (part: number) => set(id, { part });
      item.stored ??= await deps.store(hash, item.walked.file, {
        job: id,
        signal: item.abort.signal,
        progress,
        ...(type ? { type } : {}),
      });
      set(id, { state: 'arrived', part: 1 });
    } catch (error) {
      refuse([id], Problem.from(error));
    }
    settle(item.group);
  }

  /** Makes records of what has arrived as soon as a whole batch of the drop is through. */
  function settle(group: Group): void {
    const batch = group.left.slice(0, BATCH);
    const states = batch.map((id) => items.get(id)?.shown.state);
    if (batch.length === 0 || states.some((state) => state === 'waiting' || state === 'sending')) return;
    group.left = group.left.slice(BATCH);
    const ids = batch.filter((_, index) => states[index] === 'arrived');
    group.recorded = group.recorded.then(() => record(group, ids));
    settle(group);
  }

  async function record(group: Group, ids: readonly string[]): Promise<void> {
    const arrivals = ids.flatMap((id) => {
      const item = items.get(id);
      return item?.stored ? [{ folders: item.walked.folders, stored: item.stored }] : [];
    });
    if (arrivals.length === 0) return;
    const { hash, place, purpose } = group.adding;
    try {
      const project = deps.project(hash);
      if (!project) throw new Problem('notFound', assetsWords.theProjectWasClosed);
      const { commands, after } = commandsFor(project, { arrivals, place, purpose, before: group.progressed, newId: deps.newId });
      if (commands.length > 0) await deps.send(hash, { do: 'batch', commands });
      group.progressed = after;
      drop(ids, ids.length);
    } catch (error) {
      refuse(ids, Problem.from(error));
    }
  }

  function refuse(ids: readonly string[], problem: Problem): void {
    if (problem.code === 'cancelled') {
      drop(ids);
      return;
    }
    const reason = reasonOf(problem);
    for (const id of ids) set(id, { state: 'refused', reason });
  }

  /** Takes files off the list; one that has arrived already stays in the vault, where it is swept up. */
  function cancel(ids: readonly string[]): void {
    const gone = ids.flatMap((id) => items.get(id) ?? []);
    drop(ids);
    for (const { abort } of gone) abort.abort();
    for (const group of new Set(gone.map((item) => item.group))) settle(group);
    pump();
  }

  /** Tries again what was refused, what came in one drop together. */
  function again(ids: readonly string[]): void {
    const groups = new Map<Group, Group>();
    for (const id of ids) {
      const item = items.get(id);
      if (item?.shown.state !== 'refused') continue;
      const { adding, progressed } = item.group;
      const project = deps.project(adding.hash);
      const next = groups.get(item.group) ?? newGroup(adding, project ? stillThere(project, progressed) : progressed);
      groups.set(item.group, next);
      next.left = [...next.left, id];
      item.group.left = item.group.left.filter((each) => each !== id);
      item.group = next;
      set(id, { state: 'waiting', part: 0, reason: null });
    }
    pump();
  }

  return { store, add, cancel, again };
}

/** What the vault says about a file has the file as its subject. */
function reasonOf(problem: Problem): string {
  const { errors } = problem.json;
  const own = Array.isArray(errors) ? undefined : errors.file;
  if (own === undefined) return faultsOf(problem).join(' ') || problem.message;
  return /^[A-Z]/.test(own) ? own : assetsWords.itMust(`${own}${/[.!?]$/.test(own) ? '' : '.'}`);
}

/** How much of everything is done, 0 to 1. */
export function partOf({ list, done }: Uploads): number {
  const under = list.filter(({ state }) => state !== 'refused');
  const all = done + under.length;
  return all === 0 ? 1 : (done + under.reduce((sum, { part }) => sum + part * 0.95, 0)) / all;
}
