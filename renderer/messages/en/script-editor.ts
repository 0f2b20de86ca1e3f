/** What is said while a script is written. */
import { formatPlural } from '../../../shared/messages/format.ts';
import { defineMessages } from '../catalogue.ts';

export const scriptEditorMessages = defineMessages({
  placeholder: 'score > 3',
  completions: 'What can stand here',
  counted: (count: number) => formatPlural(count, { one: '# word that can stand here', other: '# words that can stand here' }),
  faults: 'What is wrong in the scripts',
  at: (script: number, line: number, column: number, message: string) => `Script ${script}, line ${line}, column ${column}: ${message}`,
  atLine: (line: number, column: number, message: string) => `Line ${line}, column ${column}: ${message}`,
  unknown: (name: string) => `There is no variable called “${name}”.`,
  unknownScope: (scope: string) => `No board and no component has the script ID “${scope}”.`,
  says: {
    variable: 'variable',
    scope: 'its variables',
    function: 'function',
    word: 'word',
  },
});
