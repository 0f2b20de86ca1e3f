/** A connection on the board: its line by type and theme, its arrowhead, and its label. It is drawn as a direct line until it is routed. */

import { BaseEdge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { memo, useContext, useMemo } from 'react';
import type { ConnectionRoute } from '../../../../shared/layout/routing/connection-router.ts';
import { defaultLabelWidth } from '../../../../shared/layout/routing/label-size.ts';
import { richTextToPlainText } from '../../../../shared/rich-text/plain-text.ts';
import { type ConnectionGeometry, connectionPath } from '../../../records/board/connection-geometry.ts';
import { useLocalizedText } from '../../../records/names/story-languages.ts';
import { useRecord } from '../../../state/open-project.ts';
import { selectItems, selectionStore } from '../../../state/selection.ts';
import { startEditingOnCanvas } from '../writing/card-editing.ts';
import { DetailLevelContext } from './detail-level.ts';
import type { ConnectionFlowEdge } from './flow-elements.ts';

const arrowheadId = 'connection-arrow';

export const ConnectionEdge = memo(function ConnectionEdge({ id, data, selected }: EdgeProps<ConnectionFlowEdge>) {
  const connection = useRecord('connection', id);
  const label = useLocalizedText(connection?.label);
  const detail = useContext(DetailLevelContext);
  const drawing = useMemo(() => data && (data.route ?? directDrawing(data.geometry)), [data]);
  if (!connection || !drawing) return null;
  const text = richTextToPlainText(label.html);
  const { path } = drawing;
  const labelAt = detail === 'near' ? drawing.labelAt : drawing.dotAt;
  return (
    <g className="connection" data-theme={connection.theme} data-selected={selected || undefined}>
      <BaseEdge id={id} path={path} interactionWidth={20} markerEnd={`url(#${arrowheadId})`} />
      {text !== '' && (
        <EdgeLabelRenderer>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: for the pointer only; with the keyboard, the connection is selected and edited on the board */}
          <div
            className="connection-label nopan nodrag"
            data-theme={connection.theme}
            data-selected={selected || undefined}
            data-folded={detail === 'far' ? text : undefined}
            style={{
              transform: `translate(-50%, -50%) translate(${labelAt.x}px, ${labelAt.y}px)`,
              maxWidth: detail === 'near' ? (drawing.labelWidth ?? connection.labelWidth ?? defaultLabelWidth) : undefined,
            }}
            onDoubleClick={() => startEditingOnCanvas(id)}
            onPointerDown={(event) =>
              selectItems(event.shiftKey || event.metaKey || event.ctrlKey ? [...selectionStore.getState().ids, id] : [id])
            }
          >
            {detail === 'near' ? text : null}
          </div>
        </EdgeLabelRenderer>
      )}
    </g>
  );
});

/** The line that is drawn until the connection is routed, such as while one of its items is dragged. */
function directDrawing({ record, endpoints }: ConnectionGeometry): Pick<ConnectionRoute, 'path' | 'labelAt' | 'dotAt' | 'labelWidth'> {
  const { path, pointAt } = connectionPath(record.type, endpoints.from, endpoints.to);
  const labelAt = pointAt(record.labelLocation);
  return { path, labelAt, dotAt: labelAt, labelWidth: null };
}

/** The SVG marker of all arrowheads, rendered once by story-flow.tsx. It takes the color of its line. */
export function ArrowheadMarker() {
  return (
    <svg className="arrow-defs" aria-hidden="true">
      <defs>
        <marker
          id={arrowheadId}
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
