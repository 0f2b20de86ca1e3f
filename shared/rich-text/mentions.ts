/** Mentions in rich text and condition scripts, both in canonical form: spans that name a component, an element or a board (G22). */
import { generateCustomId } from '../identifiers.ts';
import { readEntities } from './entities.ts';
import { writeText, writeValue } from './write.ts';

export type Mention = { id: string; type: 'component' | 'element' | 'board' };

/** In canonical text every `<span` is a mention, with its attributes in double quotes and nothing but text inside. */
const span = /<span( [^>]*)>([^<]*)<\/span>/g;
const idValue = / data-id="([^"]*)"/;
const typeValue = / data-type="([^"]*)"/;
const labelValue = / data-label="([^"]*)"/;

/** [G22] The mentions of a text in the order they stand there, one for each span. */
export function mentionsIn(html: string): Mention[] {
  if (!html.includes('<span')) return [];
  const mentions: Mention[] = [];
  for (const [, attributes = ''] of html.matchAll(span)) {
    const id = idValue.exec(attributes)?.[1];
    const type = typeValue.exec(attributes)?.[1];
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
    const before = labelValue.exec(attributes)?.[1];
    const said = readEntities(text).slice(sign.length);
    const name = isOneWord(said, before === undefined ? said : readEntities(before), html, at) ? oneWord(label) : label;
    const labelled = attributes.replace(labelValue, () => ` data-label="${writeValue(label)}"`);
    return `<span${labelled}>${sign}${writeText(name)}</span>`;
  });
}

/** [G22] Takes away each span that mentions `id` and leaves its text. Every other byte stays. */
export function unwrapMention(html: string, id: string): string {
  return replaceMentions(html, id, (_attributes, text) => text);
}

/** [G22] What a mention is called follows from what it names: the text with nothing of its mentions but what they name, to be compared. */
export const withoutLabels = (html: string): string =>
  replaceAllMentions(html, (id) => `<span class="mention" data-id="${id}" data-type="component"></span>`);

/** [G22] The text with the words of its mentions in their place. */
export const withoutMentions = (html: string): string => replaceAllMentions(html, (_id, text) => text);

function replaceAllMentions(html: string, replace: (id: string, text: string) => string): string {
  if (!html.includes('<span')) return html;
  return html.replace(span, (whole: string, attributes: string, text: string) => {
    const id = idValue.exec(attributes)?.[1];
    return id === undefined ? whole : replace(id, text);
  });
}

function replaceMentions(html: string, id: string, replace: (attributes: string, text: string, at: number) => string): string {
  if (!html.includes(id)) return html;
  return html.replace(span, (whole: string, attributes: string, text: string, at: number) =>
    idValue.exec(attributes)?.[1] === id ? replace(attributes, text, at) : whole,
  );
}

/** Whether a mention at this place says its name as one word: as it did until now, and where that does not show, because it is in a script. */
function isOneWord(said: string, label: string, html: string, at: number): boolean {
  if (label !== oneWord(label)) {
    if (said === label) return false;
    if (said === oneWord(label)) return true;
  }
  return html.lastIndexOf('<code', at) > html.lastIndexOf('</code>', at) || !/<(?:p|pre|blockquote|ul|ol)\b/.test(html);
}

function oneWord(name: string): string {
  return generateCustomId(name, () => false);
}
