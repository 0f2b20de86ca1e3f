/** The arrowhead of all connections; it has the color of its line. */
import { ARROWHEAD_ID } from './connection-edge.tsx';

export function ArrowheadMarker() {
  return (
    <svg className="arrow-defs" aria-hidden="true">
      <defs>
        <marker
          id={ARROWHEAD_ID}
          viewBox="0 0 10 10"
          refX="9"
          refY="5"
          markerWidth="9"
          markerHeight="9"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M0.5,0.8 L9.5,5 L0.5,9.2 L2.6,5 Z" fill="context-stroke" />
        </marker>
      </defs>
    </svg>
  );
}
