/** Counts the words of a text by the rules of its language. Scripts are not counted. Pure. */

const segmenters = new Map<string, Intl.Segmenter>();

/** For language codes that `Intl` does not accept, the default rules apply. */
function segmenterFor(iso: string): Intl.Segmenter {
  const cached = segmenters.get(iso);
  if (cached) return cached;
  let segmenter: Intl.Segmenter;
  try {
    segmenter = new Intl.Segmenter(iso.replaceAll('_', '-'), { granularity: 'word' });
  } catch {
    segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  }
  segmenters.set(iso, segmenter);
  return segmenter;
}

export function countWords(text: string, iso: string): number {
  let count = 0;
  for (const { isWordLike } of segmenterFor(iso).segment(text)) if (isWordLike) count++;
  return count;
}
