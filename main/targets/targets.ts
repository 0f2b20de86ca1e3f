/**
 * The targets of all projects: added, listed, told about changes of the story, and removed. What one target does is
 * target.ts. To be closed before the engine, because closing writes what is still waiting.
 */

import type { ExportFormat } from '../../shared/findings.ts';
import type { Input, Output } from '../../shared/ipc/ask.ts';
import type { Event } from '../../shared/ipc/events.ts';
import { notFound, Problem } from '../../shared/problem.ts';
import type { Shelf } from '../../shared/shelf.ts';
import type { Comparison, Delivery, Detected, HelperOffer, PastExport, Target, TargetSettings } from '../../shared/targets.ts';
import type { World } from '../../shared/world.ts';
import { type Archive, openArchive } from './archive.ts';
import { choose, detect, engineNames } from './detect.ts';
import { type Disk, realDisk } from './disk.ts';
import type { Rendered } from './files.ts';
import { textsOfHelpers } from './helpers/helper.ts';
import { namedTexts } from './past.ts';
import { realTimer, type Timer } from './schedule.ts';
import { isRefusal } from './sentences.ts';
import { Serial } from './serial.ts';
import { LiveTarget } from './target.ts';
import type { TargetDeps } from './target-deps.ts';
import { type Loose, rowPrefix, standardSettings, targetRow, withSettings } from './target-row.ts';

export interface TargetsDeps {
  readonly shelf: Shelf;
  readonly world: World;
  readonly render: (hash: string, engine: ExportFormat, settings: TargetSettings) => Rendered | Promise<Rendered>;
  /** The version that an export of the story would hold now. Without it each round asks for the export. */
  readonly versionOf?: (hash: string) => number;
  /** Where the bytes of a project's stored file lie; undefined where they are gone. Without it there are none. */
  readonly locate?: (hash: string, file: string) => string | undefined;
  /** Where past exports are kept; in memory without it. */
  readonly archive?: Archive;
  readonly log: (line: string) => void;
  readonly tell: (event: Event) => void;
  /** Nothing is watched or written by itself; only what is asked for in a call is done. */
  readonly still?: boolean;
  /** Real ones unless a test brings its own. */
  readonly timer?: Timer;
  readonly disk?: Disk;
}

export interface Targets {
  list(hash?: string): Target[];
  detect(folder: string): Promise<Detected[]>;
  add(input: Input<'target.add'>): Promise<Output<'target.add'>>;
  change(id: string, settings: Partial<Loose<TargetSettings>>): Promise<Target>;
  remove(id: string): Promise<void>;
  run(input: Input<'target.run'>): Promise<Delivery[]>;
  resolve(id: string, choice: Input<'target.resolve'>['choice']): Promise<Target>;
  compare(id: string, path: string): Promise<Comparison>;
  helpers(id: string): Promise<HelperOffer[]>;
  history(id: string): Promise<PastExport[]>;
  rewrite(id: string, past: string): Promise<Delivery>;
  projectChanged(hash: string): void;
  projectRemoved(hash: string): void;
  close(): Promise<void>;
}

