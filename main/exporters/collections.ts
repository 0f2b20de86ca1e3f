/** The collections of an export: the kinds of records that each contains, and how a record is serialized. */
import { type AnyRecord, isOfKind, type KindName, type StoryRecord } from '../../shared/model/kinds/kinds.ts';
import type { BoardScope } from './board-scope.ts';
import type { ExportContext, ExportObject } from './export-context.ts';
import {
  serializeBranch,
  serializeCondition,
  serializeConnection,
  serializeElement,
  serializeJumper,
  serializeNote,
} from './serialize-board-items.ts';
import { serializeContents } from './serialize-contents.ts';
import { serializeAsset, serializeAttribute, serializeBoard, serializeComponent, serializeVariable } from './serialize-project-records.ts';

/** Returns the exported object for a record; undefined if the collection does not contain the record. */
export type RecordSerializer = (record: AnyRecord, context: ExportContext) => ExportObject | undefined;

export interface ExportCollection {
  readonly name: string;
  readonly serializers: Partial<Record<KindName, RecordSerializer>>;
}

/** `isIn` excludes records of boards that are not exported (G17), and roots that a format does not contain. */
function serializerFor<K extends KindName>(
  kind: K,
  serialize: (record: StoryRecord<K>, context: ExportContext) => ExportObject | undefined,
  isIn: (record: StoryRecord<K>, context: ExportContext) => boolean = () => true,
): RecordSerializer {
  return (record, context) => (isOfKind(record, kind) && isIn(record, context) ? serialize(record, context) : undefined);
}

type BoardItem = { readonly boardId: string };
const isOnExportedBoard = ({ boardId }: BoardItem, { boards }: { boards: BoardScope }): boolean => boards.has(boardId);

const elementSerializer = serializerFor('element', serializeElement, isOnExportedBoard);
const connectionSerializer = serializerFor('connection', serializeConnection, isOnExportedBoard);
const componentSerializer = serializerFor(
  'component',
  serializeComponent,
  ({ id }, { variant, project }) => variant.hasRoots || id !== project.projectRecord.roots.component,
);

export const boards: ExportCollection = {
  name: 'boards',
  serializers: {
    board: serializerFor(
      'board',
      serializeBoard,
      ({ id }, { boards, variant, project }) => boards.has(id) && (variant.hasRoots || id !== project.projectRecord.roots.board),
    ),
  },
};
export const notes: ExportCollection = { name: 'notes', serializers: { note: serializerFor('note', serializeNote, isOnExportedBoard) } };
export const elements: ExportCollection = { name: 'elements', serializers: { element: elementSerializer } };
export const jumpers: ExportCollection = {
  name: 'jumpers',
  serializers: { jumper: serializerFor('jumper', serializeJumper, isOnExportedBoard) },
};
export const connections: ExportCollection = { name: 'connections', serializers: { connection: connectionSerializer } };
export const branches: ExportCollection = {
  name: 'branches',
  serializers: { branch: serializerFor('branch', serializeBranch, isOnExportedBoard) },
};
export const contents: ExportCollection = {
  name: 'contents',
  serializers: {
    element: serializerFor('element', serializeContents, isOnExportedBoard),
    connection: serializerFor('connection', serializeContents, isOnExportedBoard),
    // The name of the root is not translated.
    component: serializerFor('component', serializeContents, ({ id }, { project }) => id !== project.projectRecord.roots.component),
  },
};
export const components: ExportCollection = { name: 'components', serializers: { component: componentSerializer } };
function isAttributeExported({ cId, cType }: StoryRecord<'attribute'>, { boards }: ExportContext): boolean {
  if (cType === 'components') return true;
  return cType === 'boards' ? boards.has(cId) : boards.hasItem(cId);
}

export const attributes: ExportCollection = {
  name: 'attributes',
  serializers: {
    attribute: serializerFor('attribute', serializeAttribute, isAttributeExported),
  },
};
export const assets: ExportCollection = { name: 'assets', serializers: { asset: serializerFor('asset', serializeAsset) } };
/** Without their root, which is not a record; write-json-story.ts writes it. */
export const variables: ExportCollection = { name: 'variables', serializers: { variable: serializerFor('variable', serializeVariable) } };
export const conditions: ExportCollection = {
  name: 'conditions',
  serializers: { condition: serializerFor('condition', serializeCondition, ({ id }, { boards }) => boards.hasItem(id)) },
};
