import type { QuestionAnswer } from '../../shared/mirror.ts';
import { defineCommand } from './command-entry.ts';
import { table } from './text.ts';
import { WrongUsage } from './wrong-usage.ts';

/** What only the user can decide about mirrored projects. */
export const questionCommands = [
  defineCommand({
    name: 'questions list',
    usage: '[HASH]',
    does: 'lists the open questions of the mirror',
    words: ['[HASH]'],
    options: {},
    async run({ words: [hash] }, session) {
      const questions = await session().ask('question.list', hash === undefined ? {} : { hash });
      const rows = questions.map(({ id, sentence, mine, theirs }) => [id, sentence, short(mine), short(theirs)]);
      const text = rows.length > 0 ? table(['question', '', 'mine', 'theirs'], rows) : 'There are no open questions.';
      return { value: questions, text };
    },
  }),
  defineCommand({
    name: 'questions answer',
    usage: 'ID mine|theirs | ID --text T',
    does: 'answers a question: yours, theirs, or a text of its own',
    words: ['ID', '[CHOICE]'],
    options: { text: { type: 'string' } },
    async run({ words: [id = '', choice], values }, session) {
      const answer = answerOf(choice, values.text);
      await session().ask('question.answer', { ids: [id], answer });
      return { value: { id }, text: `The question ${id} has been answered.` };
    },
  }),
];

function answerOf(choice: string | undefined, text: string | undefined): QuestionAnswer {
  if (text !== undefined && choice === undefined) return { text };
  if (text === undefined && (choice === 'mine' || choice === 'theirs')) return { choice };
  throw new WrongUsage('questions answer wants either mine, theirs or --text.');
}

/** A value in a cell of a table. */
function short(value: unknown): string {
  const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
  const line = text.replace(/\s+/g, ' ');
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