/** The targets of earlier runs, already on their way to be checked against the story. */
export async function openTargets(deps: TargetsDeps): Promise<Targets> {
  const disk = deps.disk ?? realDisk;
  const archive = deps.archive ?? openArchive(null);
  const live = new Map<string, LiveTarget>();
  const adding = new Serial();
  const targetDeps: TargetDeps = {
    ...deps,
    disk,
    still: deps.still ?? false,
    archive,
    locate: deps.locate ?? (() => undefined),
    timer: deps.timer ?? realTimer,
    claimed: (id, path) => [...live.values()].some((other) => other.id !== id && other.owns(path)),
  };
  const get = (id: string): LiveTarget => {
    const found = live.get(id);
    if (!found) throw notFound('target', id);
    return found;
  };
  const drop = async (id: string): Promise<void> => {
    const target = get(id);
    live.delete(id);
    await target.remove();
    deps.tell({ event: 'target.removed', id });
  };

  const rows = deps.shelf.list(rowPrefix).flatMap(({ id, value }) => {
    const read = targetRow.safeParse(value);
    if (!read.success) deps.log(`Target row ${id} cannot be read: ${read.error.message}`);
    return read.success ? [{ id: id.slice(rowPrefix.length), row: read.data }] : [];
  });
  rows.sort((a, b) => a.row.createdAt - b.row.createdAt || (a.id < b.id ? -1 : 1));
  for (const { id, row } of rows) live.set(id, new LiveTarget(targetDeps, id, row));
  await archive.sweep(new Set([...namedTexts(deps.shelf), ...textsOfHelpers(deps.shelf)]));
  for (const target of live.values()) target.start();

  return {
    list: (hash) => [...live.values()].map(({ target }) => target).filter((target) => hash === undefined || target.hash === hash),
    detect: (folder) => detect(disk, folder),
    async add({ hash, folder: asked, engine: wanted, settings }) {
      const { engine, folder } = await choose(disk, asked, wanted);
      const real = await disk.real(folder);
      const id = deps.world.newId();
      // Two that are added at the same moment must know of each other.
      const target = await adding.run(async () => {
        const taken = await other(disk, real, [...live.values()], (row) => row.engine === engine || row.hash !== hash);
        if (taken) throw takenProblem(taken, hash);
        const createdAt = deps.world.now();
        const row = {
          hash,
          engine,
          folder,
          real,
          settings: withSettings(standardSettings, settings ?? {}),
          createdAt,
          version: null,
          lastExport: null,
        };
        deps.shelf.put([{ id: rowPrefix + id, value: row }]);
        const made = new LiveTarget(targetDeps, id, row);
        live.set(id, made);
        return made;
      });
      try {
        if (target.row.settings.on) await target.run({ dryRun: false });
      } catch (problem) {
        // A path that may never be written to makes no target; a story with errors or a full disk makes one that waits.
        if (!(problem instanceof Problem) || problem.code === 'notFound' || isRefusal(problem)) {
          await drop(id);
          throw problem;
        }
      }
      target.watchNow();
      return { ...target.target, files: target.files() };
    },
    change: (id, settings) => get(id).change(settings),
    remove: drop,
    async run({ id, dryRun }) {
      const chosen = id === undefined ? [...live.values()].filter(({ row }) => row.settings.on) : [get(id)];
      const results = await Promise.allSettled(chosen.map((target) => target.run({ dryRun: dryRun ?? false })));
      const failed = results.flatMap((result, index) =>
        result.status === 'rejected' ? [{ id: chosen[index]?.id ?? '', problem: Problem.from(result.reason) }] : [],
      );
      const [first] = failed;
      if (failed.length === 1 && first) throw first.problem;
      if (first) {
        const errors = Object.fromEntries(failed.map((one) => [`target.${one.id}`, one.problem.message]));
        throw new Problem(first.problem.code, failed.map(({ problem }) => problem.message).join('\n'), { errors });
      }
      return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    },
    resolve: (id, choice) => get(id).resolve(choice),
    compare: async (id, path) => get(id).compare(path),
    helpers: async (id) => get(id).helpers(),
    history: async (id) => get(id).history(),
    rewrite: async (id, past) => get(id).rewrite(past),
    projectChanged(hash) {
      for (const target of live.values()) if (target.row.hash === hash) target.storyChanged();
    },
    projectRemoved(hash) {
      const gone = [...live.values()].filter(({ row }) => row.hash === hash);
      for (const { id } of gone) void drop(id).catch((error: unknown) => deps.log(`Target ${id} was not removed: ${String(error)}`));
    },
    async close() {
      await Promise.all([...live.values()].map((target) => target.close()));
    },
  };
}

/** The same folder, whatever it is called: another case, another way to write an accent, a link. */
async function other(
  disk: Disk,
  real: string,
  targets: readonly LiveTarget[],
  counts: (row: LiveTarget['row']) => boolean,
): Promise<LiveTarget | undefined> {
  const identity = await disk.identity(real);
  for (const target of targets) {
    if (!counts(target.row)) continue;
    if (target.row.real === real || (await disk.identity(target.row.real).catch(() => null)) === identity) return target;
  }
  return undefined;
}

function takenProblem(taken: LiveTarget, hash: string): Problem {
  const { folder, engine } = taken.row;
  const who = taken.row.hash === hash ? 'This story is' : 'Another story is';
  const sentence = `${who} already written into ${folder} for ${engineNames[engine]}. Remove that target first, or choose another folder.`;
  return new Problem('folder', sentence, {
    errors: { folder: 'in use by another target' },
    context: { target: taken.id, hash: taken.row.hash },
  });
}
