/** What a command is called in the history: a few words for the user ("Change element", "Delete 3 items"). */
import type { Command, SingleCommand } from '../../shared/commands.ts';
import { kindNamed } from '../../shared/kinds/all.ts';

const words = { create: 'Create', change: 'Change', move: 'Move', remove: 'Delete' } as const;

export function labelOf(command: Command): string {
  if (command.do !== 'batch') return one(command);
  const [first] = command.commands;
  if (first && command.commands.length === 1) return one(first);
  const kinds = new Set(command.commands.map((each) => one(each)));
  if (first && kinds.size === 1) return `${one(first)} (${command.commands.length})`;
  const verbs = new Set(command.commands.map(({ do: verb }) => verb));
  const [verb] = verbs;
  return verbs.size === 1 && verb && verb in words
    ? `${words[verb as keyof typeof words]} ${command.commands.length} items`
    : `${command.commands.length} changes`;
}

function one(command: SingleCommand): string {
  switch (command.do) {
    case 'setConditions':
      return 'Change conditions';
    case 'take':
      return 'Changes from elsewhere';
    case 'addLocale':
      return 'Add language';
    case 'changeLocale':
      return 'Change language';
    case 'removeLocale':
      return 'Remove language';
    case 'makeMainLocale':
      return 'Change main language';
    case 'change':
      return isPlacing(command.fields) ? `Move ${kindNamed(command.kind).label}` : `Change ${kindNamed(command.kind).label}`;
    default:
      return `${words[command.do]} ${kindNamed(command.kind).label}`;
  }
}

const isPlacing = (fields: object): boolean => Object.keys(fields).every((field) => field === 'x' || field === 'y');
