/** What a target is given: the checked story as the engine's files, and the stored files that go along. */

import type { ExportFile } from '../../shared/contracts/export-file.ts';
import type { ExporterId } from '../../shared/contracts/exporters.ts';
import type { Finding } from '../../shared/contracts/findings.ts';
import type { TargetSettings } from '../../shared/contracts/targets.ts';
import { checkMessages } from '../../shared/messages/en/check.ts';
import { message } from '../../shared/messages/message.ts';
import { PROJECT_RECORD_ID } from '../../shared/model/kinds/project.ts';
import type { Project } from '../../shared/model/project.ts';
import { Problem } from '../../shared/problem.ts';
import type { FileStore } from '../assets/file-store.ts';
import { type AssetExport, type AssetFile, planAssetFiles } from '../exporters/asset-files.ts';
import { checkStoryInSteps } from '../exporters/checks/check-story.ts';
import { getExporter } from '../exporters/exporters.ts';
import { createStoryFiles, selectedLocales } from '../exporters/story-files.ts';
import { CooperativeYielder } from '../platform/cooperative-yielder.ts';
import type { ExportSnapshots } from './export-snapshots.ts';

export interface RenderedTarget {
  readonly version: number;
  readonly files: readonly (ExportFile | AssetFile)[];
  readonly findings: readonly Finding[];
  /** Until then the story stands still. */
  readonly release: () => void;
}

const noAssets: AssetExport = { files: [], renamedAssets: new Map(), findings: [] };

export function createTargetRenderer(stories: ExportSnapshots, vault: Pick<FileStore, 'find'>) {
  // What a stored file is never changes: with thousands of them each export would otherwise read as many rows.
  const known = new Map<string, { readonly sha256: string; readonly bytes: number }>();
  const find = (hash: string, file: string) => {
    const id = `${hash}/${file}`;
    const found = known.get(id) ?? vault.find(hash, file);
    if (found) known.set(id, { sha256: found.sha256, bytes: found.bytes });
    return found;
  };
  return async (hash: string, exporterId: ExporterId, asked: TargetSettings): Promise<RenderedTarget> => {
    const exporter = getExporter(exporterId);
    const { project, version, release } = await stories.acquire(hash);
    try {
      const { settings, warnings } = withExistingBoards(project, asked);
      const checks = checkStoryInSteps(project, exporterId, { ...settings, locales: selectedLocales(project, settings) });
      const turns = new CooperativeYielder();
      const findings = [...warnings, ...(await turns.runToEnd(checks))];
      if (findings.some(({ severity }) => severity === 'error')) return { version, files: [], findings, release };
      await turns.yieldIfNeeded();
      const assets = settings.assets ? planAssetFiles(project, exporter.assets, (file) => find(hash, file)) : noAssets;
      const files = [...assets.files, ...createStoryFiles(project, exporter, settings, assets.renamedAssets)];
      return { version, files, findings: [...findings, ...assets.findings], release };
    } catch (error) {
      release();
      throw error;
    }
  };
}

/** Chosen boards may be deleted later: the others are written. Without any of them nothing is left that was wanted. */
function withExistingBoards(project: Project, asked: TargetSettings): { settings: TargetSettings; warnings: readonly Finding[] } {
  const boardIds = asked.boardIds.filter((id) => project.find('board', id));
  if (boardIds.length === asked.boardIds.length) return { settings: asked, warnings: [] };
  if (boardIds.length === 0) throw new Problem('invalid', message('problem.target.boardsGone'));
  return {
    settings: { ...asked, boardIds },
    warnings: [{ severity: 'warning', rule: 'board-gone', message: checkMessages.boardsGone, kind: 'project', id: PROJECT_RECORD_ID }],
  };
}
