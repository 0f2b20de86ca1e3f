/** Long rich texts, which are checked in steps before code that cannot pause needs them in canonical form. */
import { canonicalizeRichText, canonicalizeRichTextInSteps, type RichTextResult } from './canonicalize-rich-text.ts';

/** Checking a shorter text takes about 10 ms at most. */
const longTextCharacters = 2 ** 18;

export const isLongText = (text: string): boolean => text.length > longTextCharacters;

/** More levels than texts are nested in records; anything may be nested in unknown fields. */
const levelsWithTexts = 8;

export class LongRichTexts {
  readonly #results = new Map<string, RichTextResult>();

  /** Checks the long texts in a value and keeps the results for `canonicalize`. Pauses after each part of a text. */
  *prepare(value: unknown, levels = levelsWithTexts): Generator<void> {
    if (typeof value === 'string') {
      if (isLongText(value)) this.#results.set(value, yield* canonicalizeRichTextInSteps(value, 'story'));
    } else if (typeof value === 'object' && value !== null && levels > 0)
      for (const key in value) yield* this.prepare(Reflect.get(value, key), levels - 1);
  }

  /** The text in canonical form in the story dialect. A prepared result is returned once. */
  canonicalize(html: string): RichTextResult {
    const prepared = isLongText(html) ? this.#results.get(html) : undefined;
    if (prepared) this.#results.delete(html);
    return prepared ?? canonicalizeRichText(html, 'story');
  }

  /** Frees what was prepared and not needed. */
  clear(): void {
    this.#results.clear();
  }
}
