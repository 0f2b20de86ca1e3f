/**
 * The names of stored rows, of their members and of some values, which are older than those of the code: data folders contain the names on the
 * left. Every row of sync is encoded and decoded here and nowhere else. Lists are mapped member by member; other members are stored unchanged.
 */

interface NestedMember {
  readonly name: string;
  readonly members: MemberNames;
}
/** A member whose value is a name, too. */
interface NamedValue {
  readonly name: string;
  /** By stored value, the value in the code. */
  readonly values: Readonly<Record<string, string>>;
}
/** By stored name, the name in the code. */
type MemberNames = { readonly [stored: string]: string | NestedMember | NamedValue };

const operationMembers: MemberNames = { do: 'type', cells: 'fields' };
const requestMembers: MemberNames = {
  op: { name: 'operation', members: operationMembers },
  upload: 'uploadFile',
  behind: 'previousSibling',
};
const pendingWriteMembers: MemberNames = {
  sending: { name: 'request', members: requestMembers },
  known: 'knownIds',
  unknownSince: 'unconfirmedSince',
};
const conflictReasons = {
  'both changed': 'bothChanged',
  'gone there': 'deletedRemotely',
  'gone here': 'deletedLocally',
  place: 'movedDifferently',
  'no room': 'displaced',
  'last board': 'lastBoard',
  'added?': 'unconfirmedCreate',
  twin: 'duplicateCreate',
};
const conflictMembers: MemberNames = {
  record: 'recordId',
  cell: 'field',
  why: { name: 'reason', values: conflictReasons },
  mine: 'local',
  theirs: 'remote',
};
const activityResults = { refused: 'rejected', unknown: 'unconfirmed', 'not sent': 'notSent' };
const overwriteMembers: MemberNames = { record: 'recordId' };

/** By the stored row's id, or by the part of it before the first slash. */
const membersByRow: { readonly [row: string]: MemberNames } = {
  standing: { there: 'remoteHash', listed: 'listedAt', whole: 'isComplete', rest: 'idleVersion' },
  sending: pendingWriteMembers,
  unsure: pendingWriteMembers,
  question: conflictMembers,
  asked: conflictMembers,
  refused: { record: 'recordId', why: 'reason', row: { name: 'pendingWrite', members: pendingWriteMembers }, state: 'remoteState' },
  watch: { made: 'created', known: 'knownIds', until: 'expiresAt' },
  overtaken: overwriteMembers,
  doubt: overwriteMembers,
  first: overwriteMembers,
  file: {
    agreed: { name: 'agreed', members: { there: 'remoteName' } },
    up: { name: 'upload', members: { as: 'remoteName' } },
    crossed: { name: 'conflict', members: { there: 'remoteName', file: 'downloaded' } },
    refused: { name: 'rejected', members: { what: 'file', why: 'reason' } },
  },
  activity: { sentence: 'message', result: { name: 'result', values: activityResults } },
};

/** By stored name, the row's name in the code: an id, or the part of it before the first slash. */
const rowNames: readonly (readonly [stored: string, name: string])[] = [
  ['standing', 'checkpoint'],
  ['sending', 'pending-write'],
  ['unsure', 'uncertain-create'],
  ['question', 'conflict'],
  ['asked', 'planned-conflicts'],
  ['refused', 'rejected'],
  ['watch', 'duplicate-watch'],
  ['overtaken', 'overwrite'],
  ['doubt', 'unconfirmed'],
  ['first', 'first-write'],
  ['told', 'report'],
];
const nameByStored = new Map(rowNames);
const storedByName = new Map(rowNames.map(([stored, name]) => [name, stored]));

const withFirstPart = (id: string, names: ReadonlyMap<string, string>): string => {
  const end = id.indexOf('/');
  const first = end < 0 ? id : id.slice(0, end);
  return (names.get(first) ?? first) + id.slice(first.length);
};

/** The stored id of a row, or the stored prefix of rows. */
export const toStoredRowId = (id: string): string => withFirstPart(id, storedByName);
export const fromStoredRowId = (stored: string): string => withFirstPart(stored, nameByStored);

/** Of rows whose members have the same names in both. */
const unnamed: MemberNames = {};
const membersOf = (storedId: string): MemberNames => membersByRow[storedId.split('/')[0] ?? ''] ?? unnamed;

/** `id` is the name in the code. */
export const encodeRow = (id: string, value: unknown): unknown => mapMembers(value, reversedOf(membersOf(toStoredRowId(id))));
export const decodeRow = (id: string, stored: unknown): unknown => mapMembers(stored, membersOf(toStoredRowId(id)));

/** An operation as rejected writes have always named it. */
export const encodeOperation = (operation: unknown): unknown => mapMembers(operation, reversed(operationMembers));

function mapMembers(value: unknown, names: MemberNames): unknown {
  if (names === unnamed) return value;
  if (Array.isArray(value)) return value.map((each) => mapMembers(each, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, held]): [string, unknown] => {
      const to = names[member];
      if (to === undefined) return [member, held];
      if (typeof to === 'string') return [to, held];
      return [to.name, 'values' in to ? mapValue(held, to.values) : mapMembers(held, to.members)];
    }),
  );
}

const mapValue = (value: unknown, values: NamedValue['values']): unknown => (typeof value === 'string' ? (values[value] ?? value) : value);

const reversedOf = (names: MemberNames): MemberNames => (names === unnamed ? unnamed : reversed(names));

function reversed(names: MemberNames): MemberNames {
  return Object.fromEntries(
    Object.entries(names).map(([stored, to]): [string, MemberNames[string]] => {
      if (typeof to === 'string') return [to, stored];
      if ('members' in to) return [to.name, { name: stored, members: reversed(to.members) }];
      return [to.name, { name: stored, values: Object.fromEntries(Object.entries(to.values).map(([from, value]) => [value, from])) }];
    }),
  );
}
