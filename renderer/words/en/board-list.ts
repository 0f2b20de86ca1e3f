/** What the list of a board says. */
import { many } from '../../../shared/words/counts.ts';
import { catalogue } from '../words.ts';

export const boardListWords = catalogue({
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
  choices: (count: number) => many(count, { one: '# choice', other: '# choices' }),
  conditions: (count: number) => many(count, { one: '# condition', other: '# conditions' }),
});
