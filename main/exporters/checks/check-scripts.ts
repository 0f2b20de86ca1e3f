/** Scripts that no interpreter can parse, and names in scripts that are not defined. */
import type { QuickFix } from '../../../shared/contracts/findings.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { parseCondition, parseContent } from '../../../shared/script/parse-content.ts';
import type { ReferencedNames } from '../../../shared/script/referenced-names.ts';
import type { SourcePosition } from '../../../shared/script/syntax.ts';
import type { LocalizedValues } from '../language-selection.ts';
import type { CheckContext, FindingSubject, RecordName } from './check-context.ts';
import { checkConditionForEngine, checkTextForEngine } from './check-engine-scripts.ts';
import { maxScriptLength, parseConditionOnce, parseContentOnce } from './parsed-scripts.ts';

export function checkElementScripts(checking: CheckContext, element: StoryRecord<'element'>): void {
  checkTexts(checking, element, 'content', element.content, () => checking.elementName(element));
}

export function checkLabelScripts(checking: CheckContext, connection: StoryRecord<'connection'>): void {
  checkTexts(checking, connection, 'label', connection.label, () => checking.connectionName(connection));
}

/** [Exports] The finding is about the branch, which the window can show. */
export function checkConditionScript(checking: CheckContext, condition: StoryRecord<'condition'>): void {
  const { branchId, role, script } = condition;
  if (role === 'else') return;
  const name = (): RecordName =>
    message('check.name.condition', {
      path: role,
      board: checking.boardLocation(checking.project.find('branch', branchId)?.boardId ?? ''),
    });
  const branch = { kind: 'branch', id: branchId } as const;
  if (script === null || script.trim() === '') {
    checking.warn('empty-condition', branch, message('check.condition.empty', { condition: name() }));
    return;
  }
  const { isTooLong, faults, names, script: parsed } = parseConditionOnce(script);
  if (isTooLong) checking.warn('script-too-long', branch, tooLongMessage(name()));
  // The importers read such a condition, but the game stops when it asks for its truth.
  if (faults.length > 0 && parseContent(`<pre><code>${script}</code></pre>`).ok) {
    const text = message('check.condition.assignment', { condition: name(), script });
    checking.reportGameStop('sets-in-condition', branch, text, comparisonFix(condition));
    return;
  }
  for (const { message: fault } of faults)
    checking.reportImporterError('script', branch, message('check.script.inCondition', { condition: name(), fault }));
  if (!names || !parsed) return;
  const areNamesKnown = checkNames(checking, branch, names, name);
  checkConditionForEngine(checking, condition, { text: script, script: parsed, about: branch, name, areNamesKnown });
}

/** A plain `=` between two values becomes `==`. */
function comparisonFix({ id, script }: StoryRecord<'condition'>): QuickFix | undefined {
  const compared = script?.replace(/^([^=]*[^=+\-*/%!<>\s]\s*)=(?!=)/, '$1==') ?? '';
  if (compared === script || !parseCondition(compared).ok) return undefined;
  return { label: message('check.fix.compare'), command: { do: 'change', kind: 'condition', id, fields: { script: compared } } };
}

function checkTexts(
  checking: CheckContext,
  record: FindingSubject,
  field: 'content' | 'label',
  texts: LocalizedValues,
  place: () => RecordName,
): void {
  for (const iso of checking.languages) {
    const value = checking.localizedValue(texts, iso);
    if (!value.text?.includes('<code') || isReportedBefore(checking, texts, iso, value.text)) continue;
    const { isTooLong, faults, names, script } = parseContentOnce(value.text);
    if (isTooLong) checking.warn('script-too-long', record, tooLongMessage(place()));
    const describe = (fault: Message, { block, line }: SourcePosition): Message => {
      const at = { block: block + 1, line, fault };
      return checking.languages.length > 1
        ? message('check.script.inTranslation', { place: place(), language: checking.languageName(iso), ...at })
        : message('check.script.inText', { place: place(), ...at });
    };
    for (const fault of faults) checking.reportImporterError('script', record, describe(fault.message, fault));
    if (!names || !script) continue;
    const areNamesKnown = checkNames(checking, record, names, place);
    checkTextForEngine(checking, { record, field, texts, iso, html: value.text, script, describe, areNamesKnown });
  }
}

const tooLongMessage = (place: RecordName): Message => message('check.script.tooLong', { place, maximum: maxScriptLength });

/** Most scripts are the same in all translations; each fault is reported once. */
function isReportedBefore(checking: CheckContext, texts: LocalizedValues, iso: string, text: string): boolean {
  const { languages } = checking;
  return languages.slice(0, languages.indexOf(iso)).some((earlier) => checking.localizedValue(texts, earlier).text === text);
}

/** Whether all names in a script are known. Each one that is not is reported: every interpreter looks them up before it runs anything. */
function checkNames(
  checking: CheckContext,
  about: FindingSubject,
  { variables, mentions }: ReferencedNames,
  place: () => RecordName,
): boolean {
  const { project } = checking;
  const unknown = variables.filter(({ scope, name }) => !isVariable(project, scope, name));
  for (const { scope, name } of unknown) {
    const full = scope === null ? name : `${scope}.${name}`;
    checking.reportGameStop('unknown-variable', about, message('check.script.unknownVariable', { place: place(), name: full }));
  }
  const missingElements = mentions.filter(({ id }) => !project.find('element', id));
  for (const _mention of missingElements)
    checking.reportGameStop('unknown-element', about, message('check.script.missingElement', { place: place() }));
  return unknown.length === 0 && missingElements.length === 0;
}

function isVariable(project: Project, scope: string | null, name: string): boolean {
  if (scope === null) return project.recordIdByUniqueKey(`variable:${name}`) !== undefined;
  const owner = project.recordIdByUniqueKey(`scope:${scope}`);
  return owner !== undefined && project.recordIdByUniqueKey(`variable:${owner}:${name}`) !== undefined;
}
