/** Whether what a stage would put is valid: shape, rules, references, uniqueness. Collects all faults of all records. */
import type { z } from 'zod';
import { type AnyRecord, kindNamed } from '../../shared/kinds/all.ts';
import type { WhenMissing } from '../../shared/kinds/define.ts';
import { conflict, notFound, Problem } from '../../shared/problem.ts';
import { referencesOf } from '../../shared/references.ts';
import { contextFaults } from './context-rules.ts';
import type { Stage } from './stage.ts';

/** Throws a Problem that names every fault by field path; with `prefix`, below the record's kind and id (import, undo). */
export function validate(stage: Stage, prefix?: (record: AnyRecord) => string): void {
  const faults: Record<string, string> = {};
  const taken = new Map<string, string>();
  for (const record of stage.puts()) {
    const at = prefix ? prefix(record) : '';
    for (const [path, message] of Object.entries(faultsOf(record, stage, taken))) faults[`${at}${path}`] = message;
  }
  const [first] = Object.entries(faults);
  if (first) throw new Problem('invalid', `${first[0]}: ${first[1]}`, { errors: faults });
}

/** Those of one record. A missing reference or a broken uniqueness that is more than a bad field is thrown as what it is (G5). */
export function faultsOf(record: AnyRecord, stage: Stage, taken: Map<string, string>): Record<string, string> {
  const kind = kindNamed(record.kind);
  const { kind: _k, id: _i, rank: _r, outputRank: _o, extra: _e, ...fields } = record;
  const parsed = kind.whole.safeParse(fields);
  if (!parsed.success) return issuesOf(parsed.error);
  const faults: Record<string, string> = {};
  for (const rule of kind.rules) Object.assign(faults, rule(record));
  for (const { at, id, rule } of referencesOf(record)) {
    const target = stage.at(id);
    if (target && rule.to.includes(target.kind)) continue;
    if (rule.whenMissing === 'invalid') faults[at] = `there is no ${rule.to.join(' or ')} ${id}`;
    else throw missing(rule.whenMissing, rule.to, id, at);
  }
  for (const { key, field, message, status } of kind.unique(record)) {
    const holder = taken.get(key) ?? stillHolding(key, stage);
    if (holder !== undefined && holder !== record.id) {
      if (status === 'duplicate') throw conflict('duplicate', `${message}.`, { kind: record.kind, id: holder });
      faults[field] = message;
    }
    taken.set(key, record.id);
  }
  if (Object.keys(faults).length === 0) Object.assign(faults, contextFaults(record, stage));
  return faults;
}

/** Who holds a unique key in the project, unless the stage removes it or takes the key from it. */
function stillHolding(key: string, stage: Stage): string | undefined {
  const holder = stage.project.holderOf(key);
  const record = holder === undefined ? undefined : stage.at(holder);
  return record &&
    kindNamed(record.kind)
      .unique(record)
      .some((held) => held.key === key)
    ? record.id
    : undefined;
}

export function issuesOf(error: z.ZodError): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) faults[[...issue.path, key].join('.')] = 'is not known here';
    else faults[issue.path.join('.') || 'fields'] ??= issue.message;
  }
  return faults;
}

function missing(how: Exclude<WhenMissing, 'invalid'>, to: readonly string[], id: string, at: string): Problem {
  const kind = to.join(' or ');
  if (how === 'notFound') return notFound(kind, id);
  const says = `There is no ${kind} ${id} for ${at}.`;
  return conflict(how === 'missingParent' ? 'missing_parent' : 'invalid_target', says, { kind: to[0] ?? '', id });
}
