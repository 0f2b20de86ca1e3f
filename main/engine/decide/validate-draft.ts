/** Validates the records of a draft: shape, rules, references, uniqueness. Collects all errors of all records. */

import { parseWithFaults, safeParseJson } from '../../../shared/contracts/schema-issues.ts';
import { message } from '../../../shared/messages/message.ts';
import { anyKindOf } from '../../../shared/model/kind-messages.ts';
import type { MissingTargetError } from '../../../shared/model/kinds/define-kind.ts';
import { getRecordSchema, localCommentsSchema } from '../../../shared/model/kinds/kind-schemas.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { referencesOf } from '../../../shared/model/references.ts';
import { conflictProblem, notFoundProblem, type Problem } from '../../../shared/problem.ts';
import { runSteps } from '../../platform/run-steps.ts';
import { type TreeDepths, validateContext } from './context-rules.ts';
import type { ProjectDraft } from './project-draft.ts';
import { ValidationErrors } from './validation-errors.ts';

/** Adds the errors of the written records. `prefix` returns the beginning of the paths of a record. */
export function validateDraft(draft: ProjectDraft, errors: ValidationErrors, prefix?: (record: AnyRecord) => string): void {
  runSteps(validateDraftInSteps(draft, errors, prefix));
}

/** Like `validateDraft`, in steps of one record each, between which the draft must not change. */
export function* validateDraftInSteps(
  draft: ProjectDraft,
  errors: ValidationErrors,
  prefix?: (record: AnyRecord) => string,
): Generator<void, void> {
  const keyHolders = new Map<string, string>();
  const depths: TreeDepths = new Map();
  for (const record of draft.writtenRecords()) {
    const found = validateRecord(record, draft, keyHolders, prefix?.(record), depths);
    if (found.count > 0) errors.addAll(found);
    yield;
  }
}

/**
 * The errors of one record. `keyHolders` maps the unique keys of records validated earlier to their ids, and receives those of this record.
 * `depths` may be shared between calls as long as the draft does not change.
 */
export function validateRecord(
  record: AnyRecord,
  draft: ProjectDraft,
  keyHolders: Map<string, string>,
  prefix = '',
  depths: TreeDepths = new Map(),
): ValidationErrors {
  const errors = new ValidationErrors();
  const kind = getKind(record.kind);
  const { kind: _k, id: _i, rank: _r, outputRank: _o, extra: _e, translatedFrom: _t, localComments, ...fields } = record;
  const parsed = parseWithFaults(getRecordSchema(kind.kind), fields);
  if (!parsed.success) {
    for (const [path, fault] of parsed.faults) errors.addInvalidField(prefix + path, fault);
    return errors;
  }
  if (localComments !== undefined && !safeParseJson(localCommentsSchema, localComments).success)
    errors.addInvalidField(`${prefix}localComments`, message('fault.invalidValue'));
  for (const rule of kind.recordRules)
    for (const [path, fault] of Object.entries(rule(record) ?? {})) errors.addInvalidField(prefix + path, fault);
  for (const { valuePath: path, targetId, rule } of referencesOf(record)) {
    const target = draft.get(targetId);
    if (target && rule.targetKinds.includes(target.kind)) continue;
    if (rule.missingTargetError === 'invalid')
      errors.addInvalidField(prefix + path, message('fault.unknownRecord', { kind: anyKindOf(rule.targetKinds), id: targetId }));
    else errors.addProblem(prefix + path, missingReferenceProblem(rule.missingTargetError, rule.targetKinds, targetId, path));
  }
  for (const unique of kind.uniqueKeys(record)) {
    const { key, field } = unique;
    const holder = keyHolders.get(key) ?? findUniqueKeyHolder(key, draft);
    if (holder !== undefined && holder !== record.id) {
      if (unique.status === 'duplicate')
        errors.addProblem(prefix + field, conflictProblem('duplicate', unique.conflict, { kind: record.kind, id: holder }));
      else errors.addInvalidField(prefix + field, unique.fault);
    }
    keyHolders.set(key, record.id);
  }
  if (errors.count === 0) validateContext(record, draft, errors, prefix, depths);
  return errors;
}

/** The record that has a unique key in the project, unless the draft removes that record or its key. */
function findUniqueKeyHolder(key: string, draft: ProjectDraft): string | undefined {
  const holder = draft.project.recordIdByUniqueKey(key);
  const record = holder === undefined ? undefined : draft.get(holder);
  return record &&
    getKind(record.kind)
      .uniqueKeys(record)
      .some((unique) => unique.key === key)
    ? record.id
    : undefined;
}

function missingReferenceProblem(error: Exclude<MissingTargetError, 'invalid'>, to: readonly string[], id: string, at: string): Problem {
  if (error === 'notFound') return notFoundProblem(anyKindOf(to), id);
  const text = message('problem.missingTarget', { kind: anyKindOf(to), id, field: at });
  return conflictProblem(error === 'missingParent' ? 'missing_parent' : 'invalid_target', text, { kind: to[0] ?? '', id });
}
