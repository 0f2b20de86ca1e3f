/** What undo and redo say of a step: "Change element", "Delete 3 items". */
import { getKind, type KindName } from '../../model/kinds/kinds.ts';
import { formatPlural } from '../format.ts';
import { defineMessages } from '../messages.ts';

const labelsFor = (word: string) => ({
  one: (kind: KindName) => `${word} ${getKind(kind).label}`,
  items: (count: number) => formatPlural(count, { one: `${word} # item`, other: `${word} # items` }),
});

export const undoLabelMessages = defineMessages({
  create: labelsFor('Create'),
  change: labelsFor('Change'),
  move: labelsFor('Move'),
  remove: labelsFor('Delete'),
  setConditions: 'Change conditions',
  take: 'Changes from elsewhere',
  addLocale: 'Add language',
  changeLocale: 'Change language',
  removeLocale: 'Remove language',
  makeMainLocale: 'Change main language',
  /** `what`: what each of them is called. */
  times: (what: string, count: number) => `${what} (${formatPlural(count, { other: '#' })})`,
  changes: (count: number) => formatPlural(count, { one: '# change', other: '# changes' }),
});
