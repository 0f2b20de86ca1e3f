/**
 * The part of a board that React Flow renders: the items around the visible area, because React Flow iterates over everything it is given
 * at every change. Nodes and edges that have not changed keep their identity.
 */

import { useStore as useFlow } from '@xyflow/react';
import { useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { Box } from '../../../../shared/layout/geometry.ts';
import type { Project } from '../../../../shared/model/project.ts';
import type { BoardIndex } from '../../../records/board/board-index.ts';
import { boardIndexFor } from '../../../records/board/board-index-cache.ts';
import type { ConnectionGeometry } from '../../../records/board/connection-geometry.ts';
import { findItem, itemTypeOf } from '../../../records/board/items.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { useSelection } from '../../../state/selection.ts';
import { connectionRoutesFor, isConnectionIn, type RouteLookup } from '../routing/connection-routes.ts';
import { dragState } from './drag-state.ts';
import { type ConnectionFlowEdge, type ItemFlowNode, isUpToDate, toFlowEdge, toFlowNode } from './flow-elements.ts';

export interface BoardScene {
  readonly nodes: ItemFlowNode[];
  readonly edges: ConnectionFlowEdge[];
  /** Everything on the board, including what is not rendered. */
  readonly index: BoardIndex;
  /** The revision of the index for which the scene was built. */
  readonly indexRevision: number;
  readonly routeOf: RouteLookup['routeOf'];
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
const noRoutes: RouteLookup = { version: 0, routeOf: () => null };

export function useBoardScene(boardId: string, visibleArea: Box | null): BoardScene {
  const buildScene = useMemo(createSceneBuilder, []);
  const project = useStore(openProjectStore, (state) => state.project);
  const revision = useStore(openProjectStore, (state) => state.revision);
  const draggedBoxes = useStore(dragState, ({ boxes }) => boxes);
  const selected = useSelection(({ ids }) => ids);
  const routes = connectionRoutesFor(boardIndexFor(project, boardId));
  const routesVersion = useSyncExternalStore(routes.subscribe, routes.getVersion);
  const pinnedId = useFlow(({ connection }) => (connection.inProgress ? connection.fromNode.id : null));
  return useMemo(
    () => buildScene(project, revision, boardId, { draggedBoxes, selected, visibleArea, pinnedId, routes, routesVersion }),
    [buildScene, project, revision, boardId, draggedBoxes, selected, visibleArea, pinnedId, routes, routesVersion],
  );
}

/**
 * Creates a function that builds scenes and remembers the last one. If only dragged boxes have changed since, as in every frame of a drag, it
 * updates only the dragged items and their connections.
 */
export function createSceneBuilder(): (project: Project, revision: number, boardId: string, options: SceneOptions) => BoardScene {
  let lastInput: SceneInput | undefined;
  let last: BoardScene | undefined;
  let nodePositions = new Map<string, number>();
  let edgePositions = new Map<string, number>();
  let routes = noRoutes;

  function buildScene(index: BoardIndex, { draggedBoxes, selected, visibleArea = wholeCanvas, pinnedId }: SceneOptions): BoardScene {
    const nodes: ItemFlowNode[] = [];
    const edges: ConnectionFlowEdge[] = [];
    // React Flow renders an edge only together with both of its nodes, and a drag ends if its node is removed.
    const required = new Set([...draggedBoxes.keys()].filter((id) => nodePositions.has(id)));
    if (typeof pinnedId === 'string') required.add(pinnedId);
    if (visibleArea)
      for (const [id, geometry] of index.connections)
        if (isConnectionIn(visibleArea, geometry, routes.routeOf(geometry))) {
          required.add(geometry.itemId).add(geometry.record.targetid);
          edges.push(edgeFor(geometry, selected.has(id)));
        }
    for (const id of visibleArea ? index.itemsIn(visibleArea, required) : noIds) {
      const node = nodeFor(index, id, selected.has(id));
      if (node) nodes.push(node);
    }
    nodePositions = new Map(nodes.map(({ id }, at) => [id, at]));
    edgePositions = new Map(edges.map(({ id }, at) => [id, at]));
    return toScene(index, nodes, edges);
  }

  function updateMovedItems(index: BoardIndex, movedIds: readonly string[], selected: ReadonlySet<string>, before: BoardScene): BoardScene {
    const nodes = [...before.nodes];
    const edges = [...before.edges];
    const connectionIds = new Set<string>();
    for (const id of movedIds) {
      const at = nodePositions.get(id);
      const node = at === undefined ? undefined : nodeFor(index, id, selected.has(id));
      if (at !== undefined && node) nodes[at] = node;
      for (const connection of index.connectionsOf(id)) connectionIds.add(connection);
    }
    for (const id of connectionIds) {
      const at = edgePositions.get(id);
      const geometry = index.connections.get(id);
      if (at !== undefined && geometry) edges[at] = edgeFor(geometry, selected.has(id));
    }
    return toScene(index, nodes, edges);
  }

  /** Returns the last scene, or its lists, if nothing in them has changed. */
  function toScene(index: BoardIndex, nodes: ItemFlowNode[], edges: ConnectionFlowEdge[]): BoardScene {
    const scene = {
      nodes: last && isSameList(last.nodes, nodes) ? last.nodes : nodes,
      edges: last && isSameList(last.edges, edges) ? last.edges : edges,
      index,
      indexRevision: index.revision,
      routeOf: routes.routeOf,
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

  function nodeFor({ project, boxes }: BoardIndex, id: string, isSelected: boolean): ItemFlowNode | undefined {
    const item = findItem(project, id);
    const box = boxes.get(id);
    if (!item || !box) return undefined;
    const conditionIds = item.kind === 'branch' ? project.childIds(id, 'conditions') : noIds;
    const source = { id, type: itemTypeOf(item), box, isSelected, conditionIds };
    const previous = last?.nodes[nodePositions.get(id) ?? -1];
    return previous && isUpToDate(previous, source) ? previous : toFlowNode(source);
  }

  function edgeFor(geometry: ConnectionGeometry, isSelected: boolean): ConnectionFlowEdge {
    const previous = last?.edges[edgePositions.get(geometry.record.id) ?? -1];
    const route = routes.routeOf(geometry);
    if (previous?.selected === isSelected && previous.data?.geometry === geometry && previous.data.route === route) return previous;
    return toFlowEdge(geometry, route, isSelected);
  }

  return (project, revision, boardId, options) => {
    const index = boardIndexFor(project, boardId);
    const movedIds = index.setDraggedBoxes(options.draggedBoxes);
    const onlyDragChanged =
      lastInput?.project === project &&
      lastInput.revision === revision &&
      lastInput.boardId === boardId &&
      lastInput.selected === options.selected &&
      lastInput.visibleArea === options.visibleArea &&
      lastInput.pinnedId === options.pinnedId &&
      lastInput.routesVersion === options.routesVersion;
    routes = options.routes ?? noRoutes;
    if (last && last.index !== index) [nodePositions, edgePositions, last] = [new Map(), new Map(), undefined];
    if (!last || !onlyDragChanged) last = buildScene(index, options);
    else if (lastInput?.draggedBoxes !== options.draggedBoxes) last = updateMovedItems(index, movedIds, options.selected, last);
    lastInput = { project, revision, boardId, ...options };
    return last;
  };
}

const isSameList = <T>(one: readonly T[], two: readonly T[]): boolean =>
  one.length === two.length && one.every((each, at) => each === two[at]);
