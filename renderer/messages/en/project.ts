/** What is asked about the open project: its languages, its export to a file. */
import { formatList, formatPlural } from '../../../shared/messages/format.ts';
import { defineMessages } from '../catalogue.ts';

export const projectMessages = defineMessages({
  languages: 'Languages',
  theStoryIsWritten:
    'The story is written in its main language. Another language shows the text of the one it is based on until it has its own.',
  mainLanguage: 'main language',
  basedOn: (name: string) => `based on ${name}`,
  code: 'Code',
  codeIsNone: 'Letters, digits, - and _ only, as in de or pt-BR.',
  codeIsThere: 'The story has this language.',
  rename: 'Rename…',
  makeItTheMain: 'Make it the main language',
  remove: 'Remove…',
  removeQuestion: (name: string) => `Remove ${name}?`,
  textsThatGo: (count: number, name: string) =>
    count === 0
      ? `Nothing is written in ${name}.`
      : `With it ${formatPlural(count, { one: 'goes # text', other: 'go # texts' })} written in ${name}.`,
  lendsTo: (names: readonly string[]) => `${formatList(names)} will show the words of the language that it is based on itself.`,
  undoBringsBack: 'Undo brings it back.',
  baseOf: (name: string) => `What ${name} is based on`,
  languagesAreThere: (remote: string) =>
    `This project is mirrored with ${remote}. The hosted service does not let others change languages: add, rename and remove them there, and they come with the mirror.`,
  openTranslations: 'Translations…',
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
  about: {
    title: 'About the project',
    name: 'Name',
    start: 'The story starts at',
    findElement: 'Find an element',
    noStart: 'Nowhere yet',
    cover: 'Cover of the project',
    noCover: 'None',
    coverHint: 'A picture of the assets that the hosted service shows for the project.',
    coverFile: (file: string) => `The file ${file}`,
    takeOff: 'Take the cover off',
    languages: 'Languages…',
    stylesheet: 'Stylesheet…',
    words: 'Words that players read',
    language: 'Language',
    story: 'Whole story',
    board: 'This board',
    element: (title: string) => `This element: ${title}`,
    counting: 'The words are being counted.',
    counted: (count: number) => formatPlural(count, { one: '# word', other: '# words' }),
  },
});
