/** What the kinds of records are called, alone and in numbers. */
import { getKind, type KindName } from '../../model/kinds/kinds.ts';
import { formatPlural } from '../format.ts';
import { defineMessages } from '../messages.ts';

const pluralize = (label: string): string => `${label}s`.replace(/ys$/, 'ies').replace(/(ch|x|ss)s$/, '$1es');

export const kindMessages = defineMessages({
  /** `3 branches`. */
  counted: (kind: KindName, count: number) => {
    const { label } = getKind(kind);
    return formatPlural(count, { one: `# ${label}`, other: `# ${pluralize(label)}` });
  },
  /** `the element “Gate”`, `an element`. */
  named: (kind: KindName, title: string) => {
    const { label } = getKind(kind);
    return title === '' ? `a ${label}`.replace(/^a (?=[aeiou])/, 'an ') : `the ${label} “${title}”`;
  },
});
