/** Comments beside the board. */
import { formatPlural } from '../../../shared/messages/format.ts';
import { defineMessages } from '../catalogue.ts';

export const commentsMessages = defineMessages({
  title: 'Comments',
  toggle: 'Show or hide the comments',
  close: 'Close the comments',
  showing: 'Show',
  states: { open: 'Open', resolved: 'Resolved', all: 'All' },
  where: 'Where',
  everywhere: 'On all boards',
  here: 'On this board',
  find: 'Words or an author',
  who: { departed: (id: string) => `Someone who has left (${id})`, left: 'has left the project' },
  edited: (when: string) => `changed ${when}`,
  noTime: 'at an unknown time',
  resolved: 'Resolved',
  at: (board: string) => `On ${board}`,
  beside: (board: string, item: string) => `On ${board}, at ${item}`,
  show: 'Show on the board',
  replies: (count: number) => formatPlural(count, { one: '# reply', other: '# replies' }),
  counted: (count: number) => formatPlural(count, { one: '# thread', other: '# threads' }),
  none: 'This story has no comments. They come with imported projects, templates and mirrored projects.',
  noneFits: 'No thread fits.',
  readOnly: 'Comments can be read here. They are written in the hosted service.',
  pin: (author: string, words: string) => `Comment by ${author}: ${words}`,
});
