/** Whether what a stage would put is valid: shape, rules, references, uniqueness. Collects all faults of all records. */

import { listSchemaIssues } from '../../../shared/contracts/schema-issues.ts';
import type { MissingTargetError } from '../../../shared/model/kinds/define-kind.ts';
import { getRecordSchema } from '../../../shared/model/kinds/kind-schemas.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { referencesOf } from '../../../shared/model/references.ts';
import { conflictProblem, notFoundProblem, type Problem } from '../../../shared/problem.ts';
import { type RootedIds, validateContext } from './context-rules.ts';
import type { ProjectDraft } from './project-draft.ts';
import { ValidationErrors } from './validation-errors.ts';

/** Adds what is wrong with the records of a stage; with `prefix`, by paths below that (whole records). */
export function validateDraft(stage: ProjectDraft, faults: ValidationErrors, prefix?: (record: AnyRecord) => string): void {
  const taken = new Map<string, string>();
  const rooted: RootedIds = new Set();
  for (const record of stage.writtenRecords()) {
    const found = validateRecord(record, stage, taken, prefix?.(record), rooted);
    if (found.count > 0) faults.addAll(found);
  }
}

/** What is wrong with one record. `taken` holds the unique keys of those that were looked at before; `rooted` is for a stage that stays as it is. */
export function validateRecord(
  record: AnyRecord,
  stage: ProjectDraft,
  taken: Map<string, string>,
  at = '',
  rooted: RootedIds = new Set(),
): ValidationErrors {
  const faults = new ValidationErrors();
  const kind = getKind(record.kind);
  const { kind: _k, id: _i, rank: _r, outputRank: _o, extra: _e, translatedFrom: _t, ...fields } = record;
  const parsed = getRecordSchema(kind.kind).safeParse(fields);
  if (!parsed.success) {
    for (const [path, message] of listSchemaIssues(parsed.error)) faults.addInvalidField(at + path, message);
    return faults;
  }
  for (const rule of kind.recordRules)
    for (const [path, message] of Object.entries(rule(record) ?? {})) faults.addInvalidField(at + path, message);
  for (const { valuePath: path, targetId, rule } of referencesOf(record)) {
    const target = stage.get(targetId);
    if (target && rule.targetKinds.includes(target.kind)) continue;
    if (rule.missingTargetError === 'invalid')
      faults.addInvalidField(at + path, `there is no ${joinKindNames(rule.targetKinds)} ${targetId}`);
    else faults.addProblem(at + path, missingReferenceProblem(rule.missingTargetError, rule.targetKinds, targetId, path));
  }
  for (const { key, field, message, status } of kind.uniqueKeys(record)) {
    const holder = taken.get(key) ?? findUniqueKeyHolder(key, stage);
    if (holder !== undefined && holder !== record.id) {
      if (status === 'duplicate')
        faults.addProblem(at + field, conflictProblem('duplicate', toSentence(message), { kind: record.kind, id: holder }));
      else faults.addInvalidField(at + field, message);
    }
    taken.set(key, record.id);
  }
  if (faults.count === 0) validateContext(record, stage, faults, at, rooted);
  return faults;
}

/** Who holds a unique key in the project, unless the stage removes it or takes the key from it. */
function findUniqueKeyHolder(key: string, stage: ProjectDraft): string | undefined {
  const holder = stage.project.recordIdByUniqueKey(key);
  const record = holder === undefined ? undefined : stage.get(holder);
  return record &&
    getKind(record.kind)
      .uniqueKeys(record)
      .some((held) => held.key === key)
    ? record.id
    : undefined;
}

function missingReferenceProblem(how: Exclude<MissingTargetError, 'invalid'>, to: readonly string[], id: string, at: string): Problem {
  if (how === 'notFound') return notFoundProblem(joinKindNames(to), id);
  const says = `There is no ${joinKindNames(to)} ${id} for ${at}.`;
  return conflictProblem(how === 'missingParent' ? 'missing_parent' : 'invalid_target', says, { kind: to[0] ?? '', id });
}

const joinKindNames = (kinds: readonly string[]): string => kinds.join(' or ');
const toSentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
