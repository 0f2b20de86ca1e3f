/**
 * Which variables the scripts of a story speak of, and where: `oil` for a global one, `maren.trust` for one of a component or board.
 * A script that does not parse is read word by word: it is in the making and will still want its variables. Pure but for what it remembers.
 */
import { isReservedWord } from '../../../shared/model/identifiers.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { textsOfRecord } from '../../../shared/model/references.ts';
import { parseBlocks } from '../../../shared/rich-text/blocks.ts';
import { parseConditionSource, type ScriptSource } from '../../../shared/rich-text/script-source.ts';
import { parseCondition, parseContent } from '../../../shared/script/parse-content.ts';
import { findReferencedNames } from '../../../shared/script/referenced-names.ts';

/** By the name of a variable the ids of the elements, connections and conditions whose scripts use it. */
export type VariableUsages = ReadonlyMap<string, readonly string[]>;

/** So many texts are parsed before the screen has its turn: some 15 milliseconds' worth. */
const TEXTS_PER_SLICE = 25;
const namesCache = new WeakMap<AnyRecord, readonly string[]>();
const noNames: readonly string[] = [];

/** `rest` gives the screen a turn; when `going` says no, null is given. */
export async function findVariableUsages(
  project: Project,
  rest: () => Promise<void>,
  going: () => boolean,
): Promise<VariableUsages | null> {
  const uses = new Map<string, string[]>();
  let parsed = 0;
  for (const record of [...project.records()]) {
    if (!namesCache.has(record) && hasScripts(record) && ++parsed % TEXTS_PER_SLICE === 0) {
      await rest();
      if (!going()) return null;
    }
    for (const name of variablesOfRecord(record)) {
      const ids = uses.get(name);
      if (ids) ids.push(record.id);
      else uses.set(name, [record.id]);
    }
  }
  return uses;
}

const hasScripts = ({ kind }: AnyRecord): boolean => kind === 'element' || kind === 'connection' || kind === 'condition';

/** The variables in the scripts of one record, each once. */
export function variablesOfRecord(record: AnyRecord): readonly string[] {
  if (!hasScripts(record)) return noNames;
  const known = namesCache.get(record);
  if (known) return known;
  const names = new Set<string>();
  for (const { text, rule } of textsOfRecord(record))
    for (const name of rule.format === 'script' ? variablesInCondition(text) : text.includes('<code') ? variablesInContent(text) : noNames)
      names.add(name);
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

/** Every word that could name a variable: not in quotes, no mention, no word of the language. */
function identifiersIn({ text: source, mentions }: ScriptSource): string[] {
  let text = source;
  for (const { start, end } of mentions) text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
  const words = text.replace(/"[^"\n]*"|'[^'\n]*'/g, ' ').matchAll(/(?<![\w$.])(?:([A-Za-z$]\w*)\s*\.\s*)?([A-Za-z$_]\w*)/g);
  return [...words].flatMap(([, scope, name = '']) => (isReservedWord(name) ? [] : [scope === undefined ? name : `${scope}.${name}`]));
}
