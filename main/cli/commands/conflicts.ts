import type { ConflictDetails, ConflictResolution } from '../../../shared/contracts/sync.ts';
import { notFoundProblem } from '../../../shared/problem.ts';
import { defineCliCommand } from '../define-command.ts';
import { formatCount, formatTable } from '../format-text.ts';
import { UsageError } from '../usage-error.ts';

/** Conflicts of synced projects: both sides changed the same thing, and only the user can decide. */
export const conflictCommands = [
  defineCliCommand({
    name: 'conflicts list',
    usage: '[HASH]',
    description: 'lists the open conflicts of synced projects',
    positionals: ['[HASH]'],
    options: {},
    async run({ positionals: [hash] }, session) {
      const conflicts = await session().invoke('conflict.list', hash === undefined ? {} : { hash });
      const rows = conflicts.map(({ id, sentence, base, mine, theirs }) => [id, sentence, ...[base, mine, theirs].map(formatCell)]);
      return {
        value: conflicts.map(toConflictJson),
        text: rows.length > 0 ? formatTable(['conflict', '', 'base', 'mine', 'theirs'], rows) : 'There are no open conflicts.',
      };
    },
  }),
  defineCliCommand({
    name: 'conflicts show',
    usage: 'ID',
    description: 'shows one conflict: the record, the three values, and what each answer does',
    positionals: ['ID'],
    options: {},
    async run({ positionals: [id = ''] }, session) {
      const conflict = (await session().invoke('conflict.list', {})).find((each) => each.id === id);
      if (!conflict) throw notFoundProblem('open conflict', id);
      return { value: toConflictJson(conflict), text: formatConflict(conflict) };
    },
  }),
  defineCliCommand({
    name: 'conflicts resolve',
    usage: 'ID mine|theirs | ID --text T | --all mine|theirs [HASH]',
    description: 'resolves a conflict, or with --all every open one (of a project), with your side, theirs, or a text of its own',
    positionals: ['[ID]', '[ANSWER]'],
    options: { text: { type: 'string' }, all: { type: 'boolean' } },
    async run({ positionals: [first, second], values }, session) {
      if (values.all) {
        const answer = parseResolution(first, values.text);
        const { invoke } = session();
        const open = await invoke('conflict.list', second === undefined ? {} : { hash: second });
        const ids = open.filter((conflict) => isPossible(conflict, answer)).map(({ id }) => id);
        if (ids.length > 0) await invoke('conflict.resolve', { ids, answer });
        return { value: ids.map((id) => ({ id })), text: formatResolved(ids.length, open.length) };
      }
      if (first === undefined) throw new UsageError('conflicts resolve needs the ID of a conflict, or --all.');
      const answer = parseResolution(second, values.text);
      await session().invoke('conflict.resolve', { ids: [first], answer });
      return { value: { id: first }, text: `The conflict ${first} is resolved.` };
    },
  }),
];

function parseResolution(choice: string | undefined, text: string | undefined): ConflictResolution {
  if (text !== undefined && choice === undefined) return { text };
  if (text === undefined && (choice === 'mine' || choice === 'theirs')) return { choice };
  throw new UsageError('conflicts resolve needs exactly one answer: mine, theirs or --text.');
}

const isPossible = ({ choices }: ConflictDetails, answer: ConflictResolution): boolean =>
  'choice' in answer ? choices[answer.choice] !== null : choices.text;

function formatResolved(resolved: number, open: number): string {
  const skipped = open > resolved ? `, ${open - resolved} skipped: this answer is not possible for them` : '';
  return `${formatCount(resolved, 'conflict')} resolved${skipped}.`;
}

/** What --json prints of a conflict; `choices` are the answers that are possible, with their effect in words. */
function toConflictJson({
  id,
  hash,
  kind,
  record,
  title,
  location,
  field,
  locale,
  sentence,
  base,
  mine,
  theirs,
  choices,
}: ConflictDetails) {
  return { id, hash, kind, record, title, location, field, locale, message: sentence, base, mine, theirs, choices: toChoices(choices) };
}

function toChoices({ mine, theirs, text }: ConflictDetails['choices']): { answer: string; effect: string }[] {
  return [
    ...(mine === null ? [] : [{ answer: 'mine', effect: mine }]),
    ...(theirs === null ? [] : [{ answer: 'theirs', effect: theirs }]),
    ...(text ? [{ answer: '--text T', effect: 'Both sides become the text T.' }] : []),
  ];
}

function formatConflict(conflict: ConflictDetails): string {
  const { id, hash, kind, title, location, sentence, base, mine, theirs, choices } = conflict;
  return [
    sentence,
    '',
    formatRows([
      ['Conflict', id],
      ['Project', hash],
      ['Record', `${kind} “${title}”`],
      ...(location.length > 0 ? [['In', location.join(' › ')]] : []),
      ['Base', formatValue(base)],
      ['Mine', formatValue(mine)],
      ['Theirs', formatValue(theirs)],
    ]),
    '',
    formatRows(toChoices(choices).map(({ answer, effect }) => [`conflicts resolve ${id} ${answer}`, effect])),
  ].join('\n');
}

/** A table without its head. */
const formatRows = (rows: readonly (readonly string[])[]): string => formatTable(['', ''], rows).split('\n').slice(1).join('\n');

function formatValue(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '–' : JSON.stringify(value);
}

/** A value in a cell of a table. */
function formatCell(value: unknown): string {
  const line = formatValue(value).replace(/\s+/g, ' ');
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
