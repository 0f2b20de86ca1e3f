/** Mentions in rich text and condition scripts, both in canonical form: spans that refer to a component, an element or a board (G22). */

/** What a mention shows: its data-label, if it has one, and its text, both as they are in the HTML. */
export interface MentionLabel {
  readonly id: string;
  readonly label: string | null;
  readonly text: string;
}

export type Mention = { id: string; type: 'component' | 'element' | 'board' };

/** In canonical text every `<span` is a mention, with its attributes in double quotes and only text inside. */
const mentionPattern = /<span( [^<>]*)>([^<]*)<\/span>/g;
const idPattern = / data-id="([^"]*)"/;
const typePattern = / data-type="([^"]*)"/;
export const labelPattern = / data-label="([^"]*)"/;

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

/** [G22] The mentions of a text with all that they show, in the order of their appearance. */
export function mentionLabelsOf(html: string): MentionLabel[] {
  const labels: MentionLabel[] = [];
  replaceAllMentions(html, (id, text, attributes) => {
    labels.push({ id, label: labelPattern.exec(attributes)?.[1] ?? null, text });
    return text;
  });
  return labels;
}

/** [G22] Gives each mention what the one at the same place of `labels` shows; undefined leaves it as it is. Every other byte is unchanged. */
export function withMentionLabels(html: string, labels: readonly (MentionLabel | undefined)[]): string {
  let at = 0;
  return replaceAllMentions(html, (_id, _text, attributes, span) => {
    const shown = labels[at++];
    if (!shown) return span;
    const bare = attributes.replace(labelPattern, '');
    return `<span${bare}${shown.label === null ? '' : ` data-label="${shown.label}"`}>${shown.text}</span>`;
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

function replaceAllMentions(html: string, replace: (id: string, text: string, attributes: string, span: string) => string): string {
  if (!html.includes('<span')) return html;
  return html.replace(mentionPattern, (span: string, attributes: string, text: string) => {
    const id = idPattern.exec(attributes)?.[1];
    return id === undefined ? span : replace(id, text, attributes, span);
  });
}

/** Replaces each span that mentions `id`, given its attributes, its text and its place. Every other byte is unchanged. */
export function replaceMentions(html: string, id: string, replace: (attributes: string, text: string, at: number) => string): string {
  if (!html.includes(id)) return html;
  return html.replace(mentionPattern, (match: string, attributes: string, text: string, at: number) =>
    idPattern.exec(attributes)?.[1] === id ? replace(attributes, text, at) : match,
  );
}
