/** Builds a small story, and any record for a test with whatever it must point to, from its kind alone. */
import type { Engine } from '../main/engine/engine.ts';
import type { Command, Origin, SingleCommand } from '../shared/commands.ts';
import { type AnyRecord, type KindName, kindNamed, type StoryRecord } from '../shared/kinds/all.ts';
import { PROJECT } from '../shared/kinds/project.ts';
import type { World } from '../shared/world.ts';

const locales = [
  { iso: 'en', name: 'English', base: null },
  { iso: 'de', name: 'Deutsch', base: 'en' },
];

/** The records of a project with two languages, one empty board and the roots. */
export function emptyStory(world: World, name = 'A story'): AnyRecord[] {
  const [board, component, asset, variable, first] = Array.from({ length: 5 }, () => world.newId());
  const roots = { board, component, asset, variable };
  const fields = (kind: KindName) => kindNamed(kind).defaults;
  return [
    { ...fields('project'), kind: 'project', id: PROJECT, rank: '', name, locales, roots },
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

/** An engine's project with a send of its own. */
export function story(engine: Engine, world: World) {
  const { hash } = engine.create(emptyStory(world));
  const project = engine.project(hash);
  const board = project.list(project.root.roots.board, 'boards')[0] ?? '';
  const send = (command: Command, origin: Origin = 'user') => engine.send(hash, command, origin);
  return {
    hash,
    project,
    board,
    send,
    build: <K extends KindName>(kind: K, fields: Record<string, unknown> = {}) => build(send, project, kind, fields),
  };
}

type Send = (command: Command) => { ids: readonly string[] };
type Reader = ReturnType<Engine['project']>;

/** The record, made by commands. Fields that a kind needs and nobody gave are built too. */
export function build<K extends KindName>(send: Send, project: Reader, kind: K, fields: Record<string, unknown> = {}): StoryRecord<K> {
  if (kind === 'project') return project.root as unknown as StoryRecord<K>;
  const given: Record<string, unknown> = { ...fields };
  for (const [field, value] of Object.entries(needs[kind]?.(project) ?? {}))
    if (!(field in fields)) given[field] = isNeed(value) ? build(send, project, value.need).id : value;
  const command =
    kind === 'condition'
      ? { do: 'setConditions', id: given.branchId, conditions: { elseIfConditions: [{ script: 'a == 1' }] } }
      : { do: 'create', kind, fields: given };
  const [id = ''] = send(command as SingleCommand).ids;
  const found = project.find(kind, id);
  if (!found) throw new Error(`${kind} ${id} was not made`);
  return found;
}

const aBoard = (project: Reader): string => [...project.all('board')].find(({ type }) => type === 'board')?.id ?? '';
const place = (project: Reader) => ({ boardId: aBoard(project), x: 100, y: 200 });

/** A record that is built when nobody gave it. */
const need = (kind: KindName) => ({ need: kind });
const isNeed = (value: unknown): value is { need: KindName } => typeof value === 'object' && value !== null && 'need' in value;

/** What a create must give, kind by kind. */
const needs: Partial<Record<KindName, (project: Reader) => Record<string, unknown>>> = {
  board: () => ({ name: 'A board' }),
  element: place,
  note: place,
  jumper: place,
  branch: place,
  condition: () => ({ branchId: need('branch') }),
  connection: (project) => ({
    boardId: aBoard(project),
    sourceid: need('element'),
    sourceType: 'elements',
    targetid: need('element'),
    targetType: 'elements',
  }),
  component: () => ({ name: 'Someone' }),
  asset: () => ({ name: 'door.mp3', type: 'audio', file: 'x.mp3' }),
  componentAttachment: () => ({ elementId: need('element'), componentId: need('component') }),
  audioAttachment: () => ({ elementId: need('element'), assetId: need('asset') }),
  attribute: () => ({ cId: need('element'), cType: 'elements', name: 'tag', value: { type: 'string', data: 'begin' } }),
  variable: (project) => ({ name: `v${project.count('variable') + 1}`, type: 'integer' }),
  comment: (project) => ({ boardId: aBoard(project), x: 1, y: 2, author: { id: 1, fullName: 'Ada' }, content: '<p>Hm?</p>' }),
  reply: () => ({ commentId: need('comment'), author: { id: 2, fullName: null }, content: '<p>Yes.</p>' }),
};
