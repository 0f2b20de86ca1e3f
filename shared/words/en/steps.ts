/** What undo and redo say of a step: "Change element", "Delete 3 items". */
import { type KindName, kindNamed } from '../../kinds/all.ts';
import { many } from '../counts.ts';
import { sentences } from '../words.ts';

const verb = (word: string) => ({
  one: (kind: KindName) => `${word} ${kindNamed(kind).label}`,
  items: (count: number) => many(count, { one: `${word} # item`, other: `${word} # items` }),
});

export const stepSentences = sentences({
  create: verb('Create'),
  change: verb('Change'),
  move: verb('Move'),
  remove: verb('Delete'),
  setConditions: 'Change conditions',
  take: 'Changes from elsewhere',
  addLocale: 'Add language',
  changeLocale: 'Change language',
  removeLocale: 'Remove language',
  makeMainLocale: 'Change main language',
  /** `what`: what each of them is called. */
  times: (what: string, count: number) => `${what} (${many(count, { other: '#' })})`,
  changes: (count: number) => many(count, { one: '# change', other: '# changes' }),
});
