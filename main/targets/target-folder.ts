/** What a target does with its folder: rounds, comparisons, the helper, what was left there. Its states are target.ts. */
import type { Finding } from '../../shared/findings.ts';
import { Problem } from '../../shared/problem.ts';
import type { Comparison } from '../../shared/targets.ts';
import { compareSizes, compareTexts } from './compare.ts';
import { journalId, type Site, settle } from './deliver.ts';
import { isText, type TargetFile } from './files.ts';
import { safePath } from './guard.ts';
import { applyHelper, type HelperOf } from './helpers/helper.ts';
import type { Place } from './look.ts';
import type { Manifest } from './manifest.ts';
import type { RoundOf } from './round.ts';
import { helperFinding } from './sentences.ts';
import type { TargetDeps } from './target-deps.ts';
import type { TargetRow } from './target-row.ts';

/** Bytes of a file that is still shown beside ours. */
const readable = 2_000_000;

export const placeOf = ({ disk }: TargetDeps, { engine, folder, real }: TargetRow, manifest: Manifest): Place => ({
  ...{ disk, engine, folder, root: real, manifest },
});

export const helperOf = ({ disk, shelf, archive }: TargetDeps, { engine, real }: TargetRow, id: string): HelperOf => ({
  ...{ id, disk, engine, root: real, shelf, archive },
});

/** A round of this target in its folder. */
export function roundOf(
  deps: TargetDeps,
  { hash, engine, folder }: TargetRow,
  id: string,
  manifest: Manifest,
  rest: Pick<RoundOf, 'render' | 'writing'>,
): RoundOf {
  const { disk, shelf, timer, claimed, locate } = deps;
  return {
    ...{ id, engine, folder, disk, shelf, timer, manifest, ...rest },
    claimed: (path) => claimed(id, path),
    locate: (file) => locate(hash, file),
  };
}

/** The helper follows the story; that it cannot is no fault of the export. */
export async function helped(deps: TargetDeps, row: TargetRow, id: string, files: readonly TargetFile[]): Promise<readonly Finding[]> {
  const { helper } = row.settings;
  if (helper === null) return [];
  try {
    return await applyHelper(helperOf(deps, row, id), helper, files);
  } catch (error) {
    if (!(error instanceof Problem)) deps.log(`Target ${id}: ${error instanceof Error ? error.stack : String(error)}`);
    return [helperFinding(helper, error)];
  }
}

/** Nobody would settle what was cut short once the target is gone. */
export async function settleLast(deps: TargetDeps, row: TargetRow, id: string, manifest: Manifest): Promise<void> {
  const { shelf, timer, claimed, locate } = deps;
  const place = placeOf(deps, row, manifest);
  if (shelf.get(journalId(id)) === undefined || (await place.disk.identity(place.root)) === null) return;
  const site: Site = { ...place, id, shelf, timer, claimed: (path) => claimed(id, path), locate: (file) => locate(row.hash, file) };
  await settle(site);
}

/** What lies there beside what the story gives. */
export async function compareFile({ disk, root, engine }: Place, files: readonly TargetFile[], path: string): Promise<Comparison> {
  const ours = files.find((file) => file.path === path);
  const at = await safePath(disk, root, engine, path);
  const there = await disk.look(at);
  if (!ours && !there) throw new Problem('notFound', `There is no ${path}.`);
  const isShort = (there?.size ?? 0) <= readable;
  if ((ours && !isText(ours)) || !isShort || (!ours && !/\.json$/i.test(path)))
    return compareSizes(there?.size ?? null, ours ? (isText(ours) ? Buffer.byteLength(ours.text) : ours.size) : null);
  return compareTexts(there ? await disk.text(at) : null, ours ? ours.text : null);
}
