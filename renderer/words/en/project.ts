/** What is asked about the open project: its languages, its export to a file. */
import { catalogue } from '../words.ts';

export const projectWords = catalogue({
  languages: 'Languages',
  theStoryIsWritten:
    'The story is written in its main language. Another language shows the text of the one it is based on until it has its own.',
  mainLanguage: 'main language',
  basedOn: (name: string) => `based on ${name}`,
  code: 'Code',
  german: 'German',
  rename: 'Rename…',
  makeItTheMain: 'Make it the main language',
  remove: 'Remove…',
  removeQuestion: (name: string) => `Remove ${name}?`,
  everythingWrittenInGoes: (name: string) => `Everything written in ${name} goes with it. Undo brings it back.`,
  renameTheLanguage: 'Rename the language',
  canBeImportedAgain: 'Can be imported again',
  theMainLanguage: 'the main language',
  allLanguages: 'all languages',
  exporting: 'Exporting',
  writtenTo: (written: string) => `Written to ${written}.`,
  exportToAFile: 'Export to a file',
  exportIt: 'Export',
  format: 'Format',
  onlyTheMainLanguage: 'The main language',
  everyLanguage: 'All languages',
  only: (label: string) => `Only ${label}`,
  file: 'File',
});
