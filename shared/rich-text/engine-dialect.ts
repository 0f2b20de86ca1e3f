/** Rich text as the game engines' importers and script interpreters want it (exports.md). */

/** [Exports] strong for b, em for i, pre code for a top-level code, no presentation attributes, `<p></p>` for empty. */
export function engineDialect(html: string | null): string {
  return html ?? '<p></p>';
}
