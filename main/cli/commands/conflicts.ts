import type { ConflictResolution } from '../../../shared/contracts/sync.ts';
import { defineCliCommand } from '../define-command.ts';
import { formatTable } from '../format-text.ts';
import { UsageError } from '../usage-error.ts';

/** What only the user can decide about mirrored projects. */
export const conflictCommands = [
  defineCliCommand({
    name: 'questions list',
    usage: '[HASH]',
    description: 'lists the open questions of the mirror',
    positionals: ['[HASH]'],
    options: {},
    async run({ positionals: [hash] }, session) {
      const questions = await session().invoke('question.list', hash === undefined ? {} : { hash });
      const rows = questions.map(({ id, sentence, mine, theirs }) => [id, sentence, formatCell(mine), formatCell(theirs)]);
      const text = rows.length > 0 ? formatTable(['question', '', 'mine', 'theirs'], rows) : 'There are no open questions.';
      return { value: questions, text };
    },
  }),
  defineCliCommand({
    name: 'questions answer',
    usage: 'ID mine|theirs | ID --text T',
    description: 'answers a question: yours, theirs, or a text of its own',
    positionals: ['ID', '[CHOICE]'],
    options: { text: { type: 'string' } },
    async run({ positionals: [id = '', choice], values }, session) {
      const answer = parseResolution(choice, values.text);
      await session().invoke('question.answer', { ids: [id], answer });
      return { value: { id }, text: `The question ${id} has been answered.` };
    },
  }),
];

function parseResolution(choice: string | undefined, text: string | undefined): ConflictResolution {
  if (text !== undefined && choice === undefined) return { text };
  if (text === undefined && (choice === 'mine' || choice === 'theirs')) return { choice };
  throw new UsageError('questions answer wants either mine, theirs or --text.');
}

/** A value in a cell of a table. */
function formatCell(value: unknown): string {
  const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
  const line = text.replace(/\s+/g, ' ');
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
