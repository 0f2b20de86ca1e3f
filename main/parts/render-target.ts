/** What a target is given: the checked story as the engine's files, and the stored files that go along. */
import type { ExportFormat, Finding } from '../../shared/findings.ts';
import { PROJECT } from '../../shared/kinds/project.ts';
import { Problem } from '../../shared/problem.ts';
import type { Project } from '../../shared/project.ts';
import type { StoryFile } from '../../shared/story-file.ts';
import type { TargetSettings } from '../../shared/targets.ts';
import { checkSentences } from '../../shared/words/en/check.ts';
import type { Vault } from '../assets/vault.ts';
import { checkInSteps } from '../export/check.ts';
import { type AssetFile, type TargetAssets, targetAssets } from '../export/target-assets.ts';
import { targetFiles, targetLocales } from '../export/target-files.ts';
import { Turns } from '../turns.ts';
import type { StillStories } from './still-stories.ts';

export interface TargetStory {
  readonly version: number;
  readonly files: readonly (StoryFile | AssetFile)[];
  readonly findings: readonly Finding[];
  /** Until then the story stands still. */
  readonly release: () => void;
}

const none: TargetAssets = { files: [], names: new Map(), findings: [] };

export function targetRenderer(stories: StillStories, vault: Pick<Vault, 'find'>) {
  // What a stored file is never changes: with thousands of them each export would otherwise read as many rows.
  const known = new Map<string, { readonly sha256: string; readonly bytes: number }>();
  const find = (hash: string, file: string) => {
    const id = `${hash}/${file}`;
    const found = known.get(id) ?? vault.find(hash, file);
    if (found) known.set(id, { sha256: found.sha256, bytes: found.bytes });
    return found;
  };
  return async (hash: string, format: ExportFormat, asked: TargetSettings): Promise<TargetStory> => {
    const { project, version, release } = await stories.take(hash);
    try {
      const { settings, gone } = ofBoardsThatAre(project, asked);
      const checks = checkInSteps(project, format, { ...settings, locales: targetLocales(project, settings) });
      const turns = new Turns();
      const findings = [...gone, ...(await turns.end(checks))];
      if (format !== 'json' && findings.some(({ severity }) => severity === 'error')) return { version, files: [], findings, release };
      await turns.next();
      const assets = settings.assets ? targetAssets(project, format, (file) => find(hash, file)) : none;
      const files = [...assets.files, ...targetFiles(project, format, settings, assets.names)];
      return { version, files, findings: [...findings, ...assets.findings], release };
    } catch (error) {
      release();
      throw error;
    }
  };
}

/** Chosen boards may be deleted later: the others are written. Without any of them nothing is left that was wanted. */
function ofBoardsThatAre(project: Project, asked: TargetSettings): { settings: TargetSettings; gone: readonly Finding[] } {
  const boardIds = asked.boardIds.filter((id) => project.find('board', id));
  if (boardIds.length === asked.boardIds.length) return { settings: asked, gone: [] };
  if (boardIds.length === 0)
    throw new Problem('invalid', 'None of the boards chosen for this target is left. Choose others in its settings.');
  return {
    settings: { ...asked, boardIds },
    gone: [{ severity: 'warning', rule: 'board-gone', message: checkSentences.boardsGone, kind: 'project', id: PROJECT }],
  };
}
