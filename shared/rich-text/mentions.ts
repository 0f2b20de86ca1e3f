/** Mentions in rich text and condition scripts, both in canonical form: spans that name a component, an element or a board (G22). */
import { generateCustomId } from '../model/identifiers.ts';
import { decodeEntities } from './decode-entities.ts';
import { escapeAttributeValue, escapeText } from './serialize-html.ts';

export type Mention = { id: string; type: 'component' | 'element' | 'board' };

/** In canonical text every `<span` is a mention, with its attributes in double quotes and nothing but text inside. */
const mentionPattern = /<span( [^>]*)>([^<]*)<\/span>/g;
const idPattern = / data-id="([^"]*)"/;
const typePattern = / data-type="([^"]*)"/;
const labelPattern = / data-label="([^"]*)"/;

/** [G22] The mentions of a text in the order they stand there, one for each span. */
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
 * [G22] Gives each mention of `id` a new name (plain text): its data-label where it has one, and its text. In scripts the text is the name as one word
 * (`get_potion` for "Get potion"), elsewhere the name itself, after the `@` if there was one. Every other byte stays.
 */
export function relabelMention(html: string, id: string, label: string): string {
  return replaceMentions(html, id, (attributes, text, at) => {
    const sign = text.startsWith('@') ? '@' : '';
    const before = labelPattern.exec(attributes)?.[1];
    const said = decodeEntities(text).slice(sign.length);
    const name = isWrittenAsOneWord(said, before === undefined ? said : decodeEntities(before), html, at) ? toOneWord(label) : label;
    const labelled = attributes.replace(labelPattern, () => ` data-label="${escapeAttributeValue(label)}"`);
    return `<span${labelled}>${sign}${escapeText(name)}</span>`;
  });
}

/** [G22] Takes away each span that mentions `id` and leaves its text. Every other byte stays. */
export function unwrapMention(html: string, id: string): string {
  return replaceMentions(html, id, (_attributes, text) => text);
}

/** [G22] What a mention is called follows from what it names: the text with nothing of its mentions but what they name, to be compared. */
export const stripMentionLabels = (html: string): string =>
  replaceAllMentions(html, (id) => `<span class="mention" data-id="${id}" data-type="component"></span>`);

/** [G22] The text with the words of its mentions in their place. */
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

/** Whether a mention at this place says its name as one word: as it did until now, and where that does not show, because it is in a script. */
function isWrittenAsOneWord(said: string, label: string, html: string, at: number): boolean {
  if (label !== toOneWord(label)) {
    if (said === label) return false;
    if (said === toOneWord(label)) return true;
  }
  return html.lastIndexOf('<code', at) > html.lastIndexOf('</code>', at) || !/<(?:p|pre|blockquote|ul|ol)\b/.test(html);
}

function toOneWord(name: string): string {
  return generateCustomId(name, () => false);
}
