/** Compares two versions of a target's export as stories: that in the folder, that of the current story, or that of an earlier export. */
import { readFullText } from '../../../shared/contracts/export-file.ts';
import type { StoryComparison, TargetVersion } from '../../../shared/contracts/targets.ts';
import { compareStoriesInSteps } from '../../../shared/diff/compare-stories.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { isComparableExport, mainStoryPath } from '../../exporters/exporter.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import { toUtf8 } from '../../platform/text-encoding.ts';
import { isOwned } from '../folder/manifest.ts';
import { resolveSafePath } from '../folder/safe-path.ts';
import { type StoredTarget, withRenderedFiles } from '../target/stored-target.ts';
import type { TargetDeps } from '../target/target-deps.ts';
import type { ExportHistory } from './export-history.ts';
import { languageOfStoryFile, readExportedStory, type StoryTexts } from './exported-story.ts';

/** The maximum number of characters in the story files of both versions together, and of bytes in each story file in the folder. */
export const maxComparedCharacters = 40_000_000;
/** The maximum number of listed changes. Further ones are only counted. */
export const maxListedChanges = 500;

const incomparable = (reason: Message): StoryComparison => ({ changes: [], total: 0, reason });

/** Compares two versions. If they cannot be compared, that is no error: the result contains the reason. */
export async function compareVersions(
  deps: TargetDeps,
  target: StoredTarget,
  history: ExportHistory,
  versions: { readonly from: TargetVersion; readonly to: TargetVersion },
): Promise<StoryComparison> {
  const { exporter } = target;
  const texts = await readComparedVersions(deps, target, history, versions);
  if ('reason' in texts) return incomparable(texts.reason);
  try {
    const before = await readExportedStory(exporter, texts.from, deps.environment);
    const after = await readExportedStory(exporter, texts.to, deps.environment);
    const changes = await new CooperativeYielder().runToEnd(compareStoriesInSteps(before, after));
    return { changes: changes.slice(0, maxListedChanges), total: changes.length, reason: null };
  } catch (error) {
    return incomparable(comparedVersionsProblem(error));
  }
}

/** The texts of both versions, or the reason why they cannot be compared. */
export async function readComparedVersions(
  deps: TargetDeps,
  target: StoredTarget,
  history: ExportHistory,
  versions: { readonly from: TargetVersion; readonly to: TargetVersion },
): Promise<{ readonly from: StoryTexts; readonly to: StoryTexts } | { readonly reason: Message }> {
  const { exporter } = target;
  if (!isComparableExport(exporter)) return { reason: message('targets.storyChanges.otherFormat', { engine: exporter.label }) };
  const from = await readVersionTexts(deps, target, history, versions.from);
  const to = await readVersionTexts(deps, target, history, versions.to);
  if (from === null || to === null) return { reason: message('targets.comparison.tooLong') };
  if (!from.has(mainStoryPath(exporter))) return { reason: message('targets.storyChanges.nothingBefore') };
  if (!to.has(mainStoryPath(exporter))) return { reason: message('targets.storyChanges.nothingAfter') };
  if (countCharacters(from) + countCharacters(to) > maxComparedCharacters) return { reason: message('targets.comparison.tooLong') };
  return { from, to };
}

/** The reason why versions whose texts could be read cannot be compared. Throws other errors than a Problem. */
export function comparedVersionsProblem(error: unknown): Message {
  if (!(error instanceof Problem)) throw error;
  return message('targets.storyChanges.unreadable', { reason: error.text });
}

export const countCharacters = (texts: StoryTexts): number => [...texts.values()].reduce((sum, { length }) => sum + length, 0);

/** The texts of a version's story files. Files that do not exist are left out. Null if a file is too long to be read. */
export async function readVersionTexts(
  deps: TargetDeps,
  target: StoredTarget,
  history: ExportHistory,
  version: TargetVersion,
): Promise<StoryTexts | null> {
  const isStoryFile = ({ path }: { readonly path: string }): boolean => languageOfStoryFile(target.exporter, path) !== undefined;
  if (version === 'story')
    return withRenderedFiles(
      deps,
      target,
      (files) => new Map(files.flatMap((file) => (isStoryFile(file) && 'chunks' in file ? [[file.path, readFullText(file)]] : []))),
    );
  if (version === 'folder') return readFolder(deps, target);
  if (version === 'lastExport') {
    // The texts of an export are archived some time after it, so the archive may lack them.
    await history.flush();
    return readLastExport(deps, target);
  }
  return history.readTexts(version.export, isStoryFile);
}

async function readFolder({ disk }: TargetDeps, { exporter, manifest, folder: { root } }: StoredTarget): Promise<StoryTexts | null> {
  const paths = new Set([mainStoryPath(exporter), ...manifest.paths()]);
  const texts = new Map<string, string>();
  for (const path of paths) {
    if (languageOfStoryFile(exporter, path) === undefined) continue;
    const at = await resolveSafePath(disk, root, exporter, path);
    const found = await disk.stat(at);
    if (!found) continue;
    if (found.size > maxComparedCharacters) return null;
    texts.set(path, Buffer.from(toUtf8(await disk.readBytes(at))).toString('utf8'));
  }
  return texts;
}

/** The files as Taleport last wrote them, even if another program has changed them since. */
async function readLastExport({ archive }: TargetDeps, { exporter, manifest }: StoredTarget): Promise<StoryTexts> {
  const texts = new Map<string, string>();
  for (const [path, entry] of manifest.entries()) {
    if (!isOwned(entry) || languageOfStoryFile(exporter, path) === undefined) continue;
    const text = await archive.readText(entry.sha256);
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}
