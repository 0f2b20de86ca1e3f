/** Checks that a set of records is a complete and consistent project: each record by its kind, each reference, each rule between records. */
import { getRecordSchema } from '../shared/model/kinds/kind-schemas.ts';
import { type AnyRecord, getKind, isKindName, type StoryRecord } from '../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../shared/model/kinds/project.ts';
import { Project, parentIdOf } from '../shared/model/project.ts';
import { referencesOf, textsOfRecord } from '../shared/model/references.ts';
import { canonicalizeRichText } from '../shared/rich-text/canonicalize-rich-text.ts';
import { canonicalizeConditionScript } from '../shared/rich-text/condition-script.ts';

/** All errors of the records as one project, a sentence each; none for a valid one. Mentions of missing records are allowed. */
export function findProjectErrors(records: Iterable<AnyRecord>): string[] {
  const all = [...records];
  const byId = new Map(all.map((record) => [record.id, record]));
  const faults = [...findDuplicates(all)];
  if (!byId.has(projectRecordId)) return [...faults, 'there is no project record'];
  for (const record of all) for (const fault of findRecordErrors(record, byId)) faults.push(`${record.kind} ${record.id}: ${fault}`);
  if (faults.length === 0) faults.push(...findCrossRecordErrors(new Project(all)));
  return faults;
}

function* findDuplicates(all: readonly AnyRecord[]): Generator<string> {
  const ids = new Set<string>();
  const keys = new Set<string>();
  const places = new Set<string>();
  for (const record of all) {
    if (ids.has(record.id)) yield `the id ${record.id} stands there twice`;
    ids.add(record.id);
    if (!isKindName(record.kind)) continue;
    for (const { key, field } of getKind(record.kind).uniqueKeys(record)) {
      if (keys.has(key)) yield `${record.kind} ${record.id}: ${field} is taken (${key})`;
      keys.add(key);
    }
    for (const { parentField, list, rankField } of getKind(record.kind).orders) {
      const place = `${list}/${parentIdOf(record, parentField)}/${record[rankField]}`;
      if (places.has(place)) yield `${record.kind} ${record.id}: another has the same ${rankField} in ${list}`;
      places.add(place);
    }
  }
}

function* findRecordErrors(record: AnyRecord, byId: ReadonlyMap<string, AnyRecord>): Generator<string> {
  if (!isKindName(record.kind)) return yield 'is of no known kind';
  const kind = getKind(record.kind);
  const { kind: _kind, id: _id, rank, outputRank, extra, translatedFrom: _from, localComments: _comments, ...fields } = record;
  const read = getRecordSchema(kind.kind).safeParse(fields);
  if (!read.success) return yield read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ');
  for (const rule of kind.recordRules) for (const [field, message] of Object.entries(rule(record) ?? {})) yield `${field} ${message}`;
  for (const order of kind.orders)
    if ((order.rankField === 'rank' ? rank : outputRank) === undefined || record[order.rankField] === '') yield `has no ${order.rankField}`;
  for (const field of Object.keys(extra ?? {})) if (field in kind.fields) yield `keeps the known field ${field} as extra`;
  for (const { valuePath, targetId, rule } of referencesOf(record)) {
    const target = byId.get(targetId);
    if (!target) yield `${valuePath} refers to nothing: ${targetId}`;
    else if (!rule.targetKinds.includes(target.kind)) yield `${valuePath} refers to a ${target.kind}`;
  }
  for (const { field, text, rule } of textsOfRecord(record)) {
    if (rule.format === 'plain') continue;
    const canonical = rule.format === 'script' ? canonicalizeConditionScript(text) : canonicalizeRichText(text, 'story');
    if (!canonical.ok) yield `${field}: ${canonical.error}`;
    else if (('script' in canonical ? canonical.script : canonical.html) !== text) yield `${field} is not canonical`;
  }
}

function* findCrossRecordErrors(project: Project): Generator<string> {
  const { roots, locales } = project.projectRecord;
  const languages = new Set(locales.map(({ iso }) => iso));
  for (const kind of ['board', 'component', 'asset'] as const)
    if (project.find(kind, roots[kind])?.parentId !== null) yield `roots.${kind} is no ${kind} without a parent`;
  if (project.has(roots.variable)) yield 'roots.variable is a record';
  if (![...project.recordsOfKind('board')].some(({ type }) => type === 'board')) yield 'there is no playable board';
  for (const record of project.records()) {
    for (const { field, locale } of textsOfRecord(record))
      if (locale !== null && !languages.has(locale)) yield `${record.kind} ${record.id}: ${field} has the unknown language ${locale}`;
    if ('parentId' in record && record.id !== roots[record.kind as 'board'])
      for (const fault of findTreeErrors(project, record)) yield `${record.kind} ${record.id}: ${fault}`;
  }
  for (const branch of project.recordsOfKind('branch')) {
    const roles = project.children('condition', branch.id, 'conditions').map(({ role }) => role);
    if (!/^if( elseIf)*( else)?$/.test(roles.join(' '))) yield `branch ${branch.id}: its conditions are ${roles.join(' ')}`;
  }
  for (const connection of project.recordsOfKind('connection'))
    for (const fault of findConnectionErrors(project, connection)) yield `connection ${connection.id}: ${fault}`;
  for (const attribute of project.recordsOfKind('attribute')) {
    const owner = project.get(attribute.cId);
    if (owner?.kind !== attribute.cType.slice(0, -1))
      yield `attribute ${attribute.id}: cType is ${attribute.cType}, its owner a ${owner?.kind}`;
    if (owner?.type === 'folder') yield `attribute ${attribute.id}: stands on a folder`;
    if (attribute.customId !== null && owner?.customId === null) yield `attribute ${attribute.id}: its owner has no customId`;
  }
}

function* findTreeErrors(project: Project, record: AnyRecord): Generator<string> {
  const seen = new Set([record.id]);
  for (let at: AnyRecord | undefined = record; at && at.parentId !== null; at = project.get(String(at.parentId))) {
    const parent = project.get(String(at.parentId));
    if (parent?.type !== 'folder') return yield 'its parent is no folder';
    if (seen.has(parent.id)) return yield 'its parents run in a circle';
    seen.add(parent.id);
  }
  if (record.parentId === null) yield 'has no parent';
}

function* findConnectionErrors(
  project: Project,
  { boardId, sourceid, sourceType, targetid, targetType }: StoryRecord<'connection'>,
): Generator<string> {
  const source = project.get(sourceid);
  const target = project.get(targetid);
  const condition = project.find('condition', sourceid);
  const sourceBoard = condition ? project.find('branch', condition.branchId)?.boardId : source?.boardId;
  if (sourceBoard !== boardId || target?.boardId !== boardId) yield 'does not stand on the board of its ends';
  if (source && getKind(source.kind).plural !== sourceType) yield `sourceType is ${sourceType}, its source a ${source.kind}`;
  if (target && getKind(target.kind).plural !== targetType) yield `targetType is ${targetType}, its target a ${target.kind}`;
}
