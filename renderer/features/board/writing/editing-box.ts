/** The place of an edited text on the canvas. Pure. */
import type { Box } from '../../../../shared/layout/geometry.ts';
import type { BoardIndex } from '../../../records/board/board-index.ts';
import { connectionPath } from '../../../records/board/connection-path.ts';
import { conditionRowBox } from '../../../records/board/items.ts';
import type { EditingTarget } from './editing-target.ts';

const LABEL_SIZE = { width: 200, height: 34 };

/** Undefined if the record is no longer on the board. */
export function editingBox({ project, boxes, connections }: BoardIndex, { id }: EditingTarget): Box | undefined {
  const condition = project.find('condition', id);
  if (condition) {
    const branch = boxes.get(condition.branchId);
    return branch && conditionRowBox(branch, project.childIds(condition.branchId, 'conditions').indexOf(id));
  }
  const connection = connections.get(id);
  if (!connection) return boxes.get(id);
  const { record, endpoints } = connection;
  const width = record.labelWidth ?? LABEL_SIZE.width;
  const { x, y } = connectionPath(record.type, endpoints.from, endpoints.to).pointAt(record.labelLocation);
  return { x: x - width / 2, y: y - LABEL_SIZE.height / 2, width, height: LABEL_SIZE.height };
}
