/**
 * The label of a command in the history, such as "Change element" or "Delete 3 items". The journal stores labels by key, so the key of a
 * released label must never be renamed.
 */
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Command, SingleCommand } from '../../../shared/model/commands.ts';

export function commandLabel(command: Command): Message {
  if (command.do !== 'batch') return singleCommandLabel(command);
  const commands = countedCommands(command.commands);
  const [first, ...others] = commands;
  if (!first) return message('undo.changes', { count: 0 });
  const label = singleCommandLabel(first);
  if (others.length === 0) return label;
  const count = commands.length;
  if (others.every((each) => singleCommandLabel(each).key === label.key)) return message('undo.repeated', { label, count });
  const verb = first.do;
  const isSameVerb = others.every((each) => each.do === verb);
  return isSameVerb && (verb === 'create' || verb === 'change' || verb === 'move' || verb === 'remove')
    ? message(`undo.${verb}.items`, { count })
    : message('undo.changes', { count });
}

/** Comments that move together with their records are not counted as separate changes. */
function countedCommands(commands: readonly SingleCommand[]): readonly SingleCommand[] {
  const others = commands.filter((each) => each.do !== 'putLocalComments');
  return others.length === 0 ? commands : others;
}

/** A message without parameters, so that labels can be compared by key. */
function singleCommandLabel(command: SingleCommand): Message {
  switch (command.do) {
    case 'setConditions':
      return message('undo.conditions');
    case 'replaceRecords':
      return message('undo.remoteChanges');
    case 'addLocalComment':
    case 'putLocalComments':
      return message('undo.create.comment');
    case 'changeLocalComment':
      return message('undo.change.comment');
    case 'removeLocalComment':
      return message('undo.remove.comment');
    case 'addLocale':
      return message('undo.language.add');
    case 'changeLocale':
      return message('undo.language.change');
    case 'removeLocale':
      return message('undo.language.remove');
    case 'makeMainLocale':
      return message('undo.language.makeMain');
    case 'change':
      return isPositionOnly(command.fields) ? message(`undo.move.${command.kind}`) : message(`undo.change.${command.kind}`);
    case 'create':
      return command.kind === 'note' && command.fields.isFrame === true
        ? message('undo.create.frame')
        : message(`undo.create.${command.kind}`);
    default:
      return message(`undo.${command.do}.${command.kind}`);
  }
}

const isPositionOnly = (fields: object): boolean => Object.keys(fields).every((field) => field === 'x' || field === 'y');
