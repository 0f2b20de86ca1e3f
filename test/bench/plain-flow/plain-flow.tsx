/** xyflow without changes, with as many nodes and lines as a board of Taleport, at the same positions: the comparison for the canvas. */
import '@xyflow/react/dist/style.css';
import { type Edge, type Node, ReactFlow } from '@xyflow/react';
import { createRoot } from 'react-dom/client';
import { cardPosition } from '../places.ts';

declare global {
  interface Window {
    show?: (count: number) => void;
  }
}

const place = document.getElementById('place');
let root = place && createRoot(place);

/** Renders this many nodes again. */
window.show = (count) => {
  root?.unmount();
  root = place && createRoot(place);
  const nodes: Node[] = Array.from({ length: count }, (_, at) => ({
    id: `n${at}`,
    position: cardPosition(at),
    width: 300,
    height: 150,
    data: { label: `Node ${at}` },
  }));
  const edges: Edge[] = Array.from({ length: count - 1 }, (_, at) => ({ id: `e${at}`, source: `n${at}`, target: `n${at + 1}` }));
  root?.render(
    <ReactFlow defaultNodes={nodes} defaultEdges={edges} minZoom={0.02} defaultViewport={{ x: 0, y: 0, zoom: 1 }} panOnScroll />,
  );
};
