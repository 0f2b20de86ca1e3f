/** Long rich texts, which are checked in steps before code that cannot pause needs them in canonical form. */
import { isJsonObject } from '../json.ts';
import { canonicalizeRichText, canonicalizeRichTextInSteps, type RichTextResult } from './canonicalize-rich-text.ts';

/** Checking a shorter text takes about 10 ms at most. */
const longTextCharacters = 2 ** 18;

export const isLongText = (text: string): boolean => text.length > longTextCharacters;

/** More levels than texts are nested in records; anything may be nested in unknown fields. */
const levelsWithTexts = 8;

export class LongRichTexts {
  readonly #results = new Map<string, RichTextResult>();

  /** Checks the long texts in a value and keeps the results for `canonicalize`. Pauses after each part of a text. */
  *prepare(value: unknown): Generator<void> {
    for (const text of listLongTexts(value)) this.#results.set(text, yield* canonicalizeRichTextInSteps(text, 'story'));
  }

  /** The text in canonical form in the story dialect. A prepared result is returned once. */
  canonicalize(html: string): RichTextResult {
    const prepared = isLongText(html) ? this.#results.get(html) : undefined;
    if (prepared) this.#results.delete(html);
    return prepared ?? canonicalizeRichText(html, 'story');
  }

  /** Frees what was prepared and not needed. */
  clear(): void {
    // Clearing a map allocates, even if it is empty, and nearly no entry of a file has a long text.
    if (this.#results.size > 0) this.#results.clear();
  }
}

const noTexts: readonly string[] = [];

function listLongTexts(value: unknown, levels = levelsWithTexts): readonly string[] {
  if (typeof value === 'string') return isLongText(value) ? [value] : noTexts;
  if (levels === 0) return noTexts;
  let found = noTexts;
  const add = (inner: unknown): void => {
    const texts = listLongTexts(inner, levels - 1);
    if (texts.length > 0) found = found.concat(texts);
  };
  if (Array.isArray(value)) value.forEach(add);
  else if (isJsonObject(value)) for (const key in value) add(value[key]);
  return found;
}
