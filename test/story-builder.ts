/** Builds a small story, or any record for a test together with the records it must refer to, from its kind alone. */
import type { Engine } from '../main/engine/engine.ts';
import type { Environment } from '../shared/environment.ts';
import type { Command, CommandOrigin, SingleCommand } from '../shared/model/commands.ts';
import { type AnyRecord, getKind, itemKinds, type KindName, type StoryRecord } from '../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../shared/model/kinds/project.ts';

const locales = [
  { iso: 'en', name: 'English', base: null },
  { iso: 'de', name: 'Deutsch', base: 'en' },
];

/** The records of a project with two languages, one empty board and the roots. */
export function createEmptyStory(environment: Environment, name = 'A story'): AnyRecord[] {
  const [board, component, asset, variable, first] = Array.from({ length: 5 }, () => environment.newId());
  const roots = { board, component, asset, variable };
  const fields = (kind: KindName) => getKind(kind).defaults;
  return [
    { ...fields('project'), kind: 'project', id: projectRecordId, rank: '', name, locales, roots },
    { ...fields('board'), kind: 'board', id: String(board), rank: 'a0', parentId: null, type: 'folder', name: 'Root' },
    { ...fields('board'), kind: 'board', id: String(first), rank: 'a0', parentId: board, name: 'Act 1', customId: 'act_1' },
    {
      ...fields('component'),
      kind: 'component',
      id: String(component),
      rank: 'a0',
      parentId: null,
      type: 'folder',
      name: { en: { text: 'Root' } },
    },
    { ...fields('asset'), kind: 'asset', id: String(asset), rank: 'a0', parentId: null, type: 'folder', name: 'Root' },
  ];
}

/** The record as a map of fields. Each kind's record is one, although its type has no index signature. */
export const asMap = (record: object): AnyRecord => record as unknown as AnyRecord;

/** A new project of the engine, with functions to change it. */
export function createTestStory(engine: Engine, environment: Environment) {
  const { hash } = engine.createProject(createEmptyStory(environment));
  const project = engine.getProject(hash);
  const board = project.childIds(project.projectRecord.roots.board, 'boards')[0] ?? '';
  const send = (command: Command, origin: CommandOrigin = 'user') => engine.execute(hash, command, origin);
  return {
    hash,
    project,
    board,
    send,
    build: <K extends KindName>(kind: K, fields: Record<string, unknown> = {}) => buildRecord(send, project, kind, fields),
  };
}

type SendCommand = (command: Command) => { ids: readonly string[] };
type ProjectReader = ReturnType<Engine['getProject']>;

/** The record, created by commands. Required fields that are not given are built too. */
function buildRecord<K extends KindName>(
  send: SendCommand,
  project: ProjectReader,
  kind: K,
  fields: Record<string, unknown> = {},
): StoryRecord<K> {
  // K is 'project' here, which the compiler does not conclude for a type parameter.
  if (kind === 'project') return project.projectRecord as unknown as StoryRecord<K>;
  const given: Record<string, unknown> = { ...fields };
  for (const [field, value] of Object.entries(requiredFields[kind]?.(project) ?? {}))
    if (!(field in fields)) given[field] = isRequiredRecord(value) ? buildRecord(send, project, value.need).id : value;
  const command =
    kind === 'condition'
      ? { do: 'setConditions', id: given.branchId, conditions: { elseIfConditions: [{ script: 'a == 1' }] } }
      : { do: 'create', kind, fields: given };
  const [id = ''] = send(command as SingleCommand).ids;
  const found = project.find(kind, id);
  if (!found) throw new Error(`${kind} ${id} was not made`);
  return found;
}

const firstBoardId = (project: ProjectReader): string => [...project.recordsOfKind('board')].find(({ type }) => type === 'board')?.id ?? '';
const positionFields = (project: ProjectReader) => ({ boardId: firstBoardId(project), x: 100, y: 200 });

/** A referenced record that is built because none was given. */
const requiredRecord = (kind: KindName) => ({ need: kind });
const isRequiredRecord = (value: unknown): value is { need: KindName } => typeof value === 'object' && value !== null && 'need' in value;

/** The required fields of a create, by kind. */
const requiredFields: Partial<Record<KindName, (project: ProjectReader) => Record<string, unknown>>> = {
  board: () => ({ name: 'A board' }),
  ...Object.fromEntries(itemKinds.map((kind) => [kind, positionFields])),
  condition: () => ({ branchId: requiredRecord('branch') }),
  connection: (project) => ({
    boardId: firstBoardId(project),
    sourceid: requiredRecord('element'),
    sourceType: 'elements',
    targetid: requiredRecord('element'),
    targetType: 'elements',
  }),
  component: () => ({ name: 'Someone' }),
  asset: () => ({ name: 'door.mp3', type: 'audio', file: 'x.mp3' }),
  componentAttachment: () => ({ elementId: requiredRecord('element'), componentId: requiredRecord('component') }),
  audioAttachment: () => ({ elementId: requiredRecord('element'), assetId: requiredRecord('asset') }),
  attribute: () => ({ cId: requiredRecord('element'), cType: 'elements', name: 'tag', value: { type: 'string', data: 'begin' } }),
  variable: (project) => ({ name: `v${project.countOfKind('variable') + 1}`, type: 'integer' }),
  comment: (project) => ({ boardId: firstBoardId(project), x: 1, y: 2, author: { id: 1, fullName: 'Ada' }, content: '<p>Hm?</p>' }),
  reply: () => ({ commentId: requiredRecord('comment'), author: { id: 2, fullName: null }, content: '<p>Yes.</p>' }),
};
