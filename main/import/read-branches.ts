/** Branches and their conditions: one if, any number of else ifs, at most one else, in this order. */
import { kinds } from '../../shared/kinds/all.ts';
import { ranksBetween } from '../../shared/rank.ts';
import { readConditionScript } from '../../shared/rich-text/condition-script.ts';
import { type Boxes, placed } from './read-items.ts';
import { type Listed, type Reading, rawField } from './reading.ts';

export type Role = 'if' | 'elseIf' | 'else';
const takenByBranches = new Set(['conditions']);
const takenByConditions = new Set(['output']);

/** Gives each condition its place in its branch. A condition that no branch names is a fault, or left out by a repair. */
export function placeConditions(reading: Reading): ReadonlyMap<string, Role> {
  const roles = new Map<string, Role>();
  for (const id of reading.file.all('branches').keys()) {
    const conditions = conditionsOf(reading, id);
    reading.place(conditions, id);
    for (const { id: condition, role } of conditions) roles.set(condition, role);
    if (conditions[0]?.role !== 'if') addEmptyIf(reading, id);
  }
  for (const id of [...reading.file.all('conditions').keys()]) {
    if (reading.placeOf(id)) continue;
    reading.missing(`conditions.${id}`, 'belongs to no branch');
    reading.file.leaveOut(id);
  }
  return roles;
}

export async function readBranches(reading: Reading, boxes: Boxes, roles: ReadonlyMap<string, Role>): Promise<void> {
  for (const [id, raw] of reading.file.all('branches')) {
    const given = placed(reading, 'branches', id, raw, boxes);
    reading.add('branch', id, { rank: reading.placeOf(id)?.rank ?? '' }, raw, given, takenByBranches);
    const rest = reading.pace.step();
    if (rest) await rest;
  }
  for (const [id, raw] of reading.file.all('conditions')) {
    const { parent, rank = '' } = reading.placeOf(id) ?? {};
    const given = { branchId: parent, role: roles.get(id), script: scriptOf(reading, raw.script, `conditions.${id}.script`) };
    reading.add('condition', id, { rank }, raw, given, takenByConditions);
    const rest = reading.pace.step();
    if (rest) await rest;
  }
}

/** The conditions that a branch names and the file holds. */
function conditionsOf(reading: Reading, branchId: string): (Listed & { role: Role })[] {
  const path = `branches.${branchId}`;
  const conditions = rawField(reading, reading.file.find('branches', branchId) ?? {}, 'conditions', path);
  const one = (field: string, role: Role) => {
    const id = conditions[field];
    if (typeof id === 'string') return [{ id, path: `${path}.conditions.${field}`, role }];
    if (id !== undefined && id !== null) reading.faults.wrong(`${path}.conditions.${field}`, 'must be the id of a condition');
    return [];
  };
  const between = reading
    .list(conditions, 'elseIfConditions', `${path}.conditions`)
    .map((listed) => ({ ...listed, role: 'elseIf' as const }));
  const named = [...one('ifCondition', 'if'), ...between, ...one('elseCondition', 'else')];
  return named.filter(({ id, path: at }) => reading.refer(id, at, 'conditions') !== null);
}

/** [Branch and conditions] every branch has exactly one if. */
function addEmptyIf(reading: Reading, branchId: string): void {
  reading.remarks.count('condition');
  reading.records.push({ kind: kinds.condition.kind, id: reading.newId(), rank: firstRank, branchId, role: 'if', script: null });
}

/** Before all that `place` gives. */
const firstRank = ranksBetween(null, ranksBetween(null, null, 1)[0] ?? null, 1)[0] ?? '';

/** An empty script is none. */
function scriptOf(reading: Reading, script: unknown, path: string): unknown {
  if (typeof script !== 'string') return script ?? null;
  const read = readConditionScript(script);
  if (!read.ok) reading.faults.wrong(path, read.fault);
  return read.ok && script !== '' ? read.script : null;
}
