/** The entry point of rich text: checks it against its dialect and rewrites it in canonical form. All HTML must pass through here before it is stored. */
import { type ContentModel, describeRejectedAttribute, dialects, isAllowedInside, type RichTextDialect, type TagRule } from './dialects.ts';
import { formatCharacterPosition, type HtmlVisitor, type OpeningTag, scanHtml } from './scan-html.ts';
import { escapeText, serializeOpeningTag } from './serialize-html.ts';

export type RichTextResult = { ok: true; html: string } | { ok: false; error: string };

/** Deeper nesting does not occur in real texts, and browsers flatten trees at some depth of their own. */
const MAX_DEPTH = 100;

/**
 * [Rich text, G21] Parses a rich text. Returns HTML of the dialect in canonical form, or the first error as a sentence that names tag and position.
 * Text without any tag becomes one paragraph, "" stays "". Attributes keep their order. Every HTML parser reads the accepted text the same way.
 */
export function canonicalizeRichText(html: string, dialect: RichTextDialect): RichTextResult {
  const writer = new CanonicalWriter(dialects[dialect]);
  const error = scanHtml(html, writer) ?? writer.unclosedTagError();
  if (error !== null) return { ok: false, error };
  return { ok: true, html: writer.hasNoTags && writer.html !== '' ? `<p>${writer.html}</p>` : writer.html };
}

class CanonicalWriter implements HtmlVisitor {
  html = '';
  hasNoTags = true;
  private readonly rules: ReadonlyMap<string, TagRule>;
  private readonly openTags: { name: string; at: number; contentModel: ContentModel }[] = [];
  private contentModel: ContentModel = 'blocks';

  constructor(rules: ReadonlyMap<string, TagRule>) {
    this.rules = rules;
  }

  open(tag: OpeningTag): string | undefined {
    const rule = this.rules.get(tag.name);
    const error = rule === undefined ? notAllowedError(tag, 'here') : (this.placementError(tag, rule) ?? attributeError(tag, rule));
    if (rule === undefined || error !== undefined) return error;
    this.hasNoTags = false;
    this.html += serializeOpeningTag(tag.name, tag.attributes);
    if (rule.contentModel === 'nothing') return undefined;
    this.openTags.push({ name: tag.name, at: tag.start, contentModel: rule.contentModel });
    this.contentModel = rule.contentModel;
    return this.openTags.length > MAX_DEPTH ? `<${tag.name}> at ${formatCharacterPosition(tag.start)} is nested too deeply.` : undefined;
  }

  close(name: string, at: number): string | undefined {
    const last = this.openTags.at(-1);
    if (last === undefined || !this.isInsideTag(name)) return `</${name}> at ${formatCharacterPosition(at)} closes nothing that is open.`;
    if (last.name !== name)
      return `<${last.name}> at ${formatCharacterPosition(last.at)} is still open where </${name}> at ${formatCharacterPosition(at)} closes.`;
    this.openTags.pop();
    this.contentModel = this.openTags.at(-1)?.contentModel ?? 'blocks';
    this.html += `</${name}>`;
    return undefined;
  }

  text(text: string, at: number): string | undefined {
    const nul = text.indexOf('\0');
    if (nul >= 0) return `The character at ${formatCharacterPosition(at + nul)} is not allowed here.`;
    if (this.contentModel !== 'script' && this.contentModel !== 'item') this.html += escapeText(text);
    else if (/[^ \t\n\f\r]/.test(text))
      return `The text at ${formatCharacterPosition(at)} is not allowed inside <${this.openTags.at(-1)?.name}>.`;
    return undefined;
  }

  unclosedTagError(): string | null {
    const last = this.openTags.at(-1);
    return last === undefined ? null : `<${last.name}> at ${formatCharacterPosition(last.at)} is never closed.`;
  }

  private placementError(tag: OpeningTag, rule: TagRule): string | undefined {
    const last = this.openTags.at(-1);
    if (!isAllowedInside(this.contentModel, tag.name, rule))
      return notAllowedError(tag, last === undefined ? 'here' : `inside <${last.name}>`);
    return tag.name === 'a' && this.isInsideTag('a') ? notAllowedError(tag, 'inside <a>') : undefined;
  }

  private isInsideTag(name: string): boolean {
    return this.openTags.some((open) => open.name === name);
  }
}

function notAllowedError(tag: OpeningTag, where: string): string {
  return `<${tag.name}> at ${formatCharacterPosition(tag.start)} is not allowed ${where}.`;
}

function attributeError(tag: OpeningTag, rule: TagRule): string | undefined {
  if (tag.attributes.length === 0 && rule.requiredAttributes.length === 0) return undefined;
  const seen = new Set<string>();
  for (const [name, value] of tag.attributes) {
    const where = `The attribute ${name} of <${tag.name}> at ${formatCharacterPosition(tag.start)}`;
    const allowed = rule.attributes.get(name);
    if (allowed === undefined) return `${where} is not allowed here.`;
    if (seen.has(name)) return `${where} stands there twice.`;
    if (!allowed(value) || value.includes('\0')) return `${where} ${describeRejectedAttribute(tag.name, name)}.`;
    seen.add(name);
  }
  const missing = rule.requiredAttributes.find((name) => !seen.has(name));
  return missing === undefined ? undefined : `<${tag.name}> at ${formatCharacterPosition(tag.start)} needs the attribute ${missing}.`;
}
