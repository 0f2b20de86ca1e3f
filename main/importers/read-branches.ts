/** Reads branches and their conditions: one `if`, any number of `else if`s, and at most one `else`, in this order. */
import { message } from '../../shared/messages/message.ts';
import { kinds } from '../../shared/model/kinds/kinds.ts';
import { ranksBetween } from '../../shared/model/rank.ts';
import { canonicalizeConditionScript } from '../../shared/rich-text/condition-script.ts';
import { type ImportSession, type ListedId, readObjectField } from './import-session.ts';
import { type ItemBoxes, readPlacement } from './read-items.ts';

type ConditionRole = 'if' | 'elseIf' | 'else';
const convertedBranchFields = new Set(['conditions']);
const convertedConditionFields = new Set(['output']);

/** Places each condition in its branch. A condition that no branch lists is an error; a repair leaves it out. */
export function placeConditions(session: ImportSession): ReadonlyMap<string, ConditionRole> {
  const roles = new Map<string, ConditionRole>();
  for (const id of session.file.entriesOf('branches').keys()) {
    const conditions = listConditions(session, id);
    session.setPlacements(conditions, id);
    for (const { id: condition, role } of conditions) roles.set(condition, role);
    if (conditions[0]?.role !== 'if') addEmptyIf(session, id);
  }
  for (const id of [...session.file.entriesOf('conditions').keys()]) {
    if (session.placementOf(id)) continue;
    session.reportMissing(`conditions.${id}`, message('import.fault.noBranch'));
    session.file.omit(id);
  }
  return roles;
}

export async function readBranches(session: ImportSession, boxes: ItemBoxes, roles: ReadonlyMap<string, ConditionRole>): Promise<void> {
  for (const [id, raw] of session.file.entriesOf('branches')) {
    const converted = readPlacement(session, 'branches', id, raw, boxes);
    session.addRecord('branch', id, { rank: session.placementOf(id)?.rank ?? '' }, raw, converted, convertedBranchFields);
    const pause = session.progress.advance();
    if (pause) await pause;
  }
  for (const [id, raw] of session.file.entriesOf('conditions')) {
    const { parent, rank = '' } = session.placementOf(id) ?? {};
    const converted = { branchId: parent, role: roles.get(id), script: readScript(session, raw.script, `conditions.${id}.script`) };
    session.addRecord('condition', id, { rank }, raw, converted, convertedConditionFields);
    const pause = session.progress.advance();
    if (pause) await pause;
  }
}

/** The conditions that a branch lists and the file contains. */
function listConditions(session: ImportSession, branchId: string): (ListedId & { role: ConditionRole })[] {
  const path = `branches.${branchId}`;
  const conditions = readObjectField(session, session.file.find('branches', branchId) ?? {}, 'conditions', path);
  const one = (field: string, role: ConditionRole) => {
    const id = conditions[field];
    if (typeof id === 'string') return [{ id, path: `${path}.conditions.${field}`, role }];
    if (id !== undefined && id !== null) session.errors.addInvalidValue(`${path}.conditions.${field}`, message('import.fault.conditionId'));
    return [];
  };
  const between = session
    .readIdList(conditions, 'elseIfConditions', `${path}.conditions`)
    .map((listed) => ({ ...listed, role: 'elseIf' as const }));
  const named = [...one('ifCondition', 'if'), ...between, ...one('elseCondition', 'else')];
  return named.filter(({ id, path: at }) => session.resolveReference(id, at, 'conditions') !== null);
}

/** [Branch and conditions] every branch has exactly one `if`. */
function addEmptyIf(session: ImportSession, branchId: string): void {
  session.notes.count('condition');
  session.records.push({ kind: kinds.condition.kind, id: session.newId(), rank: firstRank, branchId, role: 'if', script: null });
}

/** Sorts before every rank that `place` assigns. */
const firstRank = ranksBetween(null, ranksBetween(null, null, 1)[0] ?? null, 1)[0] ?? '';

/** An empty script counts as missing. */
function readScript(session: ImportSession, script: unknown, path: string): unknown {
  if (typeof script !== 'string') return script ?? null;
  const read = canonicalizeConditionScript(script);
  if (!read.ok) session.errors.addInvalidValue(path, read.error);
  return read.ok && script !== '' ? read.script : null;
}
