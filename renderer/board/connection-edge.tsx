/** A connection on the board: its line by type, theme, the arrow's head, and its label on the line. */
import { BaseEdge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { memo, useContext, useMemo } from 'react';
import { plainText } from '../../shared/rich-text/plain-text.ts';
import { useRecord } from '../state/open-project.ts';
import { select, selection } from '../state/selection.ts';
import { useSaid } from '../state/use-words.ts';
import { DetailContext } from './detail.ts';
import { lineOf } from './line.ts';
import type { ConnectionEdge as Drawn } from './map-board.ts';

/** Names the arrow head that board-canvas.tsx draws once. */
export const ARROW = 'connection-arrow';

export const ConnectionEdge = memo(function ConnectionEdge({ id, data, selected }: EdgeProps<Drawn>) {
  const connection = useRecord('connection', id);
  const label = useSaid(connection?.label);
  const detail = useContext(DetailContext);
  const type = connection?.type ?? 'Bezier';
  const line = useMemo(() => data && lineOf(type, data.from, data.to), [type, data]);
  if (!connection || !line) return null;
  const words = plainText(label.html);
  const at = line.at(connection.labelLocation);
  return (
    <g className="connection" data-theme={connection.theme} data-selected={selected || undefined}>
      <BaseEdge id={id} path={line.path} interactionWidth={22} markerEnd={`url(#${ARROW})`} />
      {detail === 'near' && words !== '' && (
        <EdgeLabelRenderer>
          <div
            className="connection-label nopan nodrag"
            data-theme={connection.theme}
            data-selected={selected || undefined}
            style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)`, maxWidth: connection.labelWidth ?? 200 }}
            onPointerDown={(event) => select(event.shiftKey || event.metaKey || event.ctrlKey ? [...selection.getState().ids, id] : [id])}
          >
            {words}
          </div>
        </EdgeLabelRenderer>
      )}
    </g>
  );
});
