/** The scripts of conditions: HTML fragments of text, entities and mention spans, without blocks. */
import { type Message, message } from '../messages/message.ts';
import { canonicalizeRichText } from './canonicalize-rich-text.ts';
import { characterPosition } from './html.ts';

type ConditionScriptResult = { ok: true; script: string } | { ok: false; error: Message };

/** A mention, or the start of anything else that an HTML parser would treat as markup. */
const markupPattern = /<span\b(?:[^<>"']|"[^"]*"|'[^']*')*>[^<]*<\/span>|<[a-z/!?]/gi;

/**
 * [Exports, G22] Parses the script of a condition. It is stored as given, except that mention spans are written canonically and a `<` directly before
 * a letter (`a<b`, which HTML would parse as a tag) becomes `&lt;`; every script interpreter reads that as `<`. Other markup is an error.
 */
export function canonicalizeConditionScript(script: string): ConditionScriptResult {
  const nul = script.indexOf('\0');
  if (nul >= 0) return { ok: false, error: message('richText.characterNotAllowed', { position: characterPosition(nul) }) };
  if (!script.includes('<')) return { ok: true, script };
  let error: Message | null = null;
  const read = script.replace(markupPattern, (found, at: number) => {
    if (found.length > 2) {
      const mention = canonicalizeRichText(found, 'story');
      if (mention.ok) return mention.html;
      // The position in the mention becomes the one in the script.
      error ??= { ...mention.error, params: { ...mention.error.params, position: characterPosition(at) } };
    } else if (isComparison(script, at)) {
      return found.replace('<', '&lt;');
    } else {
      const [, name] = script.slice(at, at + 40).match(/^<(\/?[a-z][a-z0-9-]*)/i) ?? [];
      const tag = name === undefined ? found : `<${name}>`;
      error ??= message('richText.markupInScript', { tag, position: characterPosition(at) });
    }
    return found;
  });
  return error === null ? { ok: true, script: read } : { ok: false, error };
}

/** Whether the `<` at this position is an operator between two values: after the end of a name, number, string or group, and before a letter. */
function isComparison(script: string, at: number): boolean {
  if (!/^<(?!span\b)[a-z]/i.test(script.slice(at, at + 6))) return false;
  return /(?:[\w$)"']|<\/span>)\s*$/.test(script.slice(Math.max(0, at - 100), at));
}
