/** The pages of --help. */
import type { CommandEntry } from './command-entry.ts';
import { table } from './text.ts';

const common = [
  ['--data DIR', 'the folder that holds the projects (else the one of this user)'],
  ['--json', 'one JSON value, for machines'],
  ['--help', 'this, or with a command: about that one'],
  ['--version', 'the version of Taleport'],
];

export function helpForAll(commands: readonly CommandEntry[]): string {
  const rows = commands.map(({ name, does }) => [`  ${name}`, does]);
  return [
    'Taleport: branching stories, and their way into games.',
    '',
    'taleport COMMAND … [--data DIR] [--json]',
    '',
    plain(rows),
    '',
    plain(common.map(([option = '', says = '']) => [`  ${option}`, says])),
    '',
    'Exit codes: 0 done, 1 failed, 2 wrong usage.',
  ].join('\n');
}

export const helpFor = (entries: readonly CommandEntry[]): string =>
  entries
    .map(({ name, usage, does, explains = [] }) =>
      [
        `taleport ${name} ${usage}`.trimEnd(),
        `    ${does}`,
        ...(explains.length > 0 ? [plain(explains.map(([option, says]) => [`      ${option}`, says]))] : []),
      ].join('\n'),
    )
    .join('\n');

/** A table without its head. */
const plain = (rows: readonly (readonly string[])[]): string => table(['', ''], rows).split('\n').slice(1).join('\n');
