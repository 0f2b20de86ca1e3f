/**
 * Which variables the scripts of a story speak of, and where: `oil` for a global one, `maren.trust` for one of a component or board.
 * A script that does not parse is read word by word: it is in the making and will still want its variables. Pure but for what it remembers.
 */
import { isReserved } from '../../shared/identifiers.ts';
import type { AnyRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import { textsOf } from '../../shared/references.ts';
import { blocksOf } from '../../shared/rich-text/blocks.ts';
import { type Code, codeOfCondition } from '../../shared/rich-text/code.ts';
import { namesIn } from '../../shared/script/names-in.ts';
import { parseCondition, parseContent } from '../../shared/script/parse-content.ts';

/** By the name of a variable the ids of the elements, connections and conditions whose scripts use it. */
export type ScriptUses = ReadonlyMap<string, readonly string[]>;

/** So many texts are parsed before the screen has its turn: some 15 milliseconds' worth. */
const SLICE = 25;
const kept = new WeakMap<AnyRecord, readonly string[]>();
const none: readonly string[] = [];

/** `rest` gives the screen a turn; when `going` says no, null is given. */
export async function scriptUses(project: Project, rest: () => Promise<void>, going: () => boolean): Promise<ScriptUses | null> {
  const uses = new Map<string, string[]>();
  let parsed = 0;
  for (const record of [...project.records()]) {
    if (!kept.has(record) && hasScripts(record) && ++parsed % SLICE === 0) {
      await rest();
      if (!going()) return null;
    }
    for (const name of variablesIn(record)) {
      const ids = uses.get(name);
      if (ids) ids.push(record.id);
      else uses.set(name, [record.id]);
    }
  }
  return uses;
}

const hasScripts = ({ kind }: AnyRecord): boolean => kind === 'element' || kind === 'connection' || kind === 'condition';

/** The variables in the scripts of one record, each once. */
export function variablesIn(record: AnyRecord): readonly string[] {
  if (!hasScripts(record)) return none;
  const known = kept.get(record);
  if (known) return known;
  const names = new Set<string>();
  for (const { text, rule } of textsOf(record))
    for (const name of rule.holds === 'script' ? inCondition(text) : text.includes('<code') ? inContent(text) : none) names.add(name);
  const found = names.size === 0 ? none : [...names];
  kept.set(record, found);
  return found;
}

function inCondition(script: string): string[] {
  const parsed = parseCondition(script);
  return parsed.ok ? told(namesIn(parsed.condition).variables) : wordsIn(codeOfCondition(script));
}

function inContent(html: string): string[] {
  const parsed = parseContent(html);
  if (parsed.ok) return told(namesIn(parsed.program).variables);
  return blocksOf(html).flatMap((block) => (block.is === 'script' ? wordsIn(block.code) : []));
}

const told = (variables: readonly { scope: string | null; name: string }[]): string[] =>
  variables.map(({ scope, name }) => (scope === null ? name : `${scope}.${name}`));

/** Every word that could name a variable: not in quotes, no mention, no word of the language. */
function wordsIn({ source, mentions }: Code): string[] {
  let text = source;
  for (const { start, end } of mentions) text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
  const words = text.replace(/"[^"\n]*"|'[^'\n]*'/g, ' ').matchAll(/(?<![\w$.])(?:([A-Za-z$]\w*)\s*\.\s*)?([A-Za-z$_]\w*)/g);
  return [...words].flatMap(([, scope, name = '']) => (isReserved(name) ? [] : [scope === undefined ? name : `${scope}.${name}`]));
}
