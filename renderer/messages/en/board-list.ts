/** What the list of a board says. */
import { formatPlural } from '../../../shared/messages/format.ts';
import { defineMessages } from '../catalogue.ts';

export const boardListMessages = defineMessages({
  label: (board: string) => `Items of ${board}`,
  add: 'Add to the board',
  more: 'More',
  name: 'Name',
  says: 'Says',
  leadsTo: 'Leads to',
  empty: 'This board is empty. Add the first element to begin.',
  kinds: {
    element: 'Element',
    note: 'Note',
    jumper: 'Jumper',
    branch: 'Branch',
    condition: 'Condition',
    connection: 'Connection',
  },
  untitled: 'Untitled',
  emptyNote: 'Empty note',
  jumpsTo: (name: string) => `Jumps to ${name}`,
  jumpsNowhere: 'Jumps nowhere yet',
  start: 'The story starts here',
  nowhere: 'nowhere yet',
  choices: (count: number) => formatPlural(count, { one: '# choice', other: '# choices' }),
  conditions: (count: number) => formatPlural(count, { one: '# condition', other: '# conditions' }),
});
