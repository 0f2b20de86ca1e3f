/** The pages of --help. */
import type { CliCommand } from './define-command.ts';
import { formatTable } from './format-text.ts';

const globalOptionRows = [
  ['--data DIR', 'the folder that holds the projects (else the one of this user)'],
  ['--json', 'one JSON value, for machines'],
  ['--help', 'this, or with a command: about that one'],
  ['--version', 'the version of Taleport'],
];

export function formatGeneralHelp(commands: readonly CliCommand[]): string {
  const rows = commands.map(({ name, description }) => [`  ${name}`, description]);
  return [
    'Taleport: branching stories, and their way into games.',
    '',
    'taleport COMMAND … [--data DIR] [--json]',
    '',
    formatRows(rows),
    '',
    formatRows(globalOptionRows.map(([option = '', says = '']) => [`  ${option}`, says])),
    '',
    'Exit codes: 0 done, 1 failed, 2 wrong usage.',
  ].join('\n');
}

export const formatCommandHelp = (entries: readonly CliCommand[]): string =>
  entries
    .map(({ name, usage, description, optionHelp = [] }) =>
      [
        `taleport ${name} ${usage}`.trimEnd(),
        `    ${description}`,
        ...(optionHelp.length > 0 ? [formatRows(optionHelp.map(([option, says]) => [`      ${option}`, says]))] : []),
      ].join('\n'),
    )
    .join('\n');

/** A table without its head. */
const formatRows = (rows: readonly (readonly string[])[]): string => formatTable(['', ''], rows).split('\n').slice(1).join('\n');
