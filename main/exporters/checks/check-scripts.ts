/** Finds scripts that no interpreter can parse, and undefined names in scripts. */
import type { QuickFix } from '../../../shared/contracts/findings.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { parseCondition, parseContent } from '../../../shared/script/parse-content.ts';
import type { ReferencedNames } from '../../../shared/script/referenced-names.ts';
import type { SourcePosition, VariableReference } from '../../../shared/script/syntax.ts';
import type { LocalizedValues } from '../../story-format/story-selection.ts';
import type { CheckContext, FindingSubject, RecordName } from './check-context.ts';
import { checkConditionForEngine, checkTextForEngine } from './check-engine-scripts.ts';
import { maxScriptLength, parseConditionOnce, parseContentOnce } from './parsed-scripts.ts';

export function checkElementScripts(context: CheckContext, element: StoryRecord<'element'>): void {
  checkTexts(context, element, 'content', element.content, () => context.elementName(element));
}

export function checkLabelScripts(context: CheckContext, connection: StoryRecord<'connection'>): void {
  checkTexts(context, connection, 'label', connection.label, () => context.connectionName(connection));
}

/** [Exports] the finding is about the branch, which the window can show. */
export function checkConditionScript(context: CheckContext, condition: StoryRecord<'condition'>): void {
  const { branchId, role, script } = condition;
  if (role === 'else') return;
  const name = (): RecordName =>
    message('check.name.condition', {
      path: role,
      board: context.boardLocation(context.project.find('branch', branchId)?.boardId ?? ''),
    });
  const branch = { kind: 'branch', id: branchId } as const;
  if (script === null || script.trim() === '') {
    context.warn('empty-condition', branch, message('check.condition.empty', { condition: name() }));
    return;
  }
  const { isTooLong, faults, names, script: parsed } = parseConditionOnce(script);
  if (isTooLong) context.warn('script-too-long', branch, tooLongMessage(name()));
  // The importers accept such a condition, but the game stops when it evaluates it.
  if (faults.length > 0 && parseContent(`<pre><code>${script}</code></pre>`).ok) {
    const text = message('check.condition.assignment', { condition: name(), script });
    context.reportGameStop('sets-in-condition', branch, text, comparisonFix(condition));
    return;
  }
  for (const { message: fault } of faults)
    context.reportImporterError('script', branch, message('check.script.inCondition', { condition: name(), fault }));
  if (!names || !parsed) return;
  const areNamesKnown = checkNames(context, branch, names, name);
  checkConditionForEngine(context, condition, { text: script, script: parsed, about: branch, name, areNamesKnown });
}

/** Replaces a plain `=` between two values by `==`. */
function comparisonFix({ id, script }: StoryRecord<'condition'>): QuickFix | undefined {
  const compared = script?.replace(/^([^=]*[^=+\-*/%!<>\s]\s*)=(?!=)/, '$1==') ?? '';
  if (compared === script || !parseCondition(compared).ok) return undefined;
  return { label: message('check.fix.compare'), command: { do: 'change', kind: 'condition', id, fields: { script: compared } } };
}

function checkTexts(
  context: CheckContext,
  record: FindingSubject,
  field: 'content' | 'label',
  texts: LocalizedValues,
  place: () => RecordName,
): void {
  for (const iso of context.languages) {
    const value = context.localizedValue(texts, iso);
    if (!value.text?.includes('<code') || isReportedBefore(context, texts, iso, value.text)) continue;
    const { isTooLong, faults, names, script } = parseContentOnce(value.text);
    if (isTooLong) context.warn('script-too-long', record, tooLongMessage(place()));
    const describe = (fault: Message, { block, line }: SourcePosition): Message => {
      const at = { block: block + 1, line, fault };
      return context.languages.length > 1
        ? message('check.script.inTranslation', { place: place(), language: context.languageName(iso), ...at })
        : message('check.script.inText', { place: place(), ...at });
    };
    for (const fault of faults) context.reportImporterError('script', record, describe(fault.message, fault));
    if (!names || !script) continue;
    const areNamesKnown = checkNames(context, record, names, place);
    checkTextForEngine(context, { record, field, texts, iso, html: value.text, script, describe, areNamesKnown });
  }
}

const tooLongMessage = (place: RecordName): Message => message('check.script.tooLong', { place, maximum: maxScriptLength });

/** Whether the same fault was already reported for another language: most scripts are the same in all translations. */
function isReportedBefore(context: CheckContext, texts: LocalizedValues, iso: string, text: string): boolean {
  const { languages } = context;
  return languages.slice(0, languages.indexOf(iso)).some((earlier) => context.localizedValue(texts, earlier).text === text);
}

/**
 * Reports each name in a script that is unknown in the export, and returns whether all are known. Every interpreter looks names up before
 * it runs anything. [G17] an export of some boards contains neither the variables nor the elements of the other boards.
 */
function checkNames(
  context: CheckContext,
  about: FindingSubject,
  { variables, mentions }: ReferencedNames,
  place: () => RecordName,
): boolean {
  const unknownVariables = variables.flatMap((variable) => faultOfVariable(context, variable, place) ?? []);
  for (const text of unknownVariables) context.reportGameStop('unknown-variable', about, text);
  const unknownElements = mentions.flatMap(({ id }) => faultOfElement(context, id, place) ?? []);
  for (const text of unknownElements) context.reportGameStop('unknown-element', about, text);
  return unknownVariables.length === 0 && unknownElements.length === 0;
}

function faultOfVariable(
  context: CheckContext,
  { scope, name }: Pick<VariableReference, 'scope' | 'name'>,
  place: () => RecordName,
): Message | undefined {
  const { project, boards } = context;
  const owner = scope === null ? null : project.recordIdByUniqueKey(`scope:${scope}`);
  const fullName = scope === null ? name : `${scope}.${name}`;
  if (owner === undefined || project.recordIdByUniqueKey(owner === null ? `variable:${name}` : `variable:${owner}:${name}`) === undefined)
    return message('check.script.unknownVariable', { place: place(), name: fullName });
  if (owner === null || !project.find('board', owner) || boards.has(owner)) return undefined;
  return message('check.script.variableNotExported', { place: place(), name: fullName, board: context.boardLocation(owner) });
}

function faultOfElement(context: CheckContext, id: string, place: () => RecordName): Message | undefined {
  const element = context.project.find('element', id);
  if (!element) return message('check.script.missingElement', { place: place() });
  if (context.boards.has(element.boardId)) return undefined;
  return message('check.script.elementNotExported', { place: place(), board: context.boardLocation(element.boardId) });
}
