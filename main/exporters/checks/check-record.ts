/** The findings of a single record, whether or not the story reaches it. */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { CheckContext } from './check-context.ts';
import { checkBranch, checkJumper } from './check-paths.ts';
import { checkMentions, checkReferences } from './check-references.ts';
import { checkConditionScript, checkElementScripts, checkLabelScripts } from './check-scripts.ts';
import { checkComponentTranslation, checkConnectionTranslation, checkElementTranslation } from './check-translations.ts';

export function checkRecord(context: CheckContext, record: AnyRecord): void {
  const { project, boards } = context;
  const { kind, id } = record;
  // [G17] items of a board that is not exported are not checked.
  if (kind === 'comment' || kind === 'reply' || !boards.includes(record)) return;
  checkReferences(context, record);
  checkMentions(context, record);
  for (const check of context.exporter?.recordChecks ?? []) check(context, record);
  if (kind === 'element') {
    const element = project.find('element', id);
    if (!element) return;
    checkElementScripts(context, element);
    checkElementTranslation(context, element);
  } else if (kind === 'connection') {
    const connection = project.find('connection', id);
    if (!connection) return;
    checkLabelScripts(context, connection);
    checkConnectionTranslation(context, connection);
  } else if (kind === 'component') {
    const component = project.find('component', id);
    if (!component) return;
    checkComponentTranslation(context, component);
  } else if (kind === 'condition') {
    const condition = project.find('condition', id);
    if (condition) checkConditionScript(context, condition);
  } else if (kind === 'jumper') {
    const jumper = project.find('jumper', id);
    if (jumper) checkJumper(context, jumper);
  } else if (kind === 'branch') {
    const branch = project.find('branch', id);
    if (branch) checkBranch(context, branch);
  }
}
