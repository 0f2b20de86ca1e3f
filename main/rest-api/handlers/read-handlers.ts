/**
 * The handlers of every GET of a project's content, by route name: each takes the project and the parameters of the path, and returns a
 * JSON value. Pure: permissions have already been checked. They throw a 404 for a missing record and a 400 for a folder where a board or
 * component is required.
 */

import type { ReadRouteName } from '../../../shared/contracts/rest/routes/routes.ts';
import type { Project } from '../../../shared/model/project.ts';
import type { PathParams } from '../api-request.ts';
import {
  serializeAsset,
  serializeAssetTree,
  serializeAttribute,
  serializeBoard,
  serializeBoardBranches,
  serializeBoardConnections,
  serializeBoardElements,
  serializeBoardItems,
  serializeBoardNotes,
  serializeBoardTree,
  serializeBranch,
  serializeComments,
  serializeComponent,
  serializeComponentTree,
  serializeConnection,
  serializeCss,
  serializeElement,
  serializeItem,
  serializeNote,
  serializeOwnerAttribute,
  serializeOwnerAttributes,
  serializeVariable,
} from '../serializers/replies.ts';

export const readHandlers = {
  listBoards: (project) => serializeBoardTree(project),
  getBoard: (project, { boardId = '' }) => serializeBoard(project, boardId),
  listBoardElements: (project, { boardId = '' }) => serializeBoardElements(project, boardId),
  listBoardNotes: (project, { boardId = '' }) => serializeBoardNotes(project, boardId),
  listBoardJumpers: (project, { boardId = '' }) => serializeBoardItems(project, 'jumper', boardId),
  listBoardBranches: (project, { boardId = '' }) => serializeBoardBranches(project, boardId),
  listBoardConnections: (project, { boardId = '' }) => serializeBoardConnections(project, boardId),
  getElement: (project, { elementId = '' }) => serializeElement(project, elementId),
  getElementAttributes: (project, { elementId = '' }) => serializeOwnerAttributes(project, 'element', elementId),
  getBoardAttributes: (project, { boardId = '' }) => serializeOwnerAttributes(project, 'board', boardId),
  getComponentAttributes: (project, { componentId = '' }) => serializeOwnerAttributes(project, 'component', componentId),
  getAttribute: (project, { attributeId = '' }) => serializeAttribute(project, attributeId),
  getElementAttribute: (project, { elementId = '', attributeId = '' }) =>
    serializeOwnerAttribute(project, 'element', elementId, attributeId),
  getBoardAttribute: (project, { boardId = '', attributeId = '' }) => serializeOwnerAttribute(project, 'board', boardId, attributeId),
  getComponentAttribute: (project, { componentId = '', attributeId = '' }) =>
    serializeOwnerAttribute(project, 'component', componentId, attributeId),
  getConnection: (project, { connectionId = '' }) => serializeConnection(project, connectionId),
  getNote: (project, { noteId = '' }) => serializeNote(project, noteId),
  getJumper: (project, { jumperId = '' }) => serializeItem(project, 'jumper', jumperId),
  getBranch: (project, { branchId = '' }) => serializeBranch(project, branchId),
  getVariable: (project, { variableId = '' }) => serializeVariable(project, variableId),
  listComponents: (project) => serializeComponentTree(project),
  getComponent: (project, { componentId = '' }) => serializeComponent(project, componentId),
  listAssets: (project) => serializeAssetTree(project),
  getAsset: (project, { assetId = '' }) => serializeAsset(project, assetId),
  listComments: (project) => serializeComments(project),
  getCss: (project) => serializeCss(project),
} satisfies Record<ReadRouteName, (project: Project, params: PathParams) => unknown>;
