/** Renders a story for a target: checks it, and creates the files of the target's format and of the assets. */

import type { ExportFile } from '../../../shared/contracts/export-file.ts';
import type { ExporterId, FoundPlugin } from '../../../shared/contracts/exporters.ts';
import { blocksExport, type Finding } from '../../../shared/contracts/findings.ts';
import type { TargetSettings } from '../../../shared/contracts/targets.ts';
import { message } from '../../../shared/messages/message.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { type AssetFile, noAssetExport, planAssetFiles } from '../../exporters/asset-files.ts';
import { toFinding } from '../../exporters/checks/apply-fixes.ts';
import type { CheckFinding } from '../../exporters/checks/check-context.ts';
import { checkStoryInSteps } from '../../exporters/checks/check-story.ts';
import type { ExportSnapshots } from '../../exporters/export-snapshots.ts';
import type { KeptLayout } from '../../exporters/exporter.ts';
import { getExporter, loadExportTranslators } from '../../exporters/exporters.ts';
import { assertLanguagesFit, createStoryFiles, missingLocales, selectedLocales } from '../../exporters/story-files.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';

interface RenderedTarget {
  readonly version: number;
  readonly files: readonly (ExportFile | AssetFile)[];
  readonly findings: readonly Finding[];
  /** The languages of the settings that the project does not have. They are left out. */
  readonly unknownLocales: readonly string[];
  /** Must be called when the files have been read, because they are created from a snapshot of the story. */
  readonly release: () => void;
}

interface StoredFiles {
  find(hash: string, file: string): { readonly sha256: string; readonly bytes: number } | undefined;
}

export function createTargetRenderer(snapshots: Pick<ExportSnapshots, 'acquire'>, fileStore: StoredFiles) {
  // Stored files are immutable. Without this cache, each export would read a row for each of thousands of files.
  const known = new Map<string, { readonly sha256: string; readonly bytes: number }>();
  const find = (hash: string, file: string) => {
    const id = `${hash}/${file}`;
    const found = known.get(id) ?? fileStore.find(hash, file);
    if (found) known.set(id, { sha256: found.sha256, bytes: found.bytes });
    return found;
  };
  return async (
    hash: string,
    exporterId: ExporterId,
    requestedSettings: TargetSettings,
    foundPlugin: FoundPlugin | null,
    keptLayout: KeptLayout | null = null,
  ): Promise<RenderedTarget> => {
    const exporter = getExporter(exporterId);
    const { project, version, release } = await snapshots.acquire(hash);
    try {
      const { settings, warnings } = withExistingBoards(project, requestedSettings);
      const unknownLocales = missingLocales(project, settings);
      if (unknownLocales.length > 0) warnings.push(deletedLanguagesFinding);
      // Comes before the checks of the story, because such settings do not work for any story.
      const knownSettings = { ...settings, foundPlugin };
      assertLanguagesFit(project, exporter, knownSettings);
      const yielder = new CooperativeYielder();
      const checked = (await yielder.runToEnd(checkForTarget(project, exporterId, settings, foundPlugin))).map(toFinding);
      const findings = [...warnings, ...(settings.holdOnGameStops ? checked.map(withoutGameStop) : checked)];
      if (findings.some(blocksExport)) return { version, files: [], findings, unknownLocales, release };
      await yielder.yieldIfNeeded();
      const used = exporter.usedAssets?.(project, settings.boardIds) ?? null;
      const assets = settings.assets ? planAssetFiles(project, exporter.assets, (file) => find(hash, file), used) : noAssetExport;
      const translators = await loadExportTranslators(project, exporter);
      const files = [
        ...assets.files,
        ...createStoryFiles(project, exporter, knownSettings, assets, { projectKey: hash, translators, keptLayout }),
      ];
      return { version, files, findings: [...findings, ...assets.findings], unknownLocales, release };
    } catch (error) {
      release();
      throw error;
    }
  };
}

/** What is checked of a story for a target. */
export const checkForTarget = (
  project: Project,
  exporterId: ExporterId,
  settings: TargetSettings,
  foundPlugin: FoundPlugin | null,
): Generator<void, readonly CheckFinding[]> =>
  checkStoryInSteps(project, exporterId, {
    ...withExistingBoards(project, settings).settings,
    foundPlugin,
    locales: selectedLocales(project, settings),
  });

/** The finding as an error that blocks the export, as the settings of the target request. */
function withoutGameStop({ stopsGame: _stopsGame, ...finding }: Finding): Finding {
  return finding;
}

const deletedLanguagesFinding: Finding = {
  severity: 'warning',
  rule: 'language-gone',
  message: message('check.languages.deleted'),
  kind: 'project',
  id: projectRecordId,
};

/**
 * Boards that were chosen in the settings may have been deleted since then. The remaining ones are exported, with a warning. Throws if none
 * is left.
 */
function withExistingBoards(project: Project, requestedSettings: TargetSettings): { settings: TargetSettings; warnings: Finding[] } {
  const boardIds = requestedSettings.boardIds.filter((id) => project.find('board', id));
  if (boardIds.length === requestedSettings.boardIds.length) return { settings: requestedSettings, warnings: [] };
  if (boardIds.length === 0) throw new Problem('invalid', message('targets.problem.boardsDeleted'));
  return {
    settings: { ...requestedSettings, boardIds },
    warnings: [{ severity: 'warning', rule: 'board-gone', message: message('check.boards.deleted'), kind: 'project', id: projectRecordId }],
  };
}
