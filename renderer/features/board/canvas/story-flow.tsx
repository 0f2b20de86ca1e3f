/** React Flow with the nodes and edges of the board, and its gestures. */
import { Background, BackgroundVariant, ConnectionMode, ReactFlow, SelectionMode, useStoreApi } from '@xyflow/react';
import { type ReactNode, Suspense } from 'react';
import { useStore } from 'zustand';
import { canvasSize } from '../../../../shared/model/kinds/field-schemas.ts';
import { contributions } from '../../../commands/feature.ts';
import { type BoardViewport, findViewport, storeViewport, type ViewSize } from '../../../state/board-viewports.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { selectItems, selectionStore } from '../../../state/selection.ts';
import type { useContextMenu } from '../frame/board-context-menu.tsx';
import { startEditingAt, startEditingOnCanvas } from '../writing/card-editing.ts';
import type { BoardScene } from './board-scene.ts';
import type { CanvasTool } from './board-toolbar.tsx';
import type { CanvasPoints } from './canvas-points.ts';
import { ArrowheadMarker, ConnectionEdge } from './connection-edge.tsx';
import { itemNodes } from './item-nodes.tsx';
import { SnapGuides } from './snapper.tsx';
import { useCanvasGestures } from './use-canvas-gestures.ts';
import { keepSelectionVisible } from './use-keep-selection-visible.ts';
import { maxBoardZoom, minBoardZoom } from './use-viewport-actions.ts';

const edgeTypes = { connection: ConnectionEdge };
const canvasExtent: [[number, number], [number, number]] = [
  [0, 0],
  [canvasSize, canvasSize],
];
const panExtent: [[number, number], [number, number]] = [
  [-2000, -2000],
  [canvasSize + 2000, canvasSize + 2000],
];
const multiSelectKeys = ['Meta', 'Control', 'Shift'];

/** Constant options. Keys and focus are handled by the board, not by React Flow. */
const fixedProps = {
  nodeTypes: itemNodes,
  edgeTypes,
  connectionMode: ConnectionMode.Loose,
  connectionRadius: 24,
  connectionDragThreshold: 4,
  minZoom: minBoardZoom,
  maxZoom: maxBoardZoom,
  nodeExtent: canvasExtent,
  translateExtent: panExtent,
  onlyRenderVisibleElements: true,
  nodesFocusable: false,
  edgesFocusable: false,
  disableKeyboardA11y: true,
  deleteKeyCode: null,
  zoomOnDoubleClick: false,
  panOnScroll: true,
  selectionMode: SelectionMode.Partial,
  multiSelectionKeyCode: multiSelectKeys,
  // Selected items are raised in flow-elements.ts, where frames stay below.
  elevateNodesOnSelect: false,
  // Settings › About names all libraries with their licences.
  proOptions: { hideAttribution: true },
} as const;

const toolProps = {
  select: { panOnDrag: [1], selectionOnDrag: true, selectionKeyCode: null },
  hand: { panOnDrag: [0, 1], selectionOnDrag: false, selectionKeyCode: 'Shift' },
};

interface StoryFlowProps {
  readonly boardId: string;
  readonly scene: Pick<BoardScene, 'nodes' | 'edges'>;
  readonly tool: CanvasTool;
  readonly isOverview: boolean;
  readonly points: CanvasPoints;
  readonly openMenu: ReturnType<typeof useContextMenu>['openMenu'];
  /** Shows the stored viewport; undefined: the board has none yet. */
  readonly open: (stored: BoardViewport | undefined) => void;
  readonly onReady: () => void;
}

export function StoryFlow({ boardId, scene, tool, isOverview, points, openMenu, open, onReady }: StoryFlowProps) {
  const gestures = useCanvasGestures(boardId);
  const hash = useStore(openProjectStore, (state) => state.hash ?? '');
  const store = useStoreApi();
  const viewSize = (): ViewSize => {
    const { width, height } = store.getState();
    return { width, height };
  };
  const { hitAt } = points;
  return (
    <ReactFlow
      // The ids of its patterns and markers contain it.
      id={boardId}
      {...gestures}
      {...fixedProps}
      {...toolProps[tool]}
      // In the overview there are no nodes that React Flow could select: overview-gestures.tsx draws the box.
      {...(isOverview && { selectionOnDrag: false, selectionKeyCode: null })}
      nodes={scene.nodes}
      edges={scene.edges}
      onInit={() => {
        open(viewportToOpen(hash, boardId, viewSize()));
        onReady();
      }}
      onMoveEnd={(_, viewport) => storeViewport(hash, boardId, { ...viewport, size: viewSize() })}
      onPaneClick={(event) =>
        (isOverview || selectionStore.getState().component !== null) && selectItems([hitAt(event)].filter((id) => id !== null))
      }
      onPaneContextMenu={(event) => openMenu(event, isOverview ? hitAt(event) : null)}
      // React Flow keeps the others selected, because they may be about to be dragged.
      onNodeClick={(event, node) =>
        !(event.shiftKey || event.metaKey || event.ctrlKey) && selectionStore.getState().ids.size > 1 && selectItems([node.id])
      }
      onNodeDoubleClick={(event, node) => startEditingAt(node.id, event.target)}
      onEdgeDoubleClick={(_, edge) => startEditingOnCanvas(edge.id)}
      onNodeContextMenu={(event, node) => openMenu(event, node.id)}
      onEdgeContextMenu={(event, edge) => openMenu(event, edge.id)}
    >
      <Background variant={BackgroundVariant.Dots} gap={24} size={1.4} />
      {!isOverview && <BoardLayers boardId={boardId} />}
      <SnapGuides />
      <ArrowheadMarker />
    </ReactFlow>
  );
}

/** Where the board was left. In a smaller view, such as one side of a split, what is selected stays visible. */
function viewportToOpen(hash: string, boardId: string, now: ViewSize): BoardViewport | undefined {
  const stored = findViewport(hash, boardId);
  if (!stored?.size || selectionStore.getState().boardId !== boardId) return stored;
  return keepSelectionVisible(stored, stored.size, now);
}

function BoardLayers({ boardId }: { boardId: string }): ReactNode {
  return contributions('layers').map((Layer, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list of layers is constant
    <Suspense key={at}>
      <Layer boardId={boardId} />
    </Suspense>
  ));
}
