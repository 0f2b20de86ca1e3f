/** What a target does with its folder: rounds, comparisons, the helper, what was left there. Its states are target.ts. */
import type { Finding } from '../../shared/findings.ts';
import { Problem } from '../../shared/problem.ts';
import { wholeText } from '../../shared/story-file.ts';
import type { Comparison } from '../../shared/targets.ts';
import { compareSizes, compareTexts } from './compare.ts';
import { journalId, settle } from './deliver.ts';
import { isCopy, type TargetFile } from './files.ts';
import { safePath } from './guard.ts';
import { applyHelper, type HelperOf, type Story } from './helpers/helper.ts';
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
  rest: Pick<RoundOf, 'render' | 'writing' | 'drafts'>,
): RoundOf {
  const { disk, shelf, timer, claimed, locate } = deps;
  return {
    ...{ id, engine, folder, disk, shelf, timer, manifest, ...rest },
    claimed: (path) => claimed(id, path),
    locate: (file) => locate(hash, file),
  };
}

/** The helper follows the story; that it cannot is no fault of the export. */
export async function helped(deps: TargetDeps, row: TargetRow, id: string, story: Story | undefined): Promise<readonly Finding[]> {
  const { helper } = row.settings;
  if (helper === null) return [];
  try {
    return await applyHelper(helperOf(deps, row, id), helper, story);
  } catch (error) {
    if (!(error instanceof Problem)) deps.log(`Target ${id}: ${error instanceof Error ? error.stack : String(error)}`);
    return [helperFinding(helper, error)];
  }
}

/** Nobody would settle what was cut short once the target is gone. */
export async function settleLast(deps: TargetDeps, row: TargetRow, id: string, manifest: Manifest): Promise<void> {
  const { shelf, timer } = deps;
  const place = placeOf(deps, row, manifest);
  if (shelf.get(journalId(id)) === undefined || (await place.disk.identity(place.root)) === null) return;
  await settle({ ...place, id, shelf, timer });
}

/** What lies there beside what the story gives. */
export async function compareFile({ disk, root, engine }: Place, files: readonly TargetFile[], path: string): Promise<Comparison> {
  const ours = files.find((file) => file.path === path);
  const at = await safePath(disk, root, engine, path);
  const there = await disk.look(at);
  if (!ours && !there) throw new Problem('notFound', `There is no ${path}.`);
  const isShort = (there?.size ?? 0) <= readable;
  if (ours && isCopy(ours)) return compareSizes(there?.size ?? null, ours.size);
  const text = ours && 'pieces' in ours ? wholeText(ours) : null;
  if (!isShort || (text === null && !/\.json$/i.test(path)))
    return compareSizes(there?.size ?? null, text === null ? null : Buffer.byteLength(text));
  return compareTexts(there ? await disk.text(at) : null, text);
}
