/** Validates the records of a new project and collects them in a draft. */

import { message } from '../../../shared/messages/message.ts';
import { namedRecord } from '../../../shared/model/kind-messages.ts';
import { type AnyRecord, getKind, isKindName } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { compareEntries, Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { ProjectDraft, ValidationErrors } from './project-draft.ts';
import { validateDraftInSteps } from './validate-draft.ts';

/** Handles one record in each step. Throws one Problem with the errors of all records by path, such as `elements.<id>.theme`. */
export function* draftNewProjectInSteps(records: readonly AnyRecord[]): Generator<void, ProjectDraft> {
  const draft = new ProjectDraft(new Project());
  const errors = new ValidationErrors();
  for (const record of records) {
    if (!isKindName(record.kind)) errors.addInvalidField(`${record.kind}.${record.id}`, message('fault.unknownKind'));
    else if (draft.get(record.id))
      errors.addInvalidField(
        recordPath(record),
        message('fault.duplicateId', { record: namedRecord(draft.get(record.id)?.kind ?? record.kind, '') }),
      );
    else draft.put(record);
    yield;
  }
  if (!draft.find('project', projectRecordId))
    throw new Problem('importIntegrity', message('problem.import.noProjectRecord'), { errors: { project: message('fault.required') } });
  yield* validateDraftInSteps(draft, errors, (record) => `${recordPath(record)}.`);
  if (errors.count === 0) yield* validateAcrossRecords(draft, errors);
  errors.throwCombined();
  return draft;
}

/**
 * Validates rules about several records: the roots exist, at least one board is playable, and the conditions of every branch are `if`,
 * `elseIf`…, `else`.
 */
function* validateAcrossRecords(draft: ProjectDraft, errors: ValidationErrors): Generator<void, void> {
  const { roots } = draft.getOrThrow('project', projectRecordId);
  for (const kind of ['board', 'component', 'asset'] as const)
    if (!isRootFolder(draft.find(kind, roots[kind])))
      errors.addInvalidField(`project.roots.${kind}`, message('fault.rootFolder', { kind }));
  if (draft.get(roots.variable)) errors.addInvalidField('project.roots.variable', message('fault.variableRoot'));
  let hasPlayableBoard = false;
  const conditions = new Map<string, AnyRecord[]>();
  for (const record of draft.writtenRecords()) {
    if (record.kind === 'board' && record.type === 'board') hasPlayableBoard = true;
    if (record.kind === 'condition') addTo(conditions, String(record.branchId), record);
    for (const { rankField } of getKind(record.kind).orders)
      if (!record[rankField]) errors.addInvalidField(`${recordPath(record)}.${rankField}`, message('fault.required'));
    yield;
  }
  for (const record of draft.writtenRecords()) {
    yield;
    if (record.kind !== 'branch') continue;
    const roles = (conditions.get(record.id) ?? []).sort(compareEntries).map(({ role }) => role);
    if (!roles.includes('if')) errors.addInvalidField(`${recordPath(record)}.conditions`, message('fault.conditions.ifNeeded'));
    else if (roles.indexOf('if') > 0 || ![-1, roles.length - 1].includes(roles.indexOf('else')))
      errors.addInvalidField(`${recordPath(record)}.conditions`, message('fault.conditions.order'));
  }
  if (!hasPlayableBoard) errors.addInvalidField('boards', message('fault.boardNeeded'));
}

const isRootFolder = (root: { readonly type: string; readonly parentId: string | null } | undefined): boolean =>
  root?.type === 'folder' && root.parentId === null;

function addTo(lists: Map<string, AnyRecord[]>, key: string, record: AnyRecord): void {
  const list = lists.get(key);
  if (list) list.push(record);
  else lists.set(key, [record]);
}

const recordPath = ({ kind, id }: AnyRecord): string => (kind === 'project' ? 'project' : `${getKind(kind).plural}.${id}`);
