/** Scripts as Taleport parses them, each parsed once: records are immutable, and most stories are checked again after every change. */
import { parseCondition, parseContent } from '../../../shared/script/parse-content.ts';
import { findReferencedNames, type ReferencedNames } from '../../../shared/script/referenced-names.ts';
import type { ScriptDiagnostic } from '../../../shared/script/script-diagnostic.ts';
import type { Expression, Program } from '../../../shared/script/syntax.ts';

/** Characters of script in one text; a longer one is not parsed, because checking it for an engine would keep everything else waiting. */
export const maxScriptLength = 20_000;

/** `names` and `script` are null where it does not parse, or is too long. */
export interface ParsedScript<S> {
  readonly isTooLong: boolean;
  readonly faults: readonly ScriptDiagnostic[];
  readonly names: ReferencedNames | null;
  readonly script: S | null;
}

type Cache<S> = WeakMap<object, ParsedScript<S> & { readonly text: string }>;
const contents: Cache<Program> = new WeakMap();
const conditions: Cache<Expression> = new WeakMap();

/** `owner`: the record, or the cell of one, that contains the text. */
export const parseContentOnce = (owner: object, html: string): ParsedScript<Program> =>
  getOrParse(contents, owner, html, codeLength(html), () => {
    const parsed = parseContent(html);
    return parsed.ok ? { script: parsed.program } : { faults: parsed.diagnostics };
  });

export const parseConditionOnce = (owner: object, script: string): ParsedScript<Expression> =>
  getOrParse(conditions, owner, script, script.length, () => {
    const parsed = parseCondition(script);
    return parsed.ok ? { script: parsed.condition } : { faults: parsed.diagnostics };
  });

function getOrParse<S extends Program | Expression>(
  cache: Cache<S>,
  owner: object,
  text: string,
  length: number,
  parse: () => { readonly script?: S; readonly faults?: readonly ScriptDiagnostic[] },
): ParsedScript<S> {
  const known = cache.get(owner);
  if (known?.text === text) return known;
  const isTooLong = length > maxScriptLength;
  const { script = null, faults = [] } = isTooLong ? {} : parse();
  const parsed = { text, isTooLong, faults, script, names: script && findReferencedNames(script) };
  cache.set(owner, parsed);
  return parsed;
}

/** Characters in the code of a text. */
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
