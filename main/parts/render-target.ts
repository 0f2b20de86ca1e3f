/** What a target is given: the checked story as the engine's files, and the stored files that go along. */
import type { ExportFormat, Finding } from '../../shared/findings.ts';
import { PROJECT } from '../../shared/kinds/project.ts';
import { Problem } from '../../shared/problem.ts';
import type { Project } from '../../shared/project.ts';
import type { TargetSettings } from '../../shared/targets.ts';
import type { Vault } from '../assets/vault.ts';
import type { Engine } from '../engine/engine.ts';
import { checkInSteps } from '../export/check.ts';
import { type AssetFile, type TargetAssets, targetAssets } from '../export/target-assets.ts';
import { eachTargetFile, type TargetFile, targetLocales } from '../export/target-files.ts';

export interface TargetStory {
  readonly version: number;
  readonly files: readonly (TargetFile | AssetFile)[];
  readonly findings: readonly Finding[];
}

/** How often a story that is changed meanwhile is begun anew; then it is finished in one go. */
const patience = 3;
const none: TargetAssets = { files: [], names: new Map(), findings: [] };

export function targetRenderer(engine: Engine, vault: Vault) {
  // What a stored file is never changes: with thousands of them each export would otherwise read as many rows.
  const known = new Map<string, { readonly sha256: string; readonly bytes: number }>();
  const find = (hash: string, file: string) => {
    const id = `${hash}/${file}`;
    const found = known.get(id) ?? vault.find(hash, file);
    if (found) known.set(id, { sha256: found.sha256, bytes: found.bytes });
    return found;
  };
  return async (hash: string, format: ExportFormat, asked: TargetSettings): Promise<TargetStory> => {
    for (let attempt = 1; ; attempt += 1) {
      const yields = attempt <= patience;
      const { version } = engine.versionOf(hash);
      const project = engine.project(hash);
      const { settings, gone } = ofBoardsThatAre(project, asked);
      const isAsItWas = (): boolean => !yields || engine.versionOf(hash).version === version;
      const checks = checkInSteps(project, format, { ...settings, locales: targetLocales(project, settings) });
      const checked = await inTurns(checks, yields);
      if (!isAsItWas()) continue;
      const findings = [...gone, ...checked.last];
      const refused = format !== 'json' && findings.some(({ severity }) => severity === 'error');
      if (refused) return { version, files: [], findings };
      const assets = settings.assets ? targetAssets(project, format, (file) => find(hash, file)) : none;
      const texts = await inTurns(eachTargetFile(project, format, settings, assets.names), yields);
      if (isAsItWas()) return { version, files: [...assets.files, ...texts.each], findings: [...findings, ...assets.findings] };
    }
  };
}

/** Chosen boards may be deleted later: the others are written. Without any of them nothing is left that was wanted. */
function ofBoardsThatAre(project: Project, asked: TargetSettings): { settings: TargetSettings; gone: readonly Finding[] } {
  const boardIds = asked.boardIds.filter((id) => project.find('board', id));
  if (boardIds.length === asked.boardIds.length) return { settings: asked, gone: [] };
  if (boardIds.length === 0)
    throw new Problem('invalid', 'None of the boards chosen for this target is left. Choose others in its settings.');
  const message = 'Boards chosen for this target have been deleted: the others are written.';
  return {
    settings: { ...asked, boardIds },
    gone: [{ severity: 'warning', rule: 'board-gone', message, kind: 'project', id: PROJECT }],
  };
}

/**
 * Others have their turn between the steps. They may change the story: then what there is does not fit together, but what was kept of it makes the next
 * attempt short.
 */
async function inTurns<T, R>(steps: Generator<T, R>, yields: boolean): Promise<{ each: NonNullable<T>[]; last: R }> {
  const each: NonNullable<T>[] = [];
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return { each, last: step.value };
    if (step.value != null) each.push(step.value);
    if (yields) await nextTurn();
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
