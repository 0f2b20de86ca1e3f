/** What a command is called in the history: a few words for the user ("Change element", "Delete 3 items"). */

import { undoLabelMessages as says } from '../../../shared/messages/en/undo-labels.ts';
import type { Command, SingleCommand } from '../../../shared/model/commands.ts';

export function formatCommandLabel(command: Command): string {
  if (command.do !== 'batch') return formatSingleCommandLabel(command);
  const { commands } = command;
  const [first] = commands;
  if (!first) return says.changes(0);
  if (commands.length === 1) return formatSingleCommandLabel(first);
  if (commands.every((each) => formatSingleCommandLabel(each) === formatSingleCommandLabel(first)))
    return says.times(formatSingleCommandLabel(first), commands.length);
  const verb = first.do;
  const isSame = commands.every((each) => each.do === verb);
  return isSame && (verb === 'create' || verb === 'change' || verb === 'move' || verb === 'remove')
    ? says[verb].items(commands.length)
    : says.changes(commands.length);
}

function formatSingleCommandLabel(command: SingleCommand): string {
  switch (command.do) {
    case 'setConditions':
    case 'take':
    case 'addLocale':
    case 'changeLocale':
    case 'removeLocale':
    case 'makeMainLocale':
      return says[command.do];
    case 'change':
      return (isPositionOnly(command.fields) ? says.move : says.change).one(command.kind);
    default:
      return says[command.do].one(command.kind);
  }
}

const isPositionOnly = (fields: object): boolean => Object.keys(fields).every((field) => field === 'x' || field === 'y');
