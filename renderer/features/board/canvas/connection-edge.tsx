/** A connection on the board: its line by type, theme, the arrow's head, and its label on the line. */
import { BaseEdge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { memo, useContext, useMemo } from 'react';
import { richTextToPlainText } from '../../../../shared/rich-text/plain-text.ts';
import { connectionPath } from '../../../records/board/connection-path.ts';
import { useLocalizedText } from '../../../records/names/record-names.ts';
import { useRecord } from '../../../state/open-project.ts';
import { selectItems, selectionStore } from '../../../state/selection.ts';
import type { ConnectionFlowEdge as Drawn } from './board-scene.ts';
import { DetailLevelContext } from './detail-level.ts';

/** Names the arrow head that board-canvas.tsx draws once. */
export const ARROWHEAD_ID = 'connection-arrow';

export const ConnectionEdge = memo(function ConnectionEdge({ id, data, selected }: EdgeProps<Drawn>) {
  const connection = useRecord('connection', id);
  const label = useLocalizedText(connection?.label);
  const detail = useContext(DetailLevelContext);
  const type = connection?.type ?? 'Bezier';
  const line = useMemo(() => data && connectionPath(type, data.from, data.to), [type, data]);
  if (!connection || !line) return null;
  const words = richTextToPlainText(label.html);
  const at = line.pointAt(connection.labelLocation);
  return (
    <g className="connection" data-theme={connection.theme} data-selected={selected || undefined}>
      <BaseEdge id={id} path={line.path} interactionWidth={22} markerEnd={`url(#${ARROWHEAD_ID})`} />
      {detail === 'near' && words !== '' && (
        <EdgeLabelRenderer>
          <div
            className="connection-label nopan nodrag"
            data-theme={connection.theme}
            data-selected={selected || undefined}
            style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)`, maxWidth: connection.labelWidth ?? 200 }}
            onPointerDown={(event) =>
              selectItems(event.shiftKey || event.metaKey || event.ctrlKey ? [...selectionStore.getState().ids, id] : [id])
            }
          >
            {words}
          </div>
        </EdgeLabelRenderer>
      )}
    </g>
  );
});
