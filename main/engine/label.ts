/** What a command is called in the history: a few words for the user ("Change element", "Delete 3 items"). */
import type { Command, SingleCommand } from '../../shared/commands.ts';
import { stepSentences as says } from '../../shared/words/en/steps.ts';

export function labelOf(command: Command): string {
  if (command.do !== 'batch') return one(command);
  const { commands } = command;
  const [first] = commands;
  if (!first) return says.changes(0);
  if (commands.length === 1) return one(first);
  if (commands.every((each) => one(each) === one(first))) return says.times(one(first), commands.length);
  const verb = first.do;
  const isSame = commands.every((each) => each.do === verb);
  return isSame && (verb === 'create' || verb === 'change' || verb === 'move' || verb === 'remove')
    ? says[verb].items(commands.length)
    : says.changes(commands.length);
}

function one(command: SingleCommand): string {
  switch (command.do) {
    case 'setConditions':
    case 'take':
    case 'addLocale':
    case 'changeLocale':
    case 'removeLocale':
    case 'makeMainLocale':
      return says[command.do];
    case 'change':
      return (isPlacing(command.fields) ? says.move : says.change).one(command.kind);
    default:
      return says[command.do].one(command.kind);
  }
}

const isPlacing = (fields: object): boolean => Object.keys(fields).every((field) => field === 'x' || field === 'y');
