/** Scripts that no interpreter reads, and names in them that mean nothing. */
import type { Fix } from '../../../shared/findings.ts';
import type { StoryRecord } from '../../../shared/kinds/all.ts';
import type { ScriptFault } from '../../../shared/script/fault.ts';
import { type Names, namesIn } from '../../../shared/script/names-in.ts';
import { parseCondition, parseContent } from '../../../shared/script/parse-content.ts';
import { checkSentences, recordNames } from '../../../shared/words/en/check.ts';
import type { Cells } from '../locales.ts';
import type { About, Checking } from './checking.ts';

/** What a script says, read once: records never change, and most stories are checked again after every change. */
type Read = { readonly text: string; readonly faults: readonly ScriptFault[]; readonly names: Names | null };
const contentsRead = new WeakMap<object, Read>();
const conditionsRead = new WeakMap<object, Read>();

export function checkElementScripts(checking: Checking, element: StoryRecord<'element'>): void {
  checkTexts(checking, element, element.content, () => checking.element(element));
}

export function checkLabelScripts(checking: Checking, connection: StoryRecord<'connection'>): void {
  checkTexts(checking, connection, connection.label, () => checking.connection(connection));
}

/** [Exports] The branch is what one clicks on. */
export function checkConditionScript(checking: Checking, condition: StoryRecord<'condition'>): void {
  const { branchId, role, script } = condition;
  if (role === 'else') return;
  const place = (): string => recordNames.condition[role](checking.board(checking.project.find('branch', branchId)?.boardId ?? ''));
  const branch = { kind: 'branch', id: branchId } as const;
  if (script === null || script.trim() === '') {
    checking.warn('empty-condition', branch, checkSentences.emptyCondition(place()));
    return;
  }
  const { faults, names } = readScript(conditionsRead, condition, script, parsedCondition);
  // The importers run such a condition as a statement, so it is no error, but hardly what was meant.
  if (faults.length > 0 && parseContent(`<pre><code>${script}</code></pre>`).ok) {
    checking.warn('sets-in-condition', branch, checkSentences.setsInCondition(place(), script), comparing(condition));
    return;
  }
  for (const { message } of faults) checking.refuse('script', branch, checkSentences.script.condition(place(), message));
  if (names) checkNames(checking, branch, names, place);
}

/** A plain `=` between two values becomes `==`. */
function comparing({ id, script }: StoryRecord<'condition'>): Fix | undefined {
  const compared = script?.replace(/^([^=]*[^=+\-*/%!<>\s]\s*)=(?!=)/, '$1==') ?? '';
  if (compared === script || !parseCondition(compared).ok) return undefined;
  return { label: checkSentences.fixes.compare, command: { do: 'change', kind: 'condition', id, fields: { script: compared } } };
}

function checkTexts(checking: Checking, record: About, cells: Cells, place: () => string): void {
  for (const iso of checking.languages) {
    const cell = checking.cell(cells, iso);
    if (!cell.text?.includes('<code') || isSaidBefore(checking, cells, iso, cell.text)) continue;
    const { faults, names } = readScript(contentsRead, cell, cell.text, parsedContent);
    const language = checking.languages.length > 1 ? checking.languageName(iso) : null;
    for (const { message, block, line } of faults)
      checking.refuse('script', record, checkSentences.script.content(place(), language, block + 1, line, message));
    if (names) checkNames(checking, record, names, place);
  }
}

/** Scripts mostly stay the same in a translation; each fault is told once. */
function isSaidBefore(checking: Checking, cells: Cells, iso: string, text: string): boolean {
  const { languages } = checking;
  return languages.slice(0, languages.indexOf(iso)).some((earlier) => checking.cell(cells, earlier).text === text);
}

function checkNames(checking: Checking, about: About, { variables, mentions }: Names, place: () => string): void {
  const { project } = checking;
  for (const { scope, name } of variables) {
    const full = scope === null ? name : `${scope}.${name}`;
    const owner = scope === null ? undefined : project.holderOf(`scope:${scope}`);
    const isKnown =
      scope === null ? project.holderOf(`variable:${name}`) : owner !== undefined && project.holderOf(`variable:${owner}:${name}`);
    if (!isKnown) checking.warn('unknown-variable', about, checkSentences.unknownVariable(place(), full));
  }
  for (const id of mentions)
    if (!project.find('element', id)) checking.warn('unknown-element', about, checkSentences.unknownElement(place()));
}

function readScript(read: WeakMap<object, Read>, owner: object, text: string, parse: (text: string) => Omit<Read, 'text'>): Read {
  const known = read.get(owner);
  if (known?.text === text) return known;
  const made = { text, ...parse(text) };
  read.set(owner, made);
  return made;
}

function parsedContent(html: string): Omit<Read, 'text'> {
  const parsed = parseContent(html);
  return parsed.ok ? { faults: [], names: namesIn(parsed.program) } : { faults: parsed.faults, names: null };
}

function parsedCondition(script: string): Omit<Read, 'text'> {
  const parsed = parseCondition(script);
  return parsed.ok ? { faults: [], names: namesIn(parsed.condition) } : { faults: parsed.faults, names: null };
}
