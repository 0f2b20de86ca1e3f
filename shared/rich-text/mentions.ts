/** Mentions in rich text and condition scripts: spans that name a component, an element or a board (G22). */

export type Mention = { id: string; type: 'component' | 'element' | 'board' };

/** [G22] The mentions of a text in the order they stand there, one entry for each span. */
export function mentionsIn(_html: string): Mention[] {
  return [];
}

/** [G22] Gives each mention of `id` a new label (plain text) and text; every other byte stays. */
export function relabelMention(html: string, _id: string, _label: string): string {
  return html;
}

/** [G22] Takes away each span that mentions `id` and leaves its text; every other byte stays. */
export function unwrapMention(html: string, _id: string): string {
  return html;
}
