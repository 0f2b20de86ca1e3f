/** Decides what a command changes. Pure: it reads a project and returns a change set, or throws a Problem. */

import type { Environment } from '../../../shared/environment.ts';
import type { ChangeSet } from '../../../shared/model/change-set.ts';
import type { CommandOrigin, SingleCommand } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';
import { cascadeRemovals } from './cascade-removals.ts';
import { changeRecord } from './change-record.ts';
import { setConditions } from './conditions.ts';
import { createRecord } from './create-record.ts';
import type { DecisionContext } from './decision-context.ts';
import { addLocalComment, changeLocalComment, putLocalComments, removeLocalComment } from './local-comments.ts';
import { addLocale, changeLocale, makeMainLocale, removeLocale } from './locales.ts';
import { updateMentionLabels } from './mention-labels.ts';
import { moveRecord } from './move-record.ts';
import { ProjectDraft } from './project-draft.ts';
import { removeRecord } from './remove-record.ts';
import { replaceRecords } from './replace-records.ts';
import { updateTranslationSources } from './translation-sources.ts';
import { validateDraft } from './validate-draft.ts';
import { ValidationErrors } from './validation-errors.ts';

interface Decision {
  readonly changes: ChangeSet;
  /** The ids of the created records, first that of the record which the command itself creates. */
  readonly ids: readonly string[];
}

/** Throws one Problem with all errors of the command. `findStoredFile` finds a stored file of this project. */
export function decide(
  command: SingleCommand,
  project: Project,
  environment: Environment,
  origin: CommandOrigin,
  findStoredFile: DecisionContext['findStoredFile'] = () => undefined,
): Decision {
  const draft = new ProjectDraft(project);
  const errors = new ValidationErrors();
  const ids = applyCommand(command, { draft, environment, origin, errors, findStoredFile });
  if (errors.hasInvalidFields) errors.throwIfAny();
  cascadeRemovals(draft);
  // Received records already contain mentions with the labels of the remote.
  if (command.do !== 'replaceRecords') updateMentionLabels(draft);
  updateTranslationSources(draft, command, { confirmsTranslations: origin === 'user' });
  validateDraft(draft, errors, command.do === 'replaceRecords' ? ({ id }) => `${id}.` : undefined);
  if (command.do === 'replaceRecords') errors.throwCombined();
  errors.throwIfAny();
  return { changes: draft.toChangeSet(), ids };
}

function applyCommand(command: SingleCommand, context: DecisionContext): readonly string[] {
  switch (command.do) {
    case 'create':
      return createRecord(command, context);
    case 'change':
      changeRecord(command, context);
      return [];
    case 'move':
      moveRecord(command, context);
      return [];
    case 'remove':
      removeRecord(command, context);
      return [];
    case 'setConditions':
      return setConditions(command.id, command.conditions, context);
    case 'replaceRecords':
      replaceRecords(command, context);
      return [];
    case 'addLocalComment':
      return addLocalComment(command, context);
    case 'changeLocalComment':
      changeLocalComment(command, context);
      return [];
    case 'removeLocalComment':
      removeLocalComment(command, context);
      return [];
    case 'putLocalComments':
      putLocalComments(command, context);
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
