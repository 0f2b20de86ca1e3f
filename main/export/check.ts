/** What is to be said of a story before it is exported. It never stops anything itself and changes nothing. */
import type { ExportFormat, Finding } from '../../shared/findings.ts';
import type { Project } from '../../shared/project.ts';
import { Checking, wholeStory } from './check/checking.ts';
import { checkBlocks, checkComponentCover } from './check/engine-limits.ts';
import { checkConditionScript, checkElementScripts, checkLabelScripts } from './check/scripts.ts';
import { checkComponentTranslation, checkConnectionTranslation, checkElementTranslation } from './check/translations.ts';
import { checkBranch, checkJumper, checkReach } from './check/ways.ts';

/**
 * [Exports] An error is only what the engine's importer would throw on and the export cannot write around: no start, a script its grammar refuses.
 * Without an engine: what any of them would throw on. `locales` are the languages that are exported, all without it. Errors come first; then by rule
 * and id, so that the same story always says the same.
 */
export function checkStory(project: Project, engine?: ExportFormat, locales?: readonly string[]): Finding[] {
  const checking = new Checking(project, engine, locales ?? project.root.locales.map(({ iso }) => iso));
  const start = project.root.startingElement;
  if (start === null || !project.has(start))
    checking.refuse('missing-start', wholeStory, 'The story has no starting element: choose the element it begins with.');
  for (const { kind, id } of project.records()) checkRecord(checking, kind, id);
  checkReach(checking);
  return checking.findings.sort(inOrder);
}

function checkRecord(checking: Checking, kind: string, id: string): void {
  const { project } = checking;
  if (kind === 'element') {
    const element = project.find('element', id);
    if (!element) return;
    checkElementScripts(checking, element);
    checkElementTranslation(checking, element);
    checkBlocks(checking, element);
  } else if (kind === 'connection') {
    const connection = project.find('connection', id);
    if (!connection) return;
    checkLabelScripts(checking, connection);
    checkConnectionTranslation(checking, connection);
  } else if (kind === 'component') {
    const component = project.find('component', id);
    if (!component) return;
    checkComponentTranslation(checking, component);
    checkComponentCover(checking, component);
  } else if (kind === 'condition') {
    const condition = project.find('condition', id);
    if (condition) checkConditionScript(checking, condition);
  } else if (kind === 'jumper') {
    const jumper = project.find('jumper', id);
    if (jumper) checkJumper(checking, jumper);
  } else if (kind === 'branch') {
    const branch = project.find('branch', id);
    if (branch) checkBranch(checking, branch);
  }
}

const severities: readonly Finding['severity'][] = ['error', 'warning', 'hint'];

function inOrder(one: Finding, two: Finding): number {
  const bySeverity = severities.indexOf(one.severity) - severities.indexOf(two.severity);
  if (bySeverity !== 0) return bySeverity;
  if (one.rule !== two.rule) return one.rule < two.rule ? -1 : 1;
  return one.id < two.id ? -1 : one.id > two.id ? 1 : 0;
}
