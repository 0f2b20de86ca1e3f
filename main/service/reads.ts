/**
 * Every GET of a project's content by the name its route has: the project and the parameters of the path in, a JSON value out.
 * Pure: who may read what has been decided before. Throws a 404 for what is missing and a 400 for a folder where none can be.
 */
import type { Project } from '../../shared/project.ts';
import { assetTree, storedAsset } from './forms/assets.ts';
import { attributeOf, attributesOf, storedAttribute } from './forms/attributes.ts';
import { boardTree, storedBoard } from './forms/boards.ts';
import { boardBranches, storedBranch } from './forms/branches.ts';
import { comments } from './forms/comments.ts';
import { componentTree, storedComponent } from './forms/components.ts';
import { boardConnections, storedConnection } from './forms/connections.ts';
import { css } from './forms/css.ts';
import { boardElements, storedElement } from './forms/elements.ts';
import { boardJumpers, storedJumper } from './forms/jumpers.ts';
import { boardNotes, storedNote } from './forms/notes.ts';
import { storedVariable } from './forms/variables.ts';

/** The parameters of a path, decoded, by their names in the route table. */
export type PathParams = Readonly<Record<string, string>>;

export const reads = {
  listBoards: (project) => boardTree(project),
  getBoard: (project, { boardId = '' }) => storedBoard(project, boardId),
  listBoardElements: (project, { boardId = '' }) => boardElements(project, boardId),
  listBoardNotes: (project, { boardId = '' }) => boardNotes(project, boardId),
  listBoardJumpers: (project, { boardId = '' }) => boardJumpers(project, boardId),
  listBoardBranches: (project, { boardId = '' }) => boardBranches(project, boardId),
  listBoardConnections: (project, { boardId = '' }) => boardConnections(project, boardId),
  getElement: (project, { elementId = '' }) => storedElement(project, elementId),
  getElementAttributes: (project, { elementId = '' }) => attributesOf(project, 'element', elementId),
  getBoardAttributes: (project, { boardId = '' }) => attributesOf(project, 'board', boardId),
  getComponentAttributes: (project, { componentId = '' }) => attributesOf(project, 'component', componentId),
  getAttribute: (project, { attributeId = '' }) => storedAttribute(project, attributeId),
  getElementAttribute: (project, { elementId = '', attributeId = '' }) => attributeOf(project, 'element', elementId, attributeId),
  getBoardAttribute: (project, { boardId = '', attributeId = '' }) => attributeOf(project, 'board', boardId, attributeId),
  getComponentAttribute: (project, { componentId = '', attributeId = '' }) => attributeOf(project, 'component', componentId, attributeId),
  getConnection: (project, { connectionId = '' }) => storedConnection(project, connectionId),
  getNote: (project, { noteId = '' }) => storedNote(project, noteId),
  getJumper: (project, { jumperId = '' }) => storedJumper(project, jumperId),
  getBranch: (project, { branchId = '' }) => storedBranch(project, branchId),
  getVariable: (project, { variableId = '' }) => storedVariable(project, variableId),
  listComponents: (project) => componentTree(project),
  getComponent: (project, { componentId = '' }) => storedComponent(project, componentId),
  listAssets: (project) => assetTree(project),
  getAsset: (project, { assetId = '' }) => storedAsset(project, assetId),
  listComments: (project) => comments(project),
  getCss: (project) => css(project),
} satisfies Record<string, (project: Project, params: PathParams) => unknown>;

export type ReadName = keyof typeof reads;
