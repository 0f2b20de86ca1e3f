/** How many words a text has, by the rules of its language (scripts between words are not words). Pure. */

const segmenters = new Map<string, Intl.Segmenter>();

/** What is no language code that the system knows is counted by its general rules. */
function segmenterFor(iso: string): Intl.Segmenter {
  const known = segmenters.get(iso);
  if (known) return known;
  let made: Intl.Segmenter;
  try {
    made = new Intl.Segmenter(iso.replaceAll('_', '-'), { granularity: 'word' });
  } catch {
    made = new Intl.Segmenter(undefined, { granularity: 'word' });
  }
  segmenters.set(iso, made);
  return made;
}

export function countWords(text: string, iso: string): number {
  let count = 0;
  for (const { isWordLike } of segmenterFor(iso).segment(text)) if (isWordLike) count++;
  return count;
}
