/** Mentions in rich text and condition scripts, both in canonical form: spans that refer to a component, an element or a board (G22). */
import { generateCustomId } from '../model/identifiers.ts';
import { decodeEntities } from './decode-entities.ts';
import { escapeAttributeValue, escapeText } from './serialize-html.ts';

export type Mention = { id: string; type: 'component' | 'element' | 'board' };

/** In canonical text every `<span` is a mention, with its attributes in double quotes and only text inside. */
const mentionPattern = /<span( [^>]*)>([^<]*)<\/span>/g;
const idPattern = / data-id="([^"]*)"/;
const typePattern = / data-type="([^"]*)"/;
const labelPattern = / data-label="([^"]*)"/;

/** [G22] The mentions of a text in the order of their appearance, one per span. */
export function findMentions(html: string): Mention[] {
  if (!html.includes('<span')) return [];
  const mentions: Mention[] = [];
  for (const [, attributes = ''] of html.matchAll(mentionPattern)) {
    const id = idPattern.exec(attributes)?.[1];
    const type = typePattern.exec(attributes)?.[1];
    if (id !== undefined && (type === 'component' || type === 'element' || type === 'board')) mentions.push({ id, type });
  }
  return mentions;
}

/**
 * [G22] Renames each mention of `id` (plain text): its data-label if it has one, and its text. In scripts the text is the name as one word
 * (`get_potion` for "Get potion"), elsewhere the name itself, after the `@` if there was one. Every other byte is unchanged.
 */
export function relabelMention(html: string, id: string, label: string): string {
  return replaceMentions(html, id, (attributes, text, at) => {
    const sign = text.startsWith('@') ? '@' : '';
    const before = labelPattern.exec(attributes)?.[1];
    const written = decodeEntities(text).slice(sign.length);
    const name = isWrittenAsOneWord(written, before === undefined ? written : decodeEntities(before), html, at) ? toOneWord(label) : label;
    const labelled = attributes.replace(labelPattern, () => ` data-label="${escapeAttributeValue(label)}"`);
    return `<span${labelled}>${sign}${escapeText(name)}</span>`;
  });
}

/** [G22] Replaces each span that mentions `id` by its text. Every other byte is unchanged. */
export function unwrapMention(html: string, id: string): string {
  return replaceMentions(html, id, (_attributes, text) => text);
}

/** [G22] The text of a mention is derived from its target, so texts are compared by the targets of their mentions only. */
export const stripMentionLabels = (html: string): string =>
  replaceAllMentions(html, (id) => `<span class="mention" data-id="${id}" data-type="component"></span>`);

/** [G22] The text with each mention replaced by its text. */
export const unwrapAllMentions = (html: string): string => replaceAllMentions(html, (_id, text) => text);

function replaceAllMentions(html: string, replace: (id: string, text: string) => string): string {
  if (!html.includes('<span')) return html;
  return html.replace(mentionPattern, (whole: string, attributes: string, text: string) => {
    const id = idPattern.exec(attributes)?.[1];
    return id === undefined ? whole : replace(id, text);
  });
}

function replaceMentions(html: string, id: string, replace: (attributes: string, text: string, at: number) => string): string {
  if (!html.includes(id)) return html;
  return html.replace(mentionPattern, (whole: string, attributes: string, text: string, at: number) =>
    idPattern.exec(attributes)?.[1] === id ? replace(attributes, text, at) : whole,
  );
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
