/** Whether a set of records is a whole and consistent project: each record by its kind, each reference, each rule between records. */
import { type AnyRecord, isKindName, kindNamed, type StoryRecord } from '../shared/kinds/all.ts';
import { PROJECT } from '../shared/kinds/project.ts';
import { Project, parentOf } from '../shared/project.ts';
import { referencesOf, textsOf } from '../shared/references.ts';
import { readConditionScript } from '../shared/rich-text/condition-script.ts';
import { readRichText } from '../shared/rich-text/read.ts';

/** Everything that is wrong with the records as one project, a sentence each; none for a sound one. Mentions of nothing are no fault. */
export function faultsOf(records: Iterable<AnyRecord>): string[] {
  const all = [...records];
  const byId = new Map(all.map((record) => [record.id, record]));
  const faults = [...twice(all)];
  if (!byId.has(PROJECT)) return [...faults, 'there is no project record'];
  for (const record of all) for (const fault of faultsIn(record, byId)) faults.push(`${record.kind} ${record.id}: ${fault}`);
  if (faults.length === 0) faults.push(...betweenRecords(new Project(all)));
  return faults;
}

function* twice(all: readonly AnyRecord[]): Generator<string> {
  const ids = new Set<string>();
  const keys = new Set<string>();
  const places = new Set<string>();
  for (const record of all) {
    if (ids.has(record.id)) yield `the id ${record.id} stands there twice`;
    ids.add(record.id);
    if (!isKindName(record.kind)) continue;
    for (const { key, field } of kindNamed(record.kind).unique(record)) {
      if (keys.has(key)) yield `${record.kind} ${record.id}: ${field} is taken (${key})`;
      keys.add(key);
    }
    for (const { by, list, rank } of kindNamed(record.kind).orders) {
      const place = `${list}/${parentOf(record, by)}/${record[rank]}`;
      if (places.has(place)) yield `${record.kind} ${record.id}: another has the same ${rank} in ${list}`;
      places.add(place);
    }
  }
}

function* faultsIn(record: AnyRecord, byId: ReadonlyMap<string, AnyRecord>): Generator<string> {
  if (!isKindName(record.kind)) return yield 'is of no known kind';
  const kind = kindNamed(record.kind);
  const { kind: _kind, id: _id, rank, outputRank, extra, translatedFrom: _from, ...fields } = record;
  const read = kind.whole.safeParse(fields);
  if (!read.success) return yield read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ');
  for (const rule of kind.rules) for (const [field, message] of Object.entries(rule(record) ?? {})) yield `${field} ${message}`;
  for (const order of kind.orders)
    if ((order.rank === 'rank' ? rank : outputRank) === undefined || record[order.rank] === '') yield `has no ${order.rank}`;
  for (const field of Object.keys(extra ?? {})) if (field in kind.fields) yield `keeps the known field ${field} as extra`;
  for (const { at, id, rule } of referencesOf(record)) {
    const target = byId.get(id);
    if (!target) yield `${at} refers to nothing: ${id}`;
    else if (!rule.to.includes(target.kind)) yield `${at} refers to a ${target.kind}`;
  }
  for (const { field, text, rule } of textsOf(record)) {
    if (rule.holds === 'plain') continue;
    const canonical = rule.holds === 'script' ? readConditionScript(text) : readRichText(text, 'story');
    if (!canonical.ok) yield `${field}: ${canonical.fault}`;
    else if (('script' in canonical ? canonical.script : canonical.html) !== text) yield `${field} is not canonical`;
  }
}

function* betweenRecords(project: Project): Generator<string> {
  const { roots, locales } = project.root;
  const languages = new Set(locales.map(({ iso }) => iso));
  for (const kind of ['board', 'component', 'asset'] as const)
    if (project.find(kind, roots[kind])?.parentId !== null) yield `roots.${kind} is no ${kind} without a parent`;
  if (project.has(roots.variable)) yield 'roots.variable is a record';
  if (![...project.all('board')].some(({ type }) => type === 'board')) yield 'there is no playable board';
  for (const record of project.records()) {
    for (const { field, locale } of textsOf(record))
      if (locale !== null && !languages.has(locale)) yield `${record.kind} ${record.id}: ${field} has the unknown language ${locale}`;
    if ('parentId' in record && record.id !== roots[record.kind as 'board'])
      for (const fault of inTree(project, record)) yield `${record.kind} ${record.id}: ${fault}`;
  }
  for (const branch of project.all('branch')) {
    const roles = project.children('condition', branch.id, 'conditions').map(({ role }) => role);
    if (!/^if( elseIf)*( else)?$/.test(roles.join(' '))) yield `branch ${branch.id}: its conditions are ${roles.join(' ')}`;
  }
  for (const connection of project.all('connection'))
    for (const fault of inConnection(project, connection)) yield `connection ${connection.id}: ${fault}`;
  for (const attribute of project.all('attribute')) {
    const owner = project.at(attribute.cId);
    if (owner?.kind !== attribute.cType.slice(0, -1))
      yield `attribute ${attribute.id}: cType is ${attribute.cType}, its owner a ${owner?.kind}`;
    if (owner?.type === 'folder') yield `attribute ${attribute.id}: stands on a folder`;
    if (attribute.customId !== null && owner?.customId === null) yield `attribute ${attribute.id}: its owner has no customId`;
  }
}

function* inTree(project: Project, record: AnyRecord): Generator<string> {
  const seen = new Set([record.id]);
  for (let at: AnyRecord | undefined = record; at && at.parentId !== null; at = project.at(String(at.parentId))) {
    const parent = project.at(String(at.parentId));
    if (parent?.type !== 'folder') return yield 'its parent is no folder';
    if (seen.has(parent.id)) return yield 'its parents run in a circle';
    seen.add(parent.id);
  }
  if (record.parentId === null) yield 'has no parent';
}

function* inConnection(
  project: Project,
  { boardId, sourceid, sourceType, targetid, targetType }: StoryRecord<'connection'>,
): Generator<string> {
  const source = project.at(sourceid);
  const target = project.at(targetid);
  const condition = project.find('condition', sourceid);
  const sourceBoard = condition ? project.find('branch', condition.branchId)?.boardId : source?.boardId;
  if (sourceBoard !== boardId || target?.boardId !== boardId) yield 'does not stand on the board of its ends';
  if (source && kindNamed(source.kind).plural !== sourceType) yield `sourceType is ${sourceType}, its source a ${source.kind}`;
  if (target && kindNamed(target.kind).plural !== targetType) yield `targetType is ${targetType}, its target a ${target.kind}`;
}
