/** Scripts that no interpreter reads, and names in them that mean nothing. */
import type { QuickFix } from '../../../shared/contracts/findings.ts';
import { checkMessages, recordNameMessages } from '../../../shared/messages/en/check.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { parseCondition, parseContent } from '../../../shared/script/parse-content.ts';
import { findReferencedNames, type ReferencedNames } from '../../../shared/script/referenced-names.ts';
import type { ScriptDiagnostic } from '../../../shared/script/script-diagnostic.ts';
import type { LocalizedField } from '../language-selection.ts';
import type { CheckContext, FindingSubject } from './check-context.ts';

/** What a script says, read once: records never change, and most stories are checked again after every change. */
type ParsedScript = { readonly text: string; readonly faults: readonly ScriptDiagnostic[]; readonly names: ReferencedNames | null };
const contentScripts = new WeakMap<object, ParsedScript>();
const conditionScripts = new WeakMap<object, ParsedScript>();

export function checkElementScripts(checking: CheckContext, element: StoryRecord<'element'>): void {
  checkTexts(checking, element, element.content, () => checking.elementName(element));
}

export function checkLabelScripts(checking: CheckContext, connection: StoryRecord<'connection'>): void {
  checkTexts(checking, connection, connection.label, () => checking.connectionName(connection));
}

/** [Exports] The branch is what one clicks on. */
export function checkConditionScript(checking: CheckContext, condition: StoryRecord<'condition'>): void {
  const { branchId, role, script } = condition;
  if (role === 'else') return;
  const place = (): string =>
    recordNameMessages.condition[role](checking.boardName(checking.project.find('branch', branchId)?.boardId ?? ''));
  const branch = { kind: 'branch', id: branchId } as const;
  if (script === null || script.trim() === '') {
    checking.warn('empty-condition', branch, checkMessages.emptyCondition(place()));
    return;
  }
  const { faults, names } = parseCached(conditionScripts, condition, script, parseConditionScript);
  // The importers run such a condition as a statement, so it is no error, but hardly what was meant.
  if (faults.length > 0 && parseContent(`<pre><code>${script}</code></pre>`).ok) {
    checking.warn('sets-in-condition', branch, checkMessages.setsInCondition(place(), script), comparisonFix(condition));
    return;
  }
  for (const { message } of faults) checking.reportImporterError('script', branch, checkMessages.script.condition(place(), message));
  if (names) checkNames(checking, branch, names, place);
}

/** A plain `=` between two values becomes `==`. */
function comparisonFix({ id, script }: StoryRecord<'condition'>): QuickFix | undefined {
  const compared = script?.replace(/^([^=]*[^=+\-*/%!<>\s]\s*)=(?!=)/, '$1==') ?? '';
  if (compared === script || !parseCondition(compared).ok) return undefined;
  return { label: checkMessages.fixes.compare, command: { do: 'change', kind: 'condition', id, fields: { script: compared } } };
}

function checkTexts(checking: CheckContext, record: FindingSubject, cells: LocalizedField, place: () => string): void {
  for (const iso of checking.languages) {
    const cell = checking.localizedValue(cells, iso);
    if (!cell.text?.includes('<code') || isReportedBefore(checking, cells, iso, cell.text)) continue;
    const { faults, names } = parseCached(contentScripts, cell, cell.text, parseContentScripts);
    const language = checking.languages.length > 1 ? checking.languageName(iso) : null;
    for (const { message, block, line } of faults)
      checking.reportImporterError('script', record, checkMessages.script.content(place(), language, block + 1, line, message));
    if (names) checkNames(checking, record, names, place);
  }
}

/** Scripts mostly stay the same in a translation; each fault is told once. */
function isReportedBefore(checking: CheckContext, cells: LocalizedField, iso: string, text: string): boolean {
  const { languages } = checking;
  return languages.slice(0, languages.indexOf(iso)).some((earlier) => checking.localizedValue(cells, earlier).text === text);
}

function checkNames(checking: CheckContext, about: FindingSubject, { variables, mentions }: ReferencedNames, place: () => string): void {
  const { project } = checking;
  for (const { scope, name } of variables) {
    const full = scope === null ? name : `${scope}.${name}`;
    const owner = scope === null ? undefined : project.recordIdByUniqueKey(`scope:${scope}`);
    const isKnown =
      scope === null
        ? project.recordIdByUniqueKey(`variable:${name}`)
        : owner !== undefined && project.recordIdByUniqueKey(`variable:${owner}:${name}`);
    if (!isKnown) checking.warn('unknown-variable', about, checkMessages.unknownVariable(place(), full));
  }
  for (const id of mentions)
    if (!project.find('element', id)) checking.warn('unknown-element', about, checkMessages.unknownElement(place()));
}

function parseCached(
  read: WeakMap<object, ParsedScript>,
  owner: object,
  text: string,
  parse: (text: string) => Omit<ParsedScript, 'text'>,
): ParsedScript {
  const known = read.get(owner);
  if (known?.text === text) return known;
  const made = { text, ...parse(text) };
  read.set(owner, made);
  return made;
}

function parseContentScripts(html: string): Omit<ParsedScript, 'text'> {
  const parsed = parseContent(html);
  return parsed.ok ? { faults: [], names: findReferencedNames(parsed.program) } : { faults: parsed.diagnostics, names: null };
}

function parseConditionScript(script: string): Omit<ParsedScript, 'text'> {
  const parsed = parseCondition(script);
  return parsed.ok ? { faults: [], names: findReferencedNames(parsed.condition) } : { faults: parsed.diagnostics, names: null };
}
