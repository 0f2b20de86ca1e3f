/** Rich text comes in here: checked against its dialect, then written in one canonical form. Nothing else may vouch for HTML. */
import { type Content, type Dialect, dialects, fits, refusal, type TagRule } from './dialects.ts';
import { character, scan, type Tag, type Visitor } from './scan.ts';
import { writeTag, writeText } from './write.ts';

export type RichTextRead = { ok: true; html: string } | { ok: false; fault: string };

/** Deeper nesting than this no writer makes; browsers flatten trees at some depth of their own. */
const deepest = 100;

/**
 * [Rich text, G21] Reads a rich text: HTML of the dialect in canonical form, or the first fault as a sentence that names tag and place.
 * Text without any tag becomes one paragraph, "" stays "". Attributes keep their order; what is accepted means to any HTML reader what it means to us.
 */
export function readRichText(html: string, dialect: Dialect): RichTextRead {
  const writer = new Writer(dialects[dialect]);
  const fault = scan(html, writer) ?? writer.unclosed();
  if (fault !== null) return { ok: false, fault };
  return { ok: true, html: writer.tagless && writer.html !== '' ? `<p>${writer.html}</p>` : writer.html };
}

class Writer implements Visitor {
  html = '';
  tagless = true;
  private readonly rules: ReadonlyMap<string, TagRule>;
  private readonly around: { name: string; at: number; holds: Content }[] = [];
  private holds: Content = 'blocks';

  constructor(rules: ReadonlyMap<string, TagRule>) {
    this.rules = rules;
  }

  open(tag: Tag): string | undefined {
    const rule = this.rules.get(tag.name);
    const fault = rule === undefined ? notHere(tag, 'here') : (this.misplaced(tag, rule) ?? attributeFault(tag, rule));
    if (rule === undefined || fault !== undefined) return fault;
    this.tagless = false;
    this.html += writeTag(tag.name, tag.attributes);
    if (rule.holds === 'nothing') return undefined;
    this.around.push({ name: tag.name, at: tag.at, holds: rule.holds });
    this.holds = rule.holds;
    return this.around.length > deepest ? `<${tag.name}> at ${character(tag.at)} is nested too deeply.` : undefined;
  }

  close(name: string, at: number): string | undefined {
    const last = this.around.at(-1);
    if (last === undefined || !this.isInside(name)) return `</${name}> at ${character(at)} closes nothing that is open.`;
    if (last.name !== name) return `<${last.name}> at ${character(last.at)} is still open where </${name}> at ${character(at)} closes.`;
    this.around.pop();
    this.holds = this.around.at(-1)?.holds ?? 'blocks';
    this.html += `</${name}>`;
    return undefined;
  }

  text(text: string, at: number): string | undefined {
    const nul = text.indexOf('\0');
    if (nul >= 0) return `The character at ${character(at + nul)} is not allowed here.`;
    if (this.holds !== 'script' && this.holds !== 'item') this.html += writeText(text);
    else if (/[^ \t\n\f\r]/.test(text)) return `The text at ${character(at)} is not allowed inside <${this.around.at(-1)?.name}>.`;
    return undefined;
  }

  unclosed(): string | null {
    const last = this.around.at(-1);
    return last === undefined ? null : `<${last.name}> at ${character(last.at)} is never closed.`;
  }

  private misplaced(tag: Tag, rule: TagRule): string | undefined {
    const last = this.around.at(-1);
    if (!fits(this.holds, tag.name, rule)) return notHere(tag, last === undefined ? 'here' : `inside <${last.name}>`);
    return tag.name === 'a' && this.isInside('a') ? notHere(tag, 'inside <a>') : undefined;
  }

  private isInside(name: string): boolean {
    return this.around.some((open) => open.name === name);
  }
}

function notHere(tag: Tag, where: string): string {
  return `<${tag.name}> at ${character(tag.at)} is not allowed ${where}.`;
}

function attributeFault(tag: Tag, rule: TagRule): string | undefined {
  if (tag.attributes.length === 0 && rule.needs.length === 0) return undefined;
  const seen = new Set<string>();
  for (const [name, value] of tag.attributes) {
    const where = `The attribute ${name} of <${tag.name}> at ${character(tag.at)}`;
    const allowed = rule.attributes.get(name);
    if (allowed === undefined) return `${where} is not allowed here.`;
    if (seen.has(name)) return `${where} stands there twice.`;
    if (!allowed(value) || value.includes('\0')) return `${where} ${refusal(tag.name, name)}.`;
    seen.add(name);
  }
  const missing = rule.needs.find((name) => !seen.has(name));
  return missing === undefined ? undefined : `<${tag.name}> at ${character(tag.at)} needs the attribute ${missing}.`;
}
