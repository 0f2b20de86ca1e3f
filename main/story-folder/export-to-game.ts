/** Exports the story of a folder to a game folder as a target does, without a data folder: nothing is remembered after the command. */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ExporterId } from '../../shared/contracts/exporters.ts';
import type { KeyValueStore } from '../../shared/contracts/key-value-store.ts';
import type { Delivery, Target, TargetSettings } from '../../shared/contracts/targets.ts';
import { appendAll } from '../../shared/lists.ts';
import { compareCodeUnits } from '../../shared/text.ts';
import { findUnusualFolder } from '../delivery/folder/unsuitable-folders.ts';
import { createTargetRenderer } from '../delivery/target/render-target.ts';
import { openTargetService, type TargetService } from '../delivery/target/target-service.ts';
import { isInDataFolder } from '../platform/data-folder.ts';
import { systemEnvironment } from '../platform/environment.ts';
import { readFileBytes } from '../platform/file-bytes.ts';
import { readStoryFolder } from './read-folder.ts';
import { assetPathsByFile, createFolderProblem, type ReadStory } from './read-story-files.ts';

interface GameExport {
  /** An absolute path. */
  readonly game: string;
  /** By default, that of the game project in the folder. */
  readonly engine: ExporterId | undefined;
  readonly settings: Partial<TargetSettings>;
  /** `overwrite`: also files that differ and that this command cannot know to be an earlier export. */
  readonly mode: 'run' | 'overwrite' | 'dryRun';
  /** Also to a folder that is unusual for a game. */
  readonly force: boolean;
}

/** The story does not change while it is exported. */
const storyVersion = 0;

/** Throws a Problem, and writes nothing, if the story or the game folder does not allow the export. */
export async function exportFolderToGame(
  folder: string,
  { game, engine, settings, mode, force }: GameExport,
): Promise<{ readonly target: Target; readonly delivery: Delivery }> {
  const story = await readStoryFolder(folder);
  if (story.problems.length > 0) throw createFolderProblem(story.problems);
  const written: string[] = [];
  const removed: string[] = [];
  const targets = await openTargets(folder, story, (delivery) => {
    appendAll(written, delivery.written);
    appendAll(removed, delivery.removed);
  });
  try {
    const isDry = mode === 'dryRun';
    // A target that is on writes when it is added.
    const added = await targets.add({
      ...{ hash: keyOf(story), folder: game, settings: { ...settings, on: !isDry }, force, overwrite: mode === 'overwrite' },
      ...(engine && { engine }),
    });
    const target = targets.list().find(({ id }) => id === added.id) ?? added;
    const { id } = target;
    if (isDry) {
      const [delivery = { id, written, removed }] = await targets.run({ id, dryRun: true });
      return { target, delivery };
    }
    // It has written already, unless something prevents it: then this throws the Problem with all of its faults.
    await targets.run({ id });
    return { target, delivery: { id, written, removed } };
  } finally {
    await targets.close();
  }
}

/** Equal for all exports of a story, and different for each story: pages save the game under it. */
const keyOf = ({ project }: ReadStory): string => project.projectRecord.roots.board;

async function openTargets(folder: string, story: ReadStory, onDelivery: (delivery: Delivery) => void): Promise<TargetService> {
  const { project } = story;
  const files = await readAssetFiles(folder, story);
  const snapshots = { acquire: async () => ({ project, version: storyVersion, release: () => undefined }) };
  const render = createTargetRenderer(snapshots, { find: (_, file) => files.get(file) });
  return openTargetService({
    store: createMemoryStore(),
    environment: systemEnvironment,
    mode: 'onRequest',
    render,
    // The story was read once, so that one delivery is enough.
    versionOf: () => storyVersion,
    locate: (_, file) => files.get(file)?.path,
    findUnusualFolder: (real) => findUnusualFolder(real, { dataFolder: null, home: homedir() }),
    isReservedFolder: (real) => isInDataFolder(real, null),
    // What goes wrong is the Problem that the command shows.
    log: () => undefined,
    emit(event) {
      if (event.event === 'target.delivered') onDelivery(event.delivery);
    },
  });
}

/** By the name under which the story has them. */
async function readAssetFiles(folder: string, story: ReadStory) {
  const files = new Map<string, { readonly path: string; readonly sha256: string; readonly bytes: number }>();
  for (const [file, relative] of assetPathsByFile(story)) {
    const path = join(folder, relative);
    const digest = createHash('sha256');
    for await (const chunk of readFileBytes(path)) digest.update(chunk);
    files.set(file, { path, sha256: digest.digest('hex'), bytes: (await stat(path)).size });
  }
  return files;
}

function createMemoryStore(): KeyValueStore {
  const rows = new Map<string, unknown>();
  const list = (prefix = '') =>
    [...rows]
      .flatMap(([id, value]) => (id.startsWith(prefix) ? [{ id, value }] : []))
      .sort((one, other) => compareCodeUnits(one.id, other.id));
  return {
    get: (id) => rows.get(id),
    list,
    listInPages: (prefix) => [list(prefix)],
    put(entries) {
      for (const { id, value } of entries) rows.set(id, value);
    },
    remove(ids) {
      for (const id of ids) rows.delete(id);
    },
  };
}
