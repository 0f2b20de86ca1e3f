/**
 * Which variables the scripts of a story use, and where: `oil` for a global one, `maren.trust` for one of a component or board. A script with
 * syntax errors is scanned word by word, because it is probably being edited and still needs its variables. Pure, apart from the cache.
 */

import { addToList } from '../../../shared/lists.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { textsOfRecord } from '../../../shared/model/references.ts';
import { parseBlocks } from '../../../shared/rich-text/blocks.ts';
import { parseConditionSource, type ScriptSource } from '../../../shared/rich-text/script-source.ts';
import { isReservedWord } from '../../../shared/script/identifiers.ts';
import { parseCondition, parseContent } from '../../../shared/script/parse-content.ts';
import { findReferencedNames } from '../../../shared/script/referenced-names.ts';
import { t } from '../../messages/translate.ts';
import { useRevisedProject } from '../../state/open-project.ts';
import { useDerived } from '../../state/revised.ts';
import { yieldToMain } from '../../state/run-in-slices.ts';
import { describeRecord } from '../names/describe-record.ts';
import type { RecordUsage } from '../names/record-usage.ts';

/** By variable name: the ids of the elements, connections and conditions whose scripts use it. */
export type VariableUsages = ReadonlyMap<string, readonly string[]>;

/** Texts parsed before yielding to the browser: about 15 milliseconds. */
const textsPerSlice = 25;
const namesCache = new WeakMap<AnyRecord, readonly string[]>();
const noNames: readonly string[] = [];

/** `pause` yields to the browser. Returns null once `isCurrent` returns false. */
export async function findVariableUsages(
  project: Project,
  pause: () => Promise<void>,
  isCurrent: () => boolean,
): Promise<VariableUsages | null> {
  const uses = new Map<string, string[]>();
  let parsed = 0;
  for (const record of [...project.records()]) {
    if (!namesCache.has(record) && hasScripts(record) && ++parsed % textsPerSlice === 0) {
      await pause();
      if (!isCurrent()) return null;
    }
    for (const name of variablesOfRecord(record)) {
      addToList(uses, name, record.id);
    }
  }
  return uses;
}

const hasScripts = ({ kind }: AnyRecord): boolean => kind === 'element' || kind === 'connection' || kind === 'condition';

/** The names of the variables in the scripts of a record, each once. */
export function variablesOfRecord(record: AnyRecord): readonly string[] {
  if (!hasScripts(record)) return noNames;
  const cached = namesCache.get(record);
  if (cached) return cached;
  const names = new Set<string>();
  for (const { text, rule } of textsOfRecord(record)) {
    if (rule.format === 'script') for (const name of variablesInCondition(text)) names.add(name);
    // Most texts contain no script: they are not parsed.
    else if (text.includes('<code')) for (const name of variablesInContent(text)) names.add(name);
  }
  const found = names.size === 0 ? noNames : [...names];
  namesCache.set(record, found);
  return found;
}

function variablesInCondition(script: string): string[] {
  const parsed = parseCondition(script);
  return parsed.ok ? toVariableNames(findReferencedNames(parsed.condition).variables) : identifiersIn(parseConditionSource(script));
}

function variablesInContent(html: string): string[] {
  const parsed = parseContent(html);
  if (parsed.ok) return toVariableNames(findReferencedNames(parsed.program).variables);
  return parseBlocks(html).flatMap((block) => (block.type === 'script' ? identifiersIn(block.source) : []));
}

const toVariableNames = (variables: readonly { scope: string | null; name: string }[]): string[] =>
  variables.map(({ scope, name }) => (scope === null ? name : `${scope}.${name}`));

/** Every word that could be a variable: outside strings and mentions, and not a keyword. */
function identifiersIn({ text: source, mentions }: ScriptSource): string[] {
  let text = '';
  for (const { start, end } of mentions) text += source.slice(text.length, start) + ' '.repeat(end - start);
  text += source.slice(text.length);
  const matches = text.replace(/"[^"\n]*"|'[^'\n]*'/g, ' ').matchAll(/(?<![\w$.])(?:([A-Za-z$]\w*)\s*\.\s*)?([A-Za-z$_]\w*)/g);
  return [...matches].flatMap(([, scope, name = '']) => (isReservedWord(name) ? [] : [scope === undefined ? name : `${scope}.${name}`]));
}

const findInSlices = (project: Project, isCurrent: () => boolean) => findVariableUsages(project, yieldToMain, isCurrent);

/** The usages of variables for components: computed in slices, and again when the story changes. Null while they are computed for the first time. */
export const useVariableUsages = (): VariableUsages | null => useDerived(useRevisedProject(), findInSlices);

const usageMessages = (): Readonly<Record<string, string>> => ({
  element: t('scriptUse.script'),
  connection: t('scriptUse.labelScript'),
  condition: t('scriptUse.condition'),
});

/** The usages of a variable as text; for a name that ends with a dot (`maren.`), those of any variable of that owner. */
export function findVariableUsers(project: Project, uses: VariableUsages, name: string): RecordUsage[] {
  const ids = new Set(
    name.endsWith('.') ? [...uses].flatMap(([each, users]) => (each.startsWith(name) ? users : [])) : (uses.get(name) ?? []),
  );
  return [...ids].flatMap((id) => {
    const kind = project.get(id)?.kind;
    return kind === undefined ? [] : [{ id, who: describeRecord(project, id), how: usageMessages()[kind] ?? '' }];
  });
}
