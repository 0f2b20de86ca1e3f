/** Compares the story with a release of the game: what has changed, and what games lose that were saved with the release. */
import type { ReleaseComparison } from '../../../shared/contracts/targets.ts';
import { compareStoriesInSteps } from '../../../shared/diff/compare-stories.ts';
import { findSavedGameLosses, type SavedGameLoss } from '../../../shared/diff/saved-game-losses.ts';
import { isJsonObject } from '../../../shared/json.ts';
import { message } from '../../../shared/messages/message.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { isReadableExport, mainStoryPath } from '../../exporters/exporter.ts';
import { resolvePlugin } from '../../exporters/plugin-version.ts';
import { parseJson } from '../../importers/parse-json.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import { digestJson } from '../../platform/json-digest.ts';
import type { StoredTarget } from '../target/stored-target.ts';
import type { TargetDeps } from '../target/target-deps.ts';
import { comparedVersionsProblem, maxListedChanges, readComparedVersions } from './compare-versions.ts';
import type { ExportHistory } from './export-history.ts';
import { readExportedStory } from './exported-story.ts';

/** Throws a 404 if there is no such release. If the versions cannot be compared, the result contains the reason. */
export async function compareWithRelease(
  deps: TargetDeps,
  target: StoredTarget,
  history: ExportHistory,
  release: string,
): Promise<ReleaseComparison> {
  const { exporter } = target;
  const versions = { from: { export: await history.findRelease(release) }, to: 'story' } as const;
  const texts = await readComparedVersions(deps, target, history, versions);
  if ('reason' in texts) return { release, changes: [], total: 0, losses: [], lossTotal: 0, reason: texts.reason };
  try {
    const before = await readExportedStory(exporter, texts.from, deps.environment);
    const after = await readExportedStory(exporter, texts.to, deps.environment);
    const yielder = new CooperativeYielder();
    const changes = await yielder.runToEnd(compareStoriesInSteps(before, after));
    const losses: SavedGameLoss[] = await yielder.runToEnd(findSavedGameLosses(before, after));
    const path = mainStoryPath(exporter);
    const { pluginVersion } = target.row.settings;
    const game = resolvePlugin(exporter, { pluginVersion, foundPlugin: await target.findPlugin() });
    if (
      game?.version.savesDependOnWholeStory &&
      isReadableExport(exporter) &&
      (await digestSavedStory(texts.from.get(path) ?? '', path)) !== (await digestSavedStory(texts.to.get(path) ?? '', path))
    ) {
      const text = message('targets.savedGames.storyChanged', { engine: exporter.label, version: game.version.number ?? game.version.id });
      losses.push({ kind: 'project', id: projectRecordId, message: text });
    }
    return {
      release,
      changes: changes.slice(0, maxListedChanges),
      total: changes.length,
      losses: losses.slice(0, maxListedChanges),
      lossTotal: losses.length,
      reason: null,
    };
  } catch (error) {
    return { release, changes: [], total: 0, losses: [], lossTotal: 0, reason: comparedVersionsProblem(error) };
  }
}

/**
 * The digest of a story file as the plug-in for Unreal 2.2 stores it with a saved game, up to its form: the order of keys, white space and an
 * envelope do not count, everything else does.
 */
async function digestSavedStory(text: string, path: string): Promise<string> {
  const json = await parseJson(Buffer.from(text), path);
  const isEnvelope = isJsonObject(json) && isJsonObject(json.project) && Object.keys(json).length === 1;
  return new CooperativeYielder().runToEnd(digestJson(isEnvelope ? json.project : json));
}
