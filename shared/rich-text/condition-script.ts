/** The scripts of conditions: HTML fragments of text, entities and mention spans, without blocks. */
import { type Message, message } from '../messages/message.ts';
import { canonicalizeRichText } from './canonicalize-rich-text.ts';
import { characterPosition } from './html.ts';

type ConditionScriptResult = { ok: true; script: string } | { ok: false; error: Message };

/** The start of anything that an HTML parser would treat as markup. */
const markupStart = /<[a-z/!?]/i;
const mentionPattern = /^<span\b(?:[^<>"']|"[^"]*"|'[^']*')*>[^<]*<\/span>/i;
/** More characters than any mention has. The pattern would overflow the stack of regular expressions with a tag of megabytes. */
const maxMentionLength = 100_000;

/**
 * [Exports, G22] Parses the script of a condition. It is stored as given, except that mention spans are written canonically and a `<` directly before
 * a letter (`a<b`, which HTML would parse as a tag) becomes `&lt;`; every script interpreter reads that as `<`. Other markup is an error.
 */
export function canonicalizeConditionScript(script: string): ConditionScriptResult {
  const nul = script.indexOf('\0');
  if (nul >= 0) return { ok: false, error: message('richText.characterNotAllowed', { position: characterPosition(nul) }) };
  if (!script.includes('<')) return { ok: true, script };
  let read = '';
  let at = 0;
  for (;;) {
    const offset = script.slice(at).search(markupStart);
    if (offset === -1) return { ok: true, script: read + script.slice(at) };
    read += script.slice(at, at + offset);
    at += offset;
    const [found] = mentionPattern.exec(script.slice(at, at + maxMentionLength)) ?? [];
    if (found !== undefined) {
      const mention = canonicalizeRichText(found, 'story');
      // The position in the mention becomes the one in the script.
      if (!mention.ok)
        return { ok: false, error: { ...mention.error, params: { ...mention.error.params, position: characterPosition(at) } } };
      read += mention.html;
      at += found.length;
    } else if (isComparison(script, at)) {
      read += '&lt;';
      at += 1;
    } else {
      const [, name] = script.slice(at, at + 40).match(/^<(\/?[a-z][a-z0-9-]*)/i) ?? [];
      const tag = name === undefined ? script.slice(at, at + 2) : `<${name}>`;
      return { ok: false, error: message('richText.markupInScript', { tag, position: characterPosition(at) }) };
    }
  }
}

/** Whether the `<` at this position is an operator between two values: after the end of a name, number, string or group, and before a letter. */
function isComparison(script: string, at: number): boolean {
  if (!/^<(?!span\b)[a-z]/i.test(script.slice(at, at + 6))) return false;
  return /(?:[\w$)"']|<\/span>)\s*$/.test(script.slice(Math.max(0, at - 100), at));
}
