/** The place of an edited text on the canvas. Pure. */
import type { Box } from '../../../../shared/layout/geometry.ts';
import { defaultLabelWidth } from '../../../../shared/layout/routing/label-size.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { connectionPath } from '../../../records/board/connection-path.ts';
import { frameTitleHeight } from '../../../records/board/frames.ts';
import { conditionRowBox, findFrame } from '../../../records/board/items.ts';
import type { BoardScene } from '../canvas/board-scene.ts';
import type { EditingTarget } from './editing-target.ts';

type EditedScene = Pick<BoardScene, 'index' | 'routeOf'>;

const labelHeight = 34;

/** The box of an item; of a frame, that of its title. */
const frameTitleBox = (project: Project, id: string, box: Box | undefined): Box | undefined =>
  box && findFrame(project, id) ? { ...box, width: Math.min(box.width, titleWidth), height: frameTitleHeight } : box;
const titleWidth = 360;

/** Undefined if the record is no longer on the board. */
export function editingBox({ index, routeOf }: EditedScene, { id }: EditingTarget): Box | undefined {
  const { project, boxes, connections } = index;
  const condition = project.find('condition', id);
  if (condition) {
    const branch = boxes.get(condition.branchId);
    return branch && conditionRowBox(branch, project.childIds(condition.branchId, 'conditions').indexOf(id));
  }
  const connection = connections.get(id);
  if (!connection) return frameTitleBox(project, id, boxes.get(id));
  const { record, endpoints } = connection;
  const width = record.labelWidth ?? defaultLabelWidth;
  const { x, y } = routeOf(connection)?.labelAt ?? connectionPath(record.type, endpoints.from, endpoints.to).pointAt(record.labelLocation);
  return { x: x - width / 2, y: y - labelHeight / 2, width, height: labelHeight };
}
