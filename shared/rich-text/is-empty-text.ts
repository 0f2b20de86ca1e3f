/** [G21] Whether a stored text counts as no text: none, an empty one, or a single empty paragraph. */
export const isEmptyText = (html: string | null | undefined): boolean =>
  html === null || html === undefined || html === '' || html === '<p></p>';
