/** Whether what a stage would put is valid: shape, rules, references, uniqueness. Collects all faults of all records. */
import { type AnyRecord, kindNamed } from '../../shared/kinds/all.ts';
import type { WhenMissing } from '../../shared/kinds/define.ts';
import { conflict, notFound, type Problem } from '../../shared/problem.ts';
import { referencesOf } from '../../shared/references.ts';
import { issuesOf } from '../../shared/schema-issues.ts';
import { contextFaults, type Rooted } from './context-rules.ts';
import { Faults } from './faults.ts';
import type { Stage } from './stage.ts';

/** Adds what is wrong with the records of a stage; with `prefix`, by paths below that (whole records). */
export function validate(stage: Stage, faults: Faults, prefix?: (record: AnyRecord) => string): void {
  const taken = new Map<string, string>();
  const rooted: Rooted = new Set();
  for (const record of stage.puts()) {
    const found = faultsOf(record, stage, taken, prefix?.(record), rooted);
    if (found.count > 0) faults.take(found);
  }
}

/** What is wrong with one record. `taken` holds the unique keys of those that were looked at before; `rooted` is for a stage that stays as it is. */
export function faultsOf(record: AnyRecord, stage: Stage, taken: Map<string, string>, at = '', rooted: Rooted = new Set()): Faults {
  const faults = new Faults();
  const kind = kindNamed(record.kind);
  const { kind: _k, id: _i, rank: _r, outputRank: _o, extra: _e, translatedFrom: _t, ...fields } = record;
  const parsed = kind.whole.safeParse(fields);
  if (!parsed.success) {
    for (const [path, message] of issuesOf(parsed.error)) faults.wrong(at + path, message);
    return faults;
  }
  for (const rule of kind.rules) for (const [path, message] of Object.entries(rule(record) ?? {})) faults.wrong(at + path, message);
  for (const { at: path, id, rule } of referencesOf(record)) {
    const target = stage.at(id);
    if (target && rule.to.includes(target.kind)) continue;
    if (rule.whenMissing === 'invalid') faults.wrong(at + path, `there is no ${named(rule.to)} ${id}`);
    else faults.against(at + path, missing(rule.whenMissing, rule.to, id, path));
  }
  for (const { key, field, message, status } of kind.unique(record)) {
    const holder = taken.get(key) ?? stillHolding(key, stage);
    if (holder !== undefined && holder !== record.id) {
      if (status === 'duplicate') faults.against(at + field, conflict('duplicate', sentence(message), { kind: record.kind, id: holder }));
      else faults.wrong(at + field, message);
    }
    taken.set(key, record.id);
  }
  if (faults.count === 0) contextFaults(record, stage, faults, at, rooted);
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

function missing(how: Exclude<WhenMissing, 'invalid'>, to: readonly string[], id: string, at: string): Problem {
  if (how === 'notFound') return notFound(named(to), id);
  const says = `There is no ${named(to)} ${id} for ${at}.`;
  return conflict(how === 'missingParent' ? 'missing_parent' : 'invalid_target', says, { kind: to[0] ?? '', id });
}

const named = (kinds: readonly string[]): string => kinds.join(' or ');
const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
