/**
 * Caches parsed scripts: most stories are checked again after every change, and the same script usually occurs in many texts, at least in
 * every translation. Scripts are cached by source up to a limit, and not with the record that contains them.
 */
import { withoutTexts } from '../../../shared/rich-text/edit-scripts.ts';
import type { ScriptGrammar } from '../../../shared/script/expression-parser.ts';
import { parseCondition, parseContent } from '../../../shared/script/parse-content.ts';
import { findReferencedNames, type ReferencedNames } from '../../../shared/script/referenced-names.ts';
import type { ScriptDiagnostic } from '../../../shared/script/script-diagnostic.ts';
import { taleportScriptProfile } from '../../../shared/script/script-profile.ts';
import type { Expression, Program } from '../../../shared/script/syntax.ts';

/**
 * The maximum number of characters of script in one text. A longer one is not parsed, because checking it for an engine would block
 * everything else.
 */
export const maxScriptLength = 20_000;

/** `names` and `script` are null if the script cannot be parsed or is too long. */
export interface ParsedScript<S> {
  readonly isTooLong: boolean;
  readonly faults: readonly ScriptDiagnostic[];
  readonly names: ReferencedNames | null;
  readonly script: S | null;
}

/**
 * Parses a content. The program may lack the texts between the scripts. With other grammars than Taleport's, only texts that Taleport can
 * parse are parsed, of any length.
 */
export const parseContentOnce = (html: string, grammar: ScriptGrammar = taleportScriptProfile): ParsedScript<Program> =>
  cacheFor(contents, grammar).get(withoutTexts(html), (scripts) => {
    if (grammar === taleportScriptProfile && codeLength(scripts) > maxScriptLength) return tooLongScript;
    const parsed = parseContent(scripts, grammar);
    return parsed.ok ? withNames(parsed.program) : withFaults(parsed.diagnostics);
  });

export const parseConditionOnce = (script: string, grammar: ScriptGrammar = taleportScriptProfile): ParsedScript<Expression> =>
  cacheFor(conditions, grammar).get(script, () => {
    if (grammar === taleportScriptProfile && script.length > maxScriptLength) return tooLongScript;
    const parsed = parseCondition(script, grammar);
    return parsed.ok ? withNames(parsed.condition) : withFaults(parsed.diagnostics);
  });

const tooLongScript: ParsedScript<never> = { isTooLong: true, faults: [], names: null, script: null };
const withFaults = (faults: readonly ScriptDiagnostic[]): ParsedScript<never> => ({ isTooLong: false, faults, names: null, script: null });
const withNames = <S extends Program | Expression>(script: S): ParsedScript<S> => ({
  isTooLong: false,
  faults: [],
  names: findReferencedNames(script),
  script,
});

/** Characters of source in each half of a cache. A parsed script takes about fifty times as much memory. */
const maxCachedCharacters = 250_000;

/** A cache of the most recently used scripts in two halves. When the newer half is full, it replaces the older one. */
class ScriptCache<S> {
  #newer = new Map<string, ParsedScript<S>>();
  #older = new Map<string, ParsedScript<S>>();
  #newerCharacters = 0;

  get(source: string, parse: (source: string) => ParsedScript<S>): ParsedScript<S> {
    const known = this.#newer.get(source);
    if (known) return known;
    const parsed = this.#older.get(source) ?? parse(source);
    if (this.#newerCharacters > maxCachedCharacters) {
      this.#older = this.#newer;
      this.#newer = new Map();
      this.#newerCharacters = 0;
    }
    this.#newer.set(source, parsed);
    this.#newerCharacters += source.length;
    return parsed;
  }
}

type CachesByGrammar<S> = WeakMap<ScriptGrammar, ScriptCache<S>>;
const contents: CachesByGrammar<Program> = new WeakMap();
const conditions: CachesByGrammar<Expression> = new WeakMap();

function cacheFor<S>(caches: CachesByGrammar<S>, grammar: ScriptGrammar): ScriptCache<S> {
  const cache = caches.get(grammar) ?? new ScriptCache<S>();
  caches.set(grammar, cache);
  return cache;
}

/** The number of characters in the code of a text. */
function codeLength(html: string): number {
  let length = 0;
  for (let start = html.indexOf('<code'); start !== -1; ) {
    const end = html.indexOf('</code>', start);
    if (end === -1) return length + html.length - start;
    length += end - start;
    start = html.indexOf('<code', end);
  }
  return length;
}
