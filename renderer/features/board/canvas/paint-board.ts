/** Draws a board on a plain canvas, a little each step: the overview of very small zooms and the small map. Pure but for the canvas it is given. */

import type { Box } from '../../../../shared/layout/geometry.ts';
import type { Theme } from '../../../../shared/model/kinds/field-schemas.ts';
import { themes } from '../../../../shared/model/kinds/field-schemas.ts';
import type { BoardIndex, ConnectionGeometry } from '../../../records/board/board-index.ts';
import { connectionPath } from '../../../records/board/connection-path.ts';
import { itemKinds, itemLists } from '../../../records/board/items.ts';

export interface BoardColors {
  readonly line: string;
  readonly text: string;
  readonly card: string;
  readonly accent: string;
  readonly strong: Readonly<Record<Theme, string>>;
  readonly soft: Readonly<Record<Theme, string>>;
}
export interface PaintViewport {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}
export interface PaintSource {
  readonly index: BoardIndex;
  readonly selected: ReadonlySet<string>;
  readonly colors: BoardColors;
  readonly nameOf: (id: string) => string;
}

/** The colours as the page has them now. */
export function readBoardColors(place: Element): BoardColors {
  const probe = document.createElement('i');
  probe.style.display = 'none';
  place.append(probe);
  const read = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const each = (name: string) =>
    Object.fromEntries(
      themes.map((theme) => {
        probe.dataset.theme = theme;
        return [theme, read(name)];
      }),
    ) as Record<Theme, string>;
  const colours = {
    line: read('--line-strong'),
    text: read('--ink'),
    card: read('--card'),
    accent: read('--accent'),
    strong: each('--theme'),
    soft: each('--theme-soft'),
  };
  probe.remove();
  return colours;
}

/** Below this zoom names would be dust. */
const MIN_NAME_ZOOM = 0.16;

/** Below this many pixels a line is drawn straight, and an item without its border. */
const MIN_CURVE_PIXELS = 24;
const MIN_BORDER_PIXELS = 7;

export function* paintBoard(
  context: CanvasRenderingContext2D,
  size: { width: number; height: number },
  look: PaintViewport,
  painting: PaintSource,
): Generator<void> {
  const { index } = painting;
  const seen = { x: -look.x / look.zoom, y: -look.y / look.zoom, width: size.width / look.zoom, height: size.height / look.zoom };
  context.save();
  context.translate(look.x, look.y);
  context.scale(look.zoom, look.zoom);
  context.lineCap = 'round';
  for (const line of index.connections.values())
    if (line.mayIntersect(seen)) {
      paintConnection(context, look, painting, line);
      yield;
    }
  for (const kind of itemKinds)
    for (const id of index.project.childIds(index.boardId, itemLists[kind])) {
      const box = index.boxes.get(id);
      if (!box || !isInView(seen, box)) continue;
      paintItem(context, look, painting, id, box);
      yield;
    }
  context.restore();
}

function paintConnection(
  context: CanvasRenderingContext2D,
  look: PaintViewport,
  { colors, selected }: PaintSource,
  { record, endpoints }: ConnectionGeometry,
): void {
  const { id, theme, type } = record;
  const { from, to } = endpoints;
  context.strokeStyle = selected.has(id) ? colors.accent : theme === 'default' ? colors.line : colors.strong[theme];
  context.lineWidth = Math.max(1.6, 1 / look.zoom);
  if (Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) * look.zoom > MIN_CURVE_PIXELS) {
    context.stroke(new Path2D(connectionPath(type, from, to).path));
    return;
  }
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.stroke();
}

function paintItem(
  context: CanvasRenderingContext2D,
  look: PaintViewport,
  { index: { project }, colors, selected, nameOf }: PaintSource,
  id: string,
  box: Box,
): void {
  const kind = project.get(id)?.kind;
  const theme = (kind === 'element' || kind === 'note' || kind === 'branch' ? project.find(kind, id)?.theme : undefined) ?? 'default';
  const isStart = project.find('project', 'project')?.startingElement === id;
  context.fillStyle = kind === 'element' || kind === 'jumper' ? colors.card : colors.soft[theme];
  context.strokeStyle = selected.has(id) || isStart ? colors.accent : colors.strong[theme];
  if (Math.max(box.width, box.height) * look.zoom < MIN_BORDER_PIXELS) {
    // Of what is this small only the colour is seen.
    context.fillStyle = context.strokeStyle;
    context.fillRect(box.x, box.y, box.width, box.height);
    return;
  }
  context.lineWidth = (selected.has(id) ? 2.5 : 1.2) / look.zoom;
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, Math.min(kind === 'jumper' ? box.height / 2 : 12, box.width / 2));
  context.fill();
  context.stroke();
  if (kind === 'element') {
    context.fillStyle = colors.strong[theme];
    context.fillRect(box.x + 8, box.y + 6, box.width - 16, Math.max(5, 1.5 / look.zoom));
  }
  if (look.zoom < MIN_NAME_ZOOM || kind === 'branch') return;
  const name = nameOf(id);
  if (name === '') return;
  const letter = Math.min(10 / look.zoom, box.height * 0.3, box.width * 0.13);
  context.fillStyle = colors.text;
  context.font = `600 ${letter}px system-ui, sans-serif`;
  context.textBaseline = 'middle';
  context.fillText(truncateToWidth(context, name.slice(0, 60), box.width - 20), box.x + 14, box.y + box.height / 2 + 4);
}

/** What there is room for, by whole letters; `…` for the rest. */
export function truncateToWidth(context: Pick<CanvasRenderingContext2D, 'measureText'>, name: string, room: number): string {
  const wide = context.measureText(name).width;
  if (wide <= room) return name;
  const letters = [...name];
  for (let count = Math.floor((letters.length * room) / wide); count > 0; count--) {
    const cut = `${letters.slice(0, count).join('').trimEnd()}…`;
    if (context.measureText(cut).width <= room) return cut;
  }
  return '';
}

const isInView = (seen: Box, box: Box): boolean =>
  box.x <= seen.x + seen.width && box.y <= seen.y + seen.height && box.x + box.width >= seen.x && box.y + box.height >= seen.y;
