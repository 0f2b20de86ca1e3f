/**
 * What a delivery has to do, found by comparing three things for each file: what the story gives, what we wrote last
 * (the manifest) and what is on the disk now. It only reads. A file that is neither ours nor equal to ours is left alone.
 */
import { join, posix } from 'node:path';
import type { ExportFormat, Finding } from '../../shared/findings.ts';
import { foldedName } from '../../shared/folded-name.ts';
import { Problem } from '../../shared/problem.ts';
import type { TargetState } from '../../shared/targets.ts';
import type { Disk, Found, Seen } from './disk.ts';
import type { Drafts } from './drafts.ts';
import { isCopy, isTextFile, type LocateFile, type TargetFile, type TextFile } from './files.ts';
import { safePath } from './guard.ts';
import type { Print } from './hash.ts';
import { type Entry, isOurs, type Manifest, type Ours } from './manifest.ts';
import { lostFinding } from './sentences.ts';
import { inTurn } from './serial.ts';
import type { Staging } from './staging.ts';

export interface Write {
  readonly path: string;
  /** A stored file to be copied, or the name that the text lies staged under. */
  readonly from: { readonly copy: string } | { readonly staged: string };
  readonly print: Print;
  /** What the file must still be when we replace it; null: not there. */
  readonly was: string | null;
  readonly mode: number | null;
}
export type Foreign = TargetState['foreign'][number];

export interface Plan {
  readonly writes: readonly Write[];
  /** Equal to ours already. */
  readonly adopted: readonly (readonly [path: string, entry: Ours])[];
  readonly removals: readonly { readonly path: string; readonly sha256: string }[];
  /** No longer part of the export, and no longer ours or gone: forgotten. */
  readonly released: readonly string[];
  /** Left alone because the user said so, or because they are another's now. */
  readonly skipped: readonly string[];
  readonly foreign: readonly Foreign[];
  /** Stored files whose bytes are gone: what is written stays, what is not cannot be. */
  readonly lost: readonly Finding[];
  /** What the texts are that the folder holds afterwards. */
  readonly texts: readonly (readonly [path: string, print: Print])[];
}

export interface Ground {
  readonly disk: Disk;
  readonly engine: ExportFormat;
  /** The real path of the game project. */
  readonly root: string;
  readonly manifest: Manifest;
  /** Whether another target writes this file. */
  readonly claimed: (path: string) => boolean;
  readonly locate: LocateFile;
  readonly drafts: Drafts;
}

type Step =
  | { readonly is: 'write'; readonly write: Write }
  | { readonly is: 'adopt'; readonly path: string; readonly ours: Ours }
  | { readonly is: 'skip'; readonly path: string }
  | { readonly is: 'lost'; readonly finding: Finding }
  | { readonly is: 'foreign'; readonly foreign: Foreign };

/** Files looked at beside each other: most of the time goes by in the system's calls. */
const atOnce = 16;
/** One is made while another is on its way to the disk. */
const textsAtOnce = 2;

/** `trusts`: a file that is seen as we left it is not read again. Without `staging` nothing is written. */
export async function makePlan(
  ground: Ground,
  files: readonly TargetFile[],
  { trusts, staging }: { readonly trusts: boolean; readonly staging: Staging | null },
): Promise<Plan> {
  const eye = new Eye(ground, trusts);
  const wanted = new Set(files.map(({ path }) => path));
  const twins = new Twins(ground.manifest, wanted);
  const look: Look = { ground, eye, twins, staging };
  await eye.learn(files.filter(isCopy));
  const copies = await inTurn(atOnce, files.filter(isCopy), (file) => stepFor(look, file));
  // A few only: a story in many languages is long.
  const texts = await inTurn(textsAtOnce, jsonLast(files), (file) => stepFor(look, file));
  const steps = [...copies, ...texts];
  const gone = await leftovers(ground, eye, twins, wanted);
  return {
    texts: texts.flatMap((step): [string, Print][] =>
      step.is === 'write' ? [[step.write.path, step.write.print]] : step.is === 'adopt' ? [[step.path, step.ours]] : [],
    ),
    writes: steps.flatMap((step) => (step.is === 'write' ? [step.write] : [])),
    adopted: steps.flatMap((step): [string, Ours][] => (step.is === 'adopt' ? [[step.path, step.ours]] : [])),
    skipped: [...steps.flatMap((step) => (step.is === 'skip' ? [step.path] : [])), ...gone.changed],
    foreign: steps.flatMap((step) => (step.is === 'foreign' ? [step.foreign] : [])),
    lost: steps.flatMap((step) => (step.is === 'lost' ? [step.finding] : [])),
    removals: gone.removals,
    released: gone.released,
  };
}

