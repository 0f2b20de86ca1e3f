/** What is to be said of a story before it is exported. It never stops anything itself and changes nothing. */
import type { ExportFormat, Finding } from '../../shared/findings.ts';
import type { Project } from '../../shared/project.ts';
import { checkAssetNames } from './check/asset-names.ts';
import { Checking, type CheckOptions } from './check/checking.ts';
import { checkRecord } from './check/record-rules.ts';
import { checkStart } from './check/start.ts';
import { checkReach } from './check/ways.ts';

/**
 * [Exports] An error is only what the engine's importer would throw on and the export cannot write around: no start, a script its grammar refuses.
 * Without an engine: what any of them would throw on. Errors come first; then by rule and id, so that the same story always says the same.
 */
export function checkStory(project: Project, engine?: ExportFormat, options: CheckOptions = {}): Finding[] {
  const checking = new Checking(project, engine, options);
  checkStart(checking);
  for (const record of project.records()) checkRecord(checking, record);
  checkAssetNames(checking);
  checkReach(checking);
  return checking.take().sort(inOrder);
}

const severities: readonly Finding['severity'][] = ['error', 'warning', 'hint'];

function inOrder(one: Finding, two: Finding): number {
  const bySeverity = severities.indexOf(one.severity) - severities.indexOf(two.severity);
  if (bySeverity !== 0) return bySeverity;
  if (one.rule !== two.rule) return one.rule < two.rule ? -1 : 1;
  if (one.id !== two.id) return one.id < two.id ? -1 : 1;
  if (one.message !== two.message) return one.message < two.message ? -1 : 1;
  // Two attributes without a name, on one board: only what mends them differs.
  return JSON.stringify(one.fix ?? null) < JSON.stringify(two.fix ?? null) ? -1 : 1;
}
