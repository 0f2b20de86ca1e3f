/** What the kinds of records are called, alone and in numbers. */
import { type KindName, kindNamed } from '../../kinds/all.ts';
import { many } from '../counts.ts';
import { sentences } from '../words.ts';

const pluralOf = (label: string): string => `${label}s`.replace(/ys$/, 'ies').replace(/(ch|x|ss)s$/, '$1es');

export const kindSentences = sentences({
  /** `3 branches`. */
  counted: (kind: KindName, count: number) => {
    const { label } = kindNamed(kind);
    return many(count, { one: `# ${label}`, other: `# ${pluralOf(label)}` });
  },
  /** `the element “Gate”`, `an element`. */
  called: (kind: KindName, title: string) => {
    const { label } = kindNamed(kind);
    return title === '' ? `a ${label}`.replace(/^a (?=[aeiou])/, 'an ') : `the ${label} “${title}”`;
  },
});