/** The texts. No JSON may name a file that is not there yet. */
function jsonLast(files: readonly TargetFile[]): TextFile[] {
  const isJson = (file: TextFile): number => Number(file.path.endsWith('.json'));
  return files.filter(isTextFile).toSorted((a, b) => isJson(a) - isJson(b));
}

/** What is on the disk, read only where it is not seen to be as we left it. */
export class Eye {
  readonly #ground: Pick<Ground, 'disk' | 'root' | 'engine' | 'manifest'>;
  readonly #trusts: boolean;
  readonly #folders = new Map<string, string>();

  constructor(ground: Pick<Ground, 'disk' | 'root' | 'engine' | 'manifest'>, trusts: boolean) {
    this.#ground = ground;
    this.#trusts = trusts;
  }

  /** The folders of these files, before all of them ask at once. */
  async learn(files: readonly { readonly path: string }[]): Promise<void> {
    const folders = new Map(files.map(({ path }) => [posix.dirname(path), path]));
    for (const path of folders.values()) await this.at(path).catch(() => undefined);
  }

  at(path: string): Promise<string> {
    const { disk, root, engine } = this.#ground;
    return safePath(disk, root, engine, path, { known: this.#folders });
  }

  /** The file as we left it, at one look; undefined where it needs a closer one. */
  async asLeft(path: string): Promise<(Seen & Print) | undefined> {
    const { disk, manifest, root } = this.#ground;
    const entry = manifest.get(path);
    const folder = posix.dirname(path) === '.' ? root : this.#folders.get(posix.dirname(path));
    if (!this.#trusts || folder === undefined || !isOurs(entry) || entry.stamp === undefined) return undefined;
    const seen = await disk.look(join(folder, posix.basename(path)));
    return seen?.isFile && seen.stamp === entry.stamp ? { ...seen, sha256: entry.sha256 } : undefined;
  }

  async find(path: string, at: string): Promise<(Seen & Print) | null> {
    return (await this.asLeft(path)) ?? this.#ground.disk.find(at);
  }

  /** Null also for what may not be touched any more: then it is not ours. */
  async findSafely(path: string): Promise<(Seen & Print) | null> {
    try {
      return (await this.asLeft(path)) ?? (await this.find(path, await this.at(path)));
    } catch (error) {
      if (error instanceof Problem) return null;
      throw error;
    }
  }
}

/**
 * Files of ours that the story now writes in another case, or with the accent written another way: on some file systems that is the same
 * file, and removing the old name would remove the new one.
 */
class Twins {
  readonly #manifest: Manifest;
  readonly #byName = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(manifest: Manifest, wanted: ReadonlySet<string>) {
    this.#manifest = manifest;
    for (const [path] of manifest.ours()) if (!wanted.has(path)) this.#byName.set(foldedName(path), path);
  }

  /** The old entry, where the old name leads to the very file that was found. */
  async of(path: string, found: Seen, eye: Eye): Promise<Entry | undefined> {
    const twin = this.#byName.get(foldedName(path));
    if (twin === undefined || (await eye.findSafely(twin))?.stamp !== found.stamp) return undefined;
    this.#taken.add(twin);
    return this.#manifest.get(twin);
  }

  isTaken(path: string): boolean {
    return this.#taken.has(path);
  }
}

interface Look {
  readonly ground: Ground;
  readonly eye: Eye;
  readonly twins: Twins;
  readonly staging: Staging | null;
}

async function stepFor({ ground, eye, twins, staging }: Look, file: TargetFile): Promise<Step> {
  const { manifest, claimed, locate, drafts } = ground;
  const { path } = file;
  const left = isCopy(file) ? await eye.asLeft(path) : undefined;
  if (left && isCopy(file) && left.sha256 === file.sha256)
    return { is: 'adopt', path, ours: { sha256: left.sha256, size: left.size, stamp: left.stamp } };
  const at = await eye.at(path);
  const found = await eye.find(path, at);
  const entry = manifest.get(path) ?? (found ? await twins.of(path, found, eye) : undefined);
  if (!isOurs(entry) && claimed(at))
    throw new Problem('folder', `${path} is written by another target already. Remove one of the two.`, { context: { path } });
  const otherwise = stepIfOther(path, entry, found);
  const [was, mode] = [found?.sha256 ?? null, found?.mode ?? null];
  if (isCopy(file)) {
    const { sha256, size } = file;
    if (found?.sha256 === sha256) return { is: 'adopt', path, ours: { sha256, size, stamp: found.stamp } };
    if (otherwise) return otherwise;
    const copy = locate(file.file);
    if (copy === undefined) return { is: 'lost', finding: lostFinding(path) };
    if (found) mustBeWritable(path, found);
    return { is: 'write', write: { path, from: { copy }, print: { sha256, size }, was, mode } };
  }
  const last = found && isOurs(entry) && found.sha256 === entry.sha256 ? { at, sha256: found.sha256, size: found.size } : null;
  let staged = '';
  const sink = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
    staged = (await staging?.write(chunks, mode)) ?? '';
  };
  const print = await drafts.draft(file, last, staging && !otherwise && found?.writable !== false ? sink : null);
  if (found?.sha256 === print.sha256) return { is: 'adopt', path, ours: { ...print, stamp: found.stamp } };
  if (otherwise) return otherwise;
  if (found) mustBeWritable(path, found);
  return { is: 'write', write: { path, from: { staged }, print, was, mode } };
}

/** What becomes of a file that is not equal to ours; null: it may be written. */
function stepIfOther(path: string, entry: Entry | undefined, found: (Seen & Print) | null): Step | null {
  if (entry && !isOurs(entry)) return found || entry.deleted ? { is: 'skip', path } : null;
  if (!entry) return found ? { is: 'foreign', foreign: { path, what: 'present' } } : null;
  if (!found) return { is: 'foreign', foreign: { path, what: 'deleted' } };
  return found.sha256 === entry.sha256 ? null : { is: 'foreign', foreign: { path, what: 'changed' } };
}

/** Files of an earlier delivery that the story no longer gives. */
async function leftovers({ manifest }: Ground, eye: Eye, twins: Twins, wanted: ReadonlySet<string>) {
  const removals: { path: string; sha256: string }[] = [];
  const released: string[] = [];
  const changed: string[] = [];
  for (const [path, entry] of manifest.entries()) {
    if (wanted.has(path)) continue;
    if (twins.isTaken(path)) {
      released.push(path);
      continue;
    }
    const found = await eye.findSafely(path);
    if (isOurs(entry) && found?.sha256 === entry.sha256) {
      mustBeWritable(path, found);
      removals.push({ path, sha256: entry.sha256 });
      continue;
    }
    released.push(path);
    if (isOurs(entry) && found) changed.push(path);
  }
  return { removals, released, changed };
}

/** Null also for what may not be touched any more: then it is not ours. Always read anew. */
export async function findSafely(disk: Disk, root: string, engine: ExportFormat, path: string): Promise<Found | null> {
  try {
    return await disk.find(await safePath(disk, root, engine, path));
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** Some version control marks files read-only until they are checked out; a rename would go over that. */
function mustBeWritable(path: string, found: Seen): void {
  if (found.writable) return;
  throw new Problem('folder', `${path} is read-only. Check it out of version control, or make it writable.`, { context: { path } });
}
