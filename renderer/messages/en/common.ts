/** What more than one folder says: the buttons of every dialog, and things counted. */
import { formatList, formatPlural, type PluralForms } from '../../../shared/messages/format.ts';
import { defineMessages } from '../catalogue.ts';

const counted = (forms: PluralForms) => (count: number) => formatPlural(count, forms);

export const commonMessages = defineMessages({
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  remove: 'Delete',
  rename: 'Rename',
  create: 'Create',
  add: 'Add',
  move: 'Move',
  takeOut: 'Remove',
  choose: 'Choose…',
  name: 'Name',
  /** `a, b and c`. */
  listed: (names: readonly string[]) => formatList(names),
  more: (name: string) => `More for ${name}`,
  /** `1 element`, `20,000 elements`. */
  counted: {
    project: counted({ one: '# project', other: '# projects' }),
    board: counted({ one: '# board', other: '# boards' }),
    folder: counted({ one: '# folder', other: '# folders' }),
    element: counted({ one: '# element', other: '# elements' }),
    note: counted({ one: '# note', other: '# notes' }),
    jumper: counted({ one: '# jumper', other: '# jumpers' }),
    branch: counted({ one: '# branch', other: '# branches' }),
    connection: counted({ one: '# connection', other: '# connections' }),
    condition: counted({ one: '# condition', other: '# conditions' }),
    component: counted({ one: '# component', other: '# components' }),
    attribute: counted({ one: '# attribute', other: '# attributes' }),
    variable: counted({ one: '# variable', other: '# variables' }),
    comment: counted({ one: '# comment', other: '# comments' }),
    asset: counted({ one: '# asset', other: '# assets' }),
    file: counted({ one: '# file', other: '# files' }),
    item: counted({ one: '# item', other: '# items' }),
    text: counted({ one: '# text', other: '# texts' }),
    word: counted({ one: '# word', other: '# words' }),
    place: counted({ one: '# place', other: '# places' }),
    line: counted({ one: '# line', other: '# lines' }),
    target: counted({ one: '# target', other: '# targets' }),
    question: counted({ one: '# question', other: '# questions' }),
  },
});
