/** Branches and their conditions: one if, any number of else ifs, at most one else, in this order. */
import { kinds } from '../../shared/model/kinds/kinds.ts';
import { ranksBetween } from '../../shared/model/rank.ts';
import { canonicalizeConditionScript } from '../../shared/rich-text/condition-script.ts';
import { type ImportSession, type ListedId, readObjectField } from './import-session.ts';
import { type ItemBoxes, readPlacement } from './read-items.ts';

export type ConditionRole = 'if' | 'elseIf' | 'else';
const convertedBranchFields = new Set(['conditions']);
const convertedConditionFields = new Set(['output']);

/** Gives each condition its place in its branch. A condition that no branch names is a fault, or left out by a repair. */
export function placeConditions(reading: ImportSession): ReadonlyMap<string, ConditionRole> {
  const roles = new Map<string, ConditionRole>();
  for (const id of reading.file.entriesOf('branches').keys()) {
    const conditions = listConditions(reading, id);
    reading.setPlacements(conditions, id);
    for (const { id: condition, role } of conditions) roles.set(condition, role);
    if (conditions[0]?.role !== 'if') addEmptyIf(reading, id);
  }
  for (const id of [...reading.file.entriesOf('conditions').keys()]) {
    if (reading.placementOf(id)) continue;
    reading.reportMissing(`conditions.${id}`, 'belongs to no branch');
    reading.file.omit(id);
  }
  return roles;
}

export async function readBranches(reading: ImportSession, boxes: ItemBoxes, roles: ReadonlyMap<string, ConditionRole>): Promise<void> {
  for (const [id, raw] of reading.file.entriesOf('branches')) {
    const given = readPlacement(reading, 'branches', id, raw, boxes);
    reading.addRecord('branch', id, { rank: reading.placementOf(id)?.rank ?? '' }, raw, given, convertedBranchFields);
    const rest = reading.progress.advance();
    if (rest) await rest;
  }
  for (const [id, raw] of reading.file.entriesOf('conditions')) {
    const { parent, rank = '' } = reading.placementOf(id) ?? {};
    const given = { branchId: parent, role: roles.get(id), script: readScript(reading, raw.script, `conditions.${id}.script`) };
    reading.addRecord('condition', id, { rank }, raw, given, convertedConditionFields);
    const rest = reading.progress.advance();
    if (rest) await rest;
  }
}

/** The conditions that a branch names and the file holds. */
function listConditions(reading: ImportSession, branchId: string): (ListedId & { role: ConditionRole })[] {
  const path = `branches.${branchId}`;
  const conditions = readObjectField(reading, reading.file.find('branches', branchId) ?? {}, 'conditions', path);
  const one = (field: string, role: ConditionRole) => {
    const id = conditions[field];
    if (typeof id === 'string') return [{ id, path: `${path}.conditions.${field}`, role }];
    if (id !== undefined && id !== null) reading.errors.addInvalidValue(`${path}.conditions.${field}`, 'must be the id of a condition');
    return [];
  };
  const between = reading
    .readIdList(conditions, 'elseIfConditions', `${path}.conditions`)
    .map((listed) => ({ ...listed, role: 'elseIf' as const }));
  const named = [...one('ifCondition', 'if'), ...between, ...one('elseCondition', 'else')];
  return named.filter(({ id, path: at }) => reading.resolveReference(id, at, 'conditions') !== null);
}

/** [Branch and conditions] every branch has exactly one if. */
function addEmptyIf(reading: ImportSession, branchId: string): void {
  reading.notes.count('condition');
  reading.records.push({ kind: kinds.condition.kind, id: reading.newId(), rank: firstRank, branchId, role: 'if', script: null });
}

/** Before all that `place` gives. */
const firstRank = ranksBetween(null, ranksBetween(null, null, 1)[0] ?? null, 1)[0] ?? '';

/** An empty script is none. */
function readScript(reading: ImportSession, script: unknown, path: string): unknown {
  if (typeof script !== 'string') return script ?? null;
  const read = canonicalizeConditionScript(script);
  if (!read.ok) reading.errors.addInvalidValue(path, read.error);
  return read.ok && script !== '' ? read.script : null;
}
