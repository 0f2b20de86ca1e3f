/**
 * The part of a board that React Flow renders: the items around the visible area, because React Flow iterates over everything it is given
 * at every change. Nodes and edges that have not changed keep their identity.
 */

import { useStore as useFlow } from '@xyflow/react';
import { useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { Box } from '../../../../shared/layout/geometry.ts';
import { equalLists } from '../../../../shared/lists.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { type BoardIndex, boardIndexFor } from '../../../records/board/board-index.ts';
import type { ConnectionGeometry } from '../../../records/board/connection-geometry.ts';
import { findItem, itemTypeOf } from '../../../records/board/items.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { useSelection } from '../../../state/selection.ts';
import { connectionRoutesFor, directLines, type RouteLookup } from '../routing/connection-routes.ts';
import { dragState } from './drag-state.ts';
import { type ConnectionFlowEdge, type ItemFlowNode, isUpToDate, toFlowEdge, toFlowNode } from './flow-elements.ts';

export interface BoardScene {
  readonly nodes: ItemFlowNode[];
  readonly edges: ConnectionFlowEdge[];
  /** Everything on the board, including what is not rendered. */
  readonly index: BoardIndex;
  /** The revision of the index for which the scene was built. */
  readonly indexRevision: number;
  readonly routes: RouteLookup;
  readonly routesVersion: number;
}

export interface SceneOptions {
  /** The boxes of items that are being dragged, or whose move the engine has not applied yet. */
  readonly draggedBoxes: ReadonlyMap<string, Box>;
  readonly selected: ReadonlySet<string>;
  /** The part of the canvas to render; null for nothing, undefined for everything. */
  readonly visibleArea?: Box | null;
  /** An item that is rendered wherever it is, because a new connection starts there. */
  readonly pinnedId?: string | null;
  /** Without routes, all connections are direct lines. */
  readonly routes?: RouteLookup;
  /** The version of the routes for which the scene is built. */
  readonly routesVersion?: number;
}

interface SceneInput extends SceneOptions {
  readonly project: Project;
  readonly revision: number;
  readonly boardId: string;
}

const wholeCanvas: Box = { x: -1e9, y: -1e9, width: 2e9, height: 2e9 };
const noIds: readonly string[] = [];

export function useBoardScene(boardId: string, visibleArea: Box | null): BoardScene {
  const builder = useMemo(() => new SceneBuilder(), []);
  const project = useStore(openProjectStore, (state) => state.project);
  const revision = useStore(openProjectStore, (state) => state.revision);
  const draggedBoxes = useStore(dragState, ({ boxes }) => boxes);
  const selected = useSelection(({ ids }) => ids);
  const routes = connectionRoutesFor(boardIndexFor(project, boardId));
  const routesVersion = useSyncExternalStore(routes.subscribe, routes.getVersion);
  const pinnedId = useFlow(({ connection }) => (connection.inProgress ? connection.fromNode.id : null));
  return useMemo(
    () => builder.build(project, revision, boardId, { draggedBoxes, selected, visibleArea, pinnedId, routes, routesVersion }),
    [builder, project, revision, boardId, draggedBoxes, selected, visibleArea, pinnedId, routes, routesVersion],
  );
}

/**
 * Builds scenes and remembers the last one. If only dragged boxes have changed since, as in every frame of a drag, it updates only the dragged items
 * and their connections.
 */
export class SceneBuilder {
  #lastInput: SceneInput | undefined;
  #last: BoardScene | undefined;
  #nodePositions: ReadonlyMap<string, number> = new Map();
  #edgePositions: ReadonlyMap<string, number> = new Map();

  build(project: Project, revision: number, boardId: string, options: SceneOptions): BoardScene {
    const index = boardIndexFor(project, boardId);
    const movedIds = index.setDraggedBoxes(options.draggedBoxes);
    const input = { project, revision, boardId, ...options };
    if (this.#last && this.#last.index !== index) this.#forget();
    const routes = options.routes ?? directLines(index);
    if (!this.#last || !differsByDragOnly(input, this.#lastInput)) this.#last = this.#buildWhole(index, routes, options);
    else if (this.#lastInput?.draggedBoxes !== options.draggedBoxes)
      this.#last = this.#updateMovedItems(routes, movedIds, options.selected, this.#last);
    this.#lastInput = input;
    return this.#last;
  }

  #forget(): void {
    this.#nodePositions = new Map();
    this.#edgePositions = new Map();
    this.#last = undefined;
  }

  #buildWhole(
    index: BoardIndex,
    routes: RouteLookup,
    { draggedBoxes, selected, visibleArea = wholeCanvas, pinnedId }: SceneOptions,
  ): BoardScene {
    const nodes: ItemFlowNode[] = [];
    const edges: ConnectionFlowEdge[] = [];
    // React Flow renders an edge only together with both of its nodes, and a drag ends if its node is removed.
    const required = new Set([...draggedBoxes.keys()].filter((id) => this.#nodePositions.has(id)));
    if (typeof pinnedId === 'string') required.add(pinnedId);
    if (visibleArea)
      for (const geometry of routes.connectionsIn(visibleArea)) {
        required.add(geometry.itemId).add(geometry.record.targetid);
        edges.push(this.#edgeFor(routes, geometry, selected.has(geometry.record.id)));
      }
    for (const id of visibleArea ? index.itemsIn(visibleArea, required) : noIds) {
      const node = this.#nodeFor(index, id, selected.has(id));
      if (node) nodes.push(node);
    }
    this.#nodePositions = new Map(nodes.map(({ id }, at) => [id, at]));
    this.#edgePositions = new Map(edges.map(({ id }, at) => [id, at]));
    return this.#toScene(index, routes, nodes, edges);
  }

  #updateMovedItems(routes: RouteLookup, movedIds: readonly string[], selected: ReadonlySet<string>, before: BoardScene): BoardScene {
    const { index } = before;
    const nodes = [...before.nodes];
    const edges = [...before.edges];
    const connectionIds = new Set<string>();
    for (const id of movedIds) {
      const at = this.#nodePositions.get(id);
      const node = at === undefined ? undefined : this.#nodeFor(index, id, selected.has(id));
      if (at !== undefined && node) nodes[at] = node;
      for (const connection of index.connectionsOf(id)) connectionIds.add(connection);
    }
    for (const id of connectionIds) {
      const at = this.#edgePositions.get(id);
      const geometry = index.connections.get(id);
      if (at !== undefined && geometry) edges[at] = this.#edgeFor(routes, geometry, selected.has(id));
    }
    return this.#toScene(index, routes, nodes, edges);
  }

  /** Returns the last scene, or its lists, if nothing in them has changed. */
  #toScene(index: BoardIndex, routes: RouteLookup, nodes: ItemFlowNode[], edges: ConnectionFlowEdge[]): BoardScene {
    const last = this.#last;
    const scene = {
      nodes: last && equalLists(last.nodes, nodes) ? last.nodes : nodes,
      edges: last && equalLists(last.edges, edges) ? last.edges : edges,
      index,
      indexRevision: index.revision,
      routes,
      routesVersion: routes.version,
    };
    const isUnchanged =
      last?.index === index &&
      last.indexRevision === index.revision &&
      last.routesVersion === scene.routesVersion &&
      last.nodes === scene.nodes &&
      last.edges === scene.edges;
    return isUnchanged && last ? last : scene;
  }

  #nodeFor({ project, boxes }: BoardIndex, id: string, isSelected: boolean): ItemFlowNode | undefined {
    const item = findItem(project, id);
    const box = boxes.get(id);
    if (!item || !box) return undefined;
    const conditionIds = item.kind === 'branch' ? project.childIds(id, 'conditions') : noIds;
    const source = { id, type: itemTypeOf(item), box, isSelected, conditionIds };
    const previous = this.#last?.nodes[this.#nodePositions.get(id) ?? -1];
    return previous && isUpToDate(previous, source) ? previous : toFlowNode(source);
  }

  #edgeFor({ routeOf }: RouteLookup, geometry: ConnectionGeometry, isSelected: boolean): ConnectionFlowEdge {
    const previous = this.#last?.edges[this.#edgePositions.get(geometry.record.id) ?? -1];
    const route = routeOf(geometry);
    if (previous?.selected === isSelected && previous.data?.geometry === geometry && previous.data.route === route) return previous;
    return toFlowEdge(geometry, route, isSelected);
  }
}

/** Whether everything but the boxes of dragged items is as it was. */
const differsByDragOnly = (input: SceneInput, last: SceneInput | undefined): boolean =>
  last?.project === input.project &&
  last.revision === input.revision &&
  last.boardId === input.boardId &&
  last.selected === input.selected &&
  last.visibleArea === input.visibleArea &&
  last.pinnedId === input.pinnedId &&
  last.routesVersion === input.routesVersion;
