/** Decides what a command changes. Pure: it reads a project and gives a change set, or throws a Problem and nothing has happened. */
import type { ChangeSet } from '../../../shared/changes.ts';
import type { Origin, SingleCommand } from '../../../shared/commands.ts';
import type { Project } from '../../../shared/project.ts';
import type { World } from '../../../shared/world.ts';
import { Faults } from '../faults.ts';
import { settleMentions } from '../relabel.ts';
import { settleRemovals } from '../removal.ts';
import { Stage } from '../stage.ts';
import { settleTranslations } from '../translations.ts';
import { validate } from '../validate.ts';
import { change } from './change.ts';
import { setConditions } from './conditions.ts';
import type { Context } from './context.ts';
import { create } from './create.ts';
import { addLocale, changeLocale, makeMainLocale, removeLocale } from './locales.ts';
import { move } from './move.ts';
import { remove } from './remove.ts';
import { take } from './take.ts';

export interface Decision {
  readonly changes: ChangeSet;
  /** The ids the command made, first the one it is about. */
  readonly ids: readonly string[];
}

export function decide(
  command: SingleCommand,
  project: Project,
  world: World,
  origin: Origin,
  storedFile: Context['storedFile'] = () => undefined,
): Decision {
  const stage = new Stage(project);
  const faults = new Faults();
  const ids = run(command, { stage, world, origin, faults, storedFile });
  if (faults.hasInvalidFields) faults.tell();
  settleRemovals(stage);
  // What is taken in has its mentions as the other place calls them.
  if (command.do !== 'take') settleMentions(stage);
  settleTranslations(stage, command, origin === 'user' ? 'said' : 'unsaid');
  validate(stage, faults, command.do === 'take' ? ({ id }) => `${id}.` : undefined);
  if (command.do === 'take') faults.tellAll();
  faults.tell();
  return { changes: stage.changes(), ids };
}

function run(command: SingleCommand, context: Context): readonly string[] {
  switch (command.do) {
    case 'create':
      return create(command, context);
    case 'change':
      change(command, context);
      return [];
    case 'move':
      move(command, context);
      return [];
    case 'remove':
      remove(command, context);
      return [];
    case 'setConditions':
      return setConditions(command.id, command.conditions, context);
    case 'take':
      take(command, context);
      return [];
    case 'addLocale':
      addLocale(command, context);
      return [];
    case 'changeLocale':
      changeLocale(command, context);
      return [];
    case 'removeLocale':
      removeLocale(command, context);
      return [];
    case 'makeMainLocale':
      makeMainLocale(command, context);
      return [];
  }
}
