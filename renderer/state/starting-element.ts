/** The start of a story that has no element yet. */
import type { Command } from '../../shared/model/commands.ts';
import { projectRecordId } from '../../shared/model/kinds/project.ts';
import type { Project } from '../../shared/model/project.ts';

/**
 * The command, which also makes the first element of an empty story its start, so that Play works without a further step. Only the window does this: a
 * program that creates elements over REST, and an import, set the start themselves. Pure.
 */
export function startWithFirstElement(project: Project, command: Command): Command {
  if (project.countOfKind('element') > 0 || project.find('project', projectRecordId)?.startingElement !== null) return command;
  const commands = command.do === 'batch' ? command.commands : [command];
  const first = commands.find((each) => each.do === 'create' && each.kind === 'element' && each.id !== undefined);
  if (first?.do !== 'create' || first.id === undefined) return command;
  return {
    do: 'batch',
    commands: [...commands, { do: 'change', kind: 'project', id: projectRecordId, fields: { startingElement: first.id } }],
  };
}
