/** What the router needs of the records of a board. Pure. */
import type { Box } from '../../../../shared/layout/geometry.ts';
import type { RoutedItem } from '../../../../shared/layout/routing/item-obstacles.ts';
import { defaultLabelWidth } from '../../../../shared/layout/routing/label-size.ts';
import type { RoutedConnection } from '../../../../shared/layout/routing/line-ends.ts';
import type { BoardIndex } from '../../../records/board/board-index.ts';
import type { ConnectionGeometry } from '../../../records/board/connection-geometry.ts';
import { conditionRowBox } from '../../../records/board/items.ts';

/** As in board.css. */
const cardCornerRadius = 12;

export function toRoutedItem({ project }: BoardIndex, id: string, box: Box): RoutedItem {
  const isJumper = project.find('jumper', id) !== undefined;
  return { id, box, cornerRadius: isJumper ? box.height / 2 : cardCornerRadius };
}

/** `label` is plain text. */
export function toRoutedConnection({ record, itemId, rowIndex, source, endpoints }: ConnectionGeometry, label: string): RoutedConnection {
  return {
    id: record.id,
    type: record.type,
    sourceId: itemId,
    targetId: record.targetid,
    from: endpoints.from,
    to: endpoints.to,
    rowBox: rowIndex === null ? null : conditionRowBox(source, rowIndex),
    label,
    labelWidth: record.labelWidth ?? defaultLabelWidth,
    labelLocation: record.labelLocation,
  };
}
