/** The scripts of conditions: fragments of HTML that hold text, entities and mention spans, and no blocks. */
import { canonicalizeRichText } from './canonicalize-rich-text.ts';
import { formatCharacterPosition } from './scan-html.ts';

export type ConditionScriptResult = { ok: true; script: string } | { ok: false; error: string };

/** A mention, or the beginning of anything else that an HTML reader would take for markup. */
const markupPattern = /<span\b(?:[^<>"']|"[^"]*"|'[^']*')*>[^<]*<\/span>|<[a-z/!?]/gi;

/**
 * [Exports, G22] Reads the script of a condition. It is kept exactly as given; only mention spans are written canonically, and a `<` that touches
 * a letter (`a<b`, which HTML would read as a tag) becomes `&lt;`, which every script interpreter reads as the same. Other markup is a fault.
 */
export function canonicalizeConditionScript(script: string): ConditionScriptResult {
  const nul = script.indexOf('\0');
  if (nul >= 0) return { ok: false, error: `The character at ${formatCharacterPosition(nul)} is not allowed here.` };
  if (!script.includes('<')) return { ok: true, script };
  let error: string | null = null;
  const read = script.replace(markupPattern, (found, at: number) => {
    if (found.length > 2) {
      const mention = canonicalizeRichText(found, 'story');
      if (mention.ok) return mention.html;
      error ??= mention.error.replace(/character \d+/, formatCharacterPosition(at));
    } else if (isComparison(script, at)) {
      return found.replace('<', '&lt;');
    } else {
      error ??= `The markup at ${formatCharacterPosition(at)} is not allowed here.`;
    }
    return found;
  });
  return error === null ? { ok: true, script: read } : { ok: false, error };
}

/** Whether the `<` at this place stands between two values: a letter follows, and the end of a name, number, string or group goes before. */
function isComparison(script: string, at: number): boolean {
  if (!/^<(?!span\b)[a-z]/i.test(script.slice(at, at + 6))) return false;
  return /(?:[\w$)"']|<\/span>)\s*$/.test(script.slice(Math.max(0, at - 100), at));
}
