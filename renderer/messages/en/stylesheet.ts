/** The editor of the project's stylesheet. */
import { formatPlural } from '../../../shared/messages/format.ts';
import { defineMessages } from '../catalogue.ts';

export const stylesheetMessages = defineMessages({
  action: 'Edit the stylesheet',
  opening: 'Opening the stylesheet',
  notLoaded: 'The editor could not be loaded. Please restart Taleport.',
  title: 'Stylesheet',
  says: 'How the pages of your story look in play. Taleport loads nothing for it: addresses and @import do nothing here.',
  editor: 'CSS of the project',
  preview: 'Preview',
  example: 'Element to look at',
  find: 'Find an element',
  nothing: 'An example page',
  exampleTitle: '<p>The lighthouse</p>',
  exampleContent:
    '<p>The lamp is <strong>dark</strong>, and the sea is <em>loud</em>. <span class="mention" data-id="x" data-type="component">Maren</span> waits at the door.</p><blockquote><p>Nobody has been here for years.</p></blockquote><ul><li><p>A rope</p></li><li><p>A knife</p></li></ul>',
  save: 'Save',
  saved: 'Saved',
  revert: 'Back to what is saved',
  unsaved: 'Not saved yet. Closing saves it.',
  faults: (count: number) => formatPlural(count, { one: '# place that is no CSS', other: '# places that are no CSS' }),
  fault: 'This is no CSS.',
});
