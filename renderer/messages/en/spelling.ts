/** The spell check, where it is switched. */
import { formatList } from '../../../shared/messages/format.ts';
import { defineMessages } from '../catalogue.ts';

export const spellingMessages = defineMessages({
  title: 'Spelling',
  check: 'Check the spelling of texts',
  says: 'Each text is checked in its language. Under the right button stands what may have been meant.',
  inBrowser: 'Your browser checks the spelling of texts in the languages that it is set to.',
  bySystem: 'The dictionaries are those of your system. Nothing is fetched.',
  checked: (languages: readonly string[]) => `Checked: ${formatList(languages)}.`,
  missing: (languages: readonly string[]) => `There is no dictionary on this computer for ${formatList(languages)}.`,
  unknown: (languages: readonly string[]) => `Nobody has a dictionary for ${formatList(languages)}.`,
  downloads: 'Fetch dictionaries that are missing',
  downloadsSay:
    'Off, nothing leaves this computer. On, a missing dictionary is fetched once from the servers of Google, which the spell checker of Chromium comes from. It begins with the next start.',
  folder: (folder: string) => `Dictionaries (.bdic) that you have yourself can be put into ${folder}.`,
  noStory: 'Open a story to see which of its languages can be checked.',
});
