/** The labels of mentions: which name a mention shows, and how they follow a renaming (G22). */

import { labelPattern, replaceMentions } from '../rich-text/mentions.ts';
import { richTextToPlainText } from '../rich-text/plain-text.ts';
import { decodeEntities, escapeAttributeValue, escapeText } from '../rich-text/serialize-html.ts';
import { generateCustomId } from '../script/identifiers.ts';
import type { LocalizedText } from './kinds/field-schemas.ts';
import type { AnyRecord } from './kinds/kinds.ts';
import { localizedTextOf } from './localized-text.ts';
import { replaceText, textsOfRecord } from './references.ts';

/** One text or one for each language; undefined for kinds that cannot be mentioned. */
type MentionName = string | LocalizedText | undefined;

/** The name that mentions of the record show. */
export function mentionNameOf(record: AnyRecord): MentionName {
  if (record.kind === 'board') return String(record.name);
  if (record.kind === 'component') return localizedTextOf(record, 'name');
  return record.kind === 'element' ? localizedTextOf(record, 'title') : undefined;
}

/** Localized texts use the name in their own language, other texts (`locale` null) the name in the main language. */
export function mentionLabel(name: MentionName, locale: string | null, mainLocale: string): string {
  if (name === undefined || typeof name === 'string') return name ?? '';
  return richTextToPlainText(name[locale ?? mainLocale]?.text ?? name[mainLocale]?.text ?? null);
}

/** The record with new labels of its mentions of `id`, in the texts to which they apply; the same object if nothing changes. */
export function withMentionLabel(
  record: AnyRecord,
  id: string,
  labelFor: (locale: string | null) => string,
  applies: (text: string, locale: string | null) => boolean,
): AnyRecord {
  let after = record;
  for (const text of textsOfRecord(record)) {
    if (text.rule.format === 'plain' || !text.text.includes(id) || !applies(text.text, text.locale)) continue;
    const label = labelFor(text.locale);
    const relabelled = label === '' ? text.text : relabelMention(text.text, id, label);
    if (relabelled !== text.text) after = replaceText(after, text, relabelled);
  }
  return after;
}

/** A record that mentions a renamed one, with the new name in its mentions. A text changes only if the name changes in its language. */
export function withLabelsAfterRenaming(referrer: AnyRecord, before: AnyRecord, after: AnyRecord, mainLocale: string): AnyRecord {
  const label = (locale: string | null) => mentionLabel(mentionNameOf(after), locale, mainLocale);
  const isRenamed = (_text: string, locale: string | null) => mentionLabel(mentionNameOf(before), locale, mainLocale) !== label(locale);
  return withMentionLabel(referrer, after.id, label, isRenamed);
}

/**
 * [G22] Renames each mention of `id` (plain text): its data-label if it has one, and its text. In scripts the text is the name as one word
 * (`get_potion` for "Get potion"), elsewhere the name itself, after the `@` if there was one. Every other byte is unchanged.
 */
export function relabelMention(html: string, id: string, label: string): string {
  return replaceMentions(html, id, (attributes, text, at) => {
    const prefix = text.startsWith('@') ? '@' : '';
    const before = labelPattern.exec(attributes)?.[1];
    const written = decodeEntities(text).slice(prefix.length);
    const name = isWrittenAsOneWord(written, before === undefined ? written : decodeEntities(before), html, at) ? toOneWord(label) : label;
    const labelled = attributes.replace(labelPattern, () => ` data-label="${escapeAttributeValue(label)}"`);
    return `<span${labelled}>${prefix}${escapeText(name)}</span>`;
  });
}

/** Whether a mention writes its name as one word: as it did before, or, if the name does not show that, because it is in a script. */
function isWrittenAsOneWord(written: string, label: string, html: string, at: number): boolean {
  if (label !== toOneWord(label)) {
    if (written === label) return false;
    if (written === toOneWord(label)) return true;
  }
  return html.lastIndexOf('<code', at) > html.lastIndexOf('</code>', at) || !/<(?:p|pre|blockquote|ul|ol)\b/.test(html);
}

function toOneWord(name: string): string {
  return generateCustomId(name, () => false);
}
