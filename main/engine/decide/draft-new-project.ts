/** Validates the records of a new project, all of them or what differs from a valid one, and collects them in a draft. */

import { addToList } from '../../../shared/lists.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { jsonEquals } from '../../../shared/model/change-set.ts';
import { namedRecord } from '../../../shared/model/kind-messages.ts';
import { type AnyRecord, getKind, isKindName, recordPath } from '../../../shared/model/kinds/kinds.ts';
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
        recordPath(record.kind, record.id),
        message('fault.duplicateId', { record: namedRecord(draft.get(record.id)?.kind ?? record.kind, '') }),
      );
    else draft.put(record);
    yield;
  }
  if (!draft.find('project', projectRecordId))
    throw new Problem('importIntegrity', message('problem.import.noProjectRecord'), { errors: { project: message('fault.required') } });
  yield* validateDraftInSteps(draft, errors, (record) => `${recordPath(record.kind, record.id)}.`);
  if (errors.count === 0) yield* validateAcrossRecords(draft, errors);
  errors.throwCombined();
  return draft;
}

/**
 * Validates rules about several records: the roots exist, at least one board is playable, and the conditions of every branch are `if`,
 * `elseIf`…, `else`.
 */
function* validateAcrossRecords(draft: ProjectDraft, errors: ValidationErrors): Generator<void, void> {
  const { roots } = draft.projectRecord;
  for (const kind of ['board', 'component', 'asset'] as const)
    if (!isRootFolder(draft.find(kind, roots[kind])))
      errors.addInvalidField(`project.roots.${kind}`, message('fault.rootFolder', { kind }));
  if (draft.get(roots.variable)) errors.addInvalidField('project.roots.variable', message('fault.variableRoot'));
  let hasPlayableBoard = false;
  const conditions = new Map<string, AnyRecord[]>();
  for (const record of draft.writtenRecords()) {
    if (record.kind === 'board' && record.type === 'board') hasPlayableBoard = true;
    if (record.kind === 'condition') addToList(conditions, String(record.branchId), record);
    for (const rankField of missingRanks(record))
      errors.addInvalidField(`${recordPath(record.kind, record.id)}.${rankField}`, message('fault.required'));
    yield;
  }
  for (const record of draft.writtenRecords()) {
    yield;
    if (record.kind !== 'branch') continue;
    const fault = findConditionsFault((conditions.get(record.id) ?? []).sort(compareEntries));
    if (fault) errors.addInvalidField(`${recordPath(record.kind, record.id)}.conditions`, fault);
  }
  if (!hasPlayableBoard) errors.addInvalidField('boards', message('fault.boardNeeded'));
}

const missingRanks = (record: AnyRecord): string[] =>
  getKind(record.kind).orders.flatMap(({ rankField }) => (record[rankField] ? [] : [rankField]));

/** `conditions`: those of one branch, in order. */
function findConditionsFault(conditions: readonly AnyRecord[]): Message | undefined {
  const roles = conditions.map(({ role }) => role);
  if (!roles.includes('if')) return message('fault.conditions.ifNeeded');
  const isOrdered = roles.indexOf('if') === 0 && [-1, roles.length - 1].includes(roles.indexOf('else'));
  return isOrdered ? undefined : message('fault.conditions.order');
}

/**
 * Whether a story is valid because it differs from a valid one only in records that are. What refers to these is validated with them. False where something is
 * wrong, and where only the story as a whole could show that nothing is.
 */
export function* isStillValidInSteps(valid: Project, story: Project): Generator<void, boolean> {
  const draft = new ProjectDraft(valid);
  const branches = new Set<string>();
  let changedIds = new Set<string>();
  for (const { id } of [...valid.records(), ...story.records()]) {
    yield;
    const [before, after] = [valid.get(id), story.get(id)];
    if (before === after || jsonEquals(before, after)) continue;
    if (id === projectRecordId || valid.isRoot(id)) return false;
    // There may be no board left to play.
    if (before?.kind === 'board' && (after?.kind !== 'board' || after.type !== before.type)) return false;
    if (after && (!isKindName(after.kind) || missingRanks(after).length > 0)) return false;
    if (after) draft.put(after);
    else draft.remove(id);
    changedIds.add(id);
    for (const record of [before, after]) {
      if (record?.kind === 'branch') branches.add(id);
      if (record?.kind === 'condition') branches.add(String(record.branchId));
    }
  }
  // A rule looks at what a record refers to, and at what that refers to.
  for (let distance = 1; distance <= 2; distance++) {
    const referrers = new Set<string>();
    for (const changed of changedIds) for (const id of valid.referrersOf(changed)) referrers.add(id);
    for (const id of referrers) {
      const record = draft.get(id);
      if (record) draft.put(record);
      yield;
    }
    changedIds = referrers;
  }
  const errors = new ValidationErrors();
  yield* validateDraftInSteps(draft, errors);
  const isOrdered = (id: string): boolean => !story.has(id) || !findConditionsFault(story.children('condition', id, 'conditions'));
  return errors.count === 0 && [...branches].every(isOrdered);
}

const isRootFolder = (root: { readonly type: string; readonly parentId: string | null } | undefined): boolean =>
  root?.type === 'folder' && root.parentId === null;
