/** What is said while a script is written. */
import { many } from '../../../shared/words/counts.ts';
import { catalogue } from '../words.ts';

export const scriptEditorWords = catalogue({
  placeholder: 'score > 3',
  completions: 'What can stand here',
  counted: (count: number) => many(count, { one: '# word that can stand here', other: '# words that can stand here' }),
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
