/**
 * What a delivery has to do, found by comparing three things for each file: what the story gives, what we wrote last
 * (the manifest) and what is on the disk now. It only reads. A file that is neither ours nor equal to ours is left alone.
 */
import type { ExportFormat } from '../../shared/findings.ts';
import { Problem } from '../../shared/problem.ts';
import type { TargetState } from '../../shared/targets.ts';
import type { Disk, Found } from './disk.ts';
import { safePath } from './guard.ts';
import { type Print, printOf } from './hash.ts';
import { isOurs, type Manifest, type Ours } from './manifest.ts';

export interface TargetFile {
  readonly path: string;
  readonly text: string;
}
export interface Write {
  readonly path: string;
  readonly bytes: Uint8Array;
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
}

export interface Ground {
  readonly disk: Disk;
  readonly engine: ExportFormat;
  /** The real path of the game project. */
  readonly root: string;
  readonly manifest: Manifest;
  /** Whether another target writes this file. */
  readonly claimed: (path: string) => boolean;
}

type Step =
  | { readonly is: 'write'; readonly write: Write }
  | { readonly is: 'adopt'; readonly path: string; readonly print: Print }
  | { readonly is: 'skip'; readonly path: string }
  | { readonly is: 'foreign'; readonly foreign: Foreign };

export async function makePlan(ground: Ground, files: readonly TargetFile[]): Promise<Plan> {
  const steps: Step[] = [];
  for (const file of jsonLast(files)) steps.push(await stepFor(ground, file));
  const wanted = new Set(files.map(({ path }) => path));
  const gone = await leftovers(ground, wanted);
  return {
    writes: steps.flatMap((step) => (step.is === 'write' ? [step.write] : [])),
    adopted: steps.flatMap((step): [string, Ours][] => (step.is === 'adopt' ? [[step.path, step.print]] : [])),
    skipped: [...steps.flatMap((step) => (step.is === 'skip' ? [step.path] : [])), ...gone.changed],
    foreign: steps.flatMap((step) => (step.is === 'foreign' ? [step.foreign] : [])),
    removals: gone.removals,
    released: gone.released,
  };
}

/** No JSON may name a file that is not there yet. */
const jsonLast = (files: readonly TargetFile[]): TargetFile[] => {
  const isJson = (file: TargetFile): number => Number(file.path.endsWith('.json'));
  return files.toSorted((a, b) => isJson(a) - isJson(b));
};

async function stepFor({ disk, engine, root, manifest, claimed }: Ground, file: TargetFile): Promise<Step> {
  const { path } = file;
  const at = await safePath(disk, root, engine, path);
  const bytes = Buffer.from(file.text);
  const print = printOf(bytes);
  const found = await disk.find(at);
  const entry = manifest.get(path);
  if (!isOurs(entry) && claimed(at))
    throw new Problem('folder', `${path} is written by another target already. Remove one of the two.`, { context: { path } });
  if (found?.sha256 === print.sha256) return { is: 'adopt', path, print };
  const write = (): Step => ({ is: 'write', write: { path, bytes, print, was: found?.sha256 ?? null, mode: found?.mode ?? null } });
  if (entry && !isOurs(entry)) return found || entry.deleted ? { is: 'skip', path } : write();
  if (!entry && !found) return write();
  if (!entry) return { is: 'foreign', foreign: { path, what: 'present' } };
  if (!found) return { is: 'foreign', foreign: { path, what: 'deleted' } };
  if (found.sha256 !== entry.sha256) return { is: 'foreign', foreign: { path, what: 'changed' } };
  mustBeWritable(path, found);
  return write();
}

/** Files of an earlier delivery that the story no longer gives. */
async function leftovers({ disk, engine, root, manifest }: Ground, wanted: ReadonlySet<string>) {
  const removals: { path: string; sha256: string }[] = [];
  const released: string[] = [];
  const changed: string[] = [];
  for (const [path, entry] of manifest.entries()) {
    if (wanted.has(path)) continue;
    const found = await findSafely(disk, root, engine, path);
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

/** Null also for what may not be touched any more: then it is not ours. */
export async function findSafely(disk: Disk, root: string, engine: ExportFormat, path: string): Promise<Found | null> {
  try {
    return await disk.find(await safePath(disk, root, engine, path));
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** Some version control marks files read-only until they are checked out; a rename would go over that. */
function mustBeWritable(path: string, found: Found): void {
  if (found.writable) return;
  throw new Problem('folder', `${path} is read-only. Check it out of version control, or make it writable.`, { context: { path } });
}
