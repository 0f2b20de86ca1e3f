/** Paints a board on a plain canvas, in steps: the overview at very low zoom, and the minimap. Pure, apart from the canvas. */

import { objectFromKeys } from '../../../../shared/json.ts';
import { type Box, boxesOverlap, growBox, type Point, visibleBox } from '../../../../shared/layout/geometry.ts';
import { type Theme, themes } from '../../../../shared/model/kinds/field-schemas.ts';
import type { StoryRecord } from '../../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { t } from '../../../messages/translate.ts';
import type { BoardIndex } from '../../../records/board/board-index.ts';
import { type ConnectionGeometry, connectionPath } from '../../../records/board/connection-geometry.ts';
import { framesOn } from '../../../records/board/frames.ts';
import { findFrame, findItem } from '../../../records/board/items.ts';
import { recordName } from '../../../records/names/record-names.ts';
import type { RouteLookup } from '../routing/connection-routes.ts';

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
  readonly routes: Pick<RouteLookup, 'routeOf' | 'connectionsIn'>;
  /** Which items are painted, with the connections between them. Undefined: all. */
  readonly shows?: ((id: string) => boolean) | undefined;
}

/** The current colors of the page. */
export function readBoardColors(element: Element): BoardColors {
  const probe = document.createElement('i');
  probe.style.display = 'none';
  // Forced colors would replace those of the themes.
  probe.style.forcedColorAdjust = 'none';
  element.append(probe);
  const read = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const readThemes = (name: string) =>
    objectFromKeys(themes, (theme) => {
      probe.dataset.theme = theme;
      return read(name);
    });
  const colours = {
    line: read('--line-strong'),
    text: read('--ink'),
    card: read('--card'),
    accent: read('--accent'),
    strong: readThemes('--theme'),
    soft: readThemes('--theme-soft'),
  };
  probe.remove();
  return colours;
}

/** Below this zoom, labels are not painted as dots. */
const minDotZoom = 0.16;

/** Names are painted at this size, in screen pixels, in as many lines as fit. */
const nameSize = 10;
const nameLineHeight = 11.5;
/** Around the name. */
const nameMargin = { x: 5, y: 2 };
/**
 * In less room than this, a name that does not fit would be cut to a few letters; it opens under the pointer (overview-label.tsx). A new card has more
 * from 18 % on.
 */
const minNameWidth = 44;

/** Lines shorter than this many pixels are drawn straight, and smaller items without a border. */
const minCurvePixels = 24;
const minBorderPixels = 7;

export function* paintBoard(
  context: CanvasRenderingContext2D,
  size: { width: number; height: number },
  viewport: PaintViewport,
  painting: PaintSource,
): Generator<void> {
  const { index, shows = () => true } = painting;
  const visible = visibleBox(viewport, size);
  context.save();
  context.translate(viewport.x, viewport.y);
  context.scale(viewport.zoom, viewport.zoom);
  context.lineCap = 'round';
  for (const frame of framesOn(index.project, index.boardId)) {
    const box = index.boxes.get(frame.id);
    if (!box || !boxesOverlap(visible, box) || !shows(frame.id)) continue;
    paintFrame(context, viewport, painting, frame, box);
    yield;
  }
  for (const line of painting.routes.connectionsIn(visible))
    if (shows(line.itemId) && shows(line.record.targetid)) {
      paintConnection(context, viewport, painting, line);
      yield;
    }
  for (const id of index.itemsIn(visible)) {
    const box = index.boxes.get(id);
    if (!box || !shows(id) || findFrame(index.project, id)) continue;
    paintItem(context, viewport, painting, id, box);
    yield;
  }
  context.restore();
}

/** The title of a frame is painted at this size, in pixels, wherever the frame is wide enough. */
const frameTitleSize = 12;

function paintFrame(
  context: CanvasRenderingContext2D,
  { zoom }: PaintViewport,
  { colors, selected, nameOf }: PaintSource,
  { id, theme }: StoryRecord<'note'>,
  box: Box,
): void {
  context.fillStyle = colors.soft[theme];
  context.strokeStyle = selected.has(id) ? colors.accent : colors.strong[theme];
  context.lineWidth = (selected.has(id) ? 2.5 : 1.2) / zoom;
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, 12);
  context.globalAlpha = frameOpacity;
  context.fill();
  context.globalAlpha = 1;
  context.stroke();
  const name = nameOf(id);
  if (name === '') return;
  const letter = Math.min(frameTitleSize / zoom, box.height * 0.3);
  context.fillStyle = colors.text;
  context.font = `600 ${letter}px "Inter Variable", system-ui, sans-serif`;
  context.textBaseline = 'top';
  context.fillText(truncateToWidth(context, name.slice(0, 60), box.width - 2 * letter), box.x + letter, box.y + letter * 0.7);
}
/** As in items.css. */
const frameOpacity = 0.5;

function paintConnection(
  context: CanvasRenderingContext2D,
  viewport: PaintViewport,
  { colors, selected, routes: { routeOf } }: PaintSource,
  geometry: ConnectionGeometry,
): void {
  const { record, endpoints } = geometry;
  const { id, theme, type } = record;
  const { from, to } = endpoints;
  const themeColor = theme === 'default' ? colors.line : colors.strong[theme];
  context.strokeStyle = selected.has(id) ? colors.accent : themeColor;
  context.lineWidth = Math.max(1.6, 1 / viewport.zoom);
  if (Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) * viewport.zoom > minCurvePixels) {
    context.stroke(new Path2D(routeOf(geometry)?.path ?? connectionPath(type, from, to).path));
    if (viewport.zoom >= minDotZoom) paintLabelDot(context, viewport, labelDotPosition(geometry, routeOf));
    return;
  }
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.stroke();
}

/** The size of a dot in place of a label, in pixels. */
const dotRadius = 3;

/** In the color of the line. */
function paintLabelDot(context: CanvasRenderingContext2D, { zoom }: PaintViewport, at: Point | null): void {
  if (!at) return;
  context.fillStyle = context.strokeStyle;
  context.beginPath();
  context.arc(at.x, at.y, dotRadius / zoom, 0, 2 * Math.PI);
  context.fill();
}

function paintItem(
  context: CanvasRenderingContext2D,
  viewport: PaintViewport,
  { index: { project }, colors, selected, nameOf }: PaintSource,
  id: string,
  box: Box,
): void {
  const item = findItem(project, id);
  const kind = item?.kind;
  const theme = item && 'theme' in item ? item.theme : 'default';
  const isStart = project.find('project', 'project')?.startingElement === id;
  context.fillStyle = kind === 'element' || kind === 'jumper' ? colors.card : colors.soft[theme];
  context.strokeStyle = selected.has(id) || isStart ? colors.accent : colors.strong[theme];
  if (Math.max(box.width, box.height) * viewport.zoom < minBorderPixels) {
    // At this size only the color is visible.
    context.fillStyle = context.strokeStyle;
    context.fillRect(box.x, box.y, box.width, box.height);
    return;
  }
  context.lineWidth = (selected.has(id) ? 2.5 : 1.2) / viewport.zoom;
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, Math.min(kind === 'jumper' ? box.height / 2 : 12, box.width / 2));
  context.fill();
  context.stroke();
  if (kind === 'element') {
    context.fillStyle = colors.strong[theme];
    context.fillRect(box.x + 8, box.y + 6, box.width - 16, Math.max(5, 1.5 / viewport.zoom));
  }
  paintName(context, viewport, colors.text, nameOf(id), box);
}

function paintName(context: CanvasRenderingContext2D, { zoom }: PaintViewport, color: string, name: string, box: Box): void {
  const room = box.width * zoom - 2 * nameMargin.x;
  const lineCount = Math.floor((box.height * zoom - 2 * nameMargin.y) / nameLineHeight);
  if (name === '' || lineCount < 1 || room <= 0) return;
  context.font = `600 ${nameSize / zoom}px "Inter Variable", system-ui, sans-serif`;
  if (room < minNameWidth && context.measureText(name).width > room / zoom) return;
  context.fillStyle = color;
  context.textBaseline = 'middle';
  const lines = wrapName(context, name.slice(0, maxNameLength), room / zoom, lineCount);
  const top = box.y + box.height / 2 - ((lines.length - 1) / 2) * (nameLineHeight / zoom);
  for (const [at, line] of lines.entries()) context.fillText(line, box.x + nameMargin.x / zoom, top + (at * nameLineHeight) / zoom);
}
const maxNameLength = 80;

/** The lines of a name, broken between its words; the last one is cut if more would follow. */
export function wrapName(context: Pick<CanvasRenderingContext2D, 'measureText'>, name: string, room: number, lineCount: number): string[] {
  const lines: string[] = [];
  let rest = name.trim();
  while (rest !== '' && lines.length < lineCount - 1 && context.measureText(rest).width > room) {
    const words = rest.split(/(?<=\s)(?=\S)/u);
    let line = words[0] ?? '';
    for (let at = 1; at < words.length && context.measureText((line + words[at]).trimEnd()).width <= room; at++) line += words[at];
    // A word that is wider than the line is cut there.
    if (context.measureText(line.trimEnd()).width > room) break;
    lines.push(line.trimEnd());
    rest = rest.slice(line.length);
  }
  if (rest !== '') lines.push(truncateToWidth(context, rest, room));
  return lines.filter((line) => line !== '');
}

/** The part of the text that fits, cut between characters and ended with `…`. */
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

/**
 * Where connections have labels that are too small to be read: each is drawn as a dot on its line. Null
 * for a connection without a label, or while it is not routed.
 */
export function labelDotPosition(geometry: ConnectionGeometry, routeOf: RouteLookup['routeOf']): Point | null {
  const hasLabel = Object.values(geometry.record.label).some(({ text }) => text !== null && text !== '');
  return hasLabel ? (routeOf(geometry)?.dotAt ?? null) : null;
}

/** The connection whose dot is nearest to a point, at most `reach` canvas pixels from it. */
export function findLabelDotAt(
  { routeOf, connectionsIn }: Pick<RouteLookup, 'routeOf' | 'connectionsIn'>,
  point: Point,
  reach: number,
): { readonly id: string; readonly at: Point } | null {
  let nearest: { id: string; at: Point } | null = null;
  let distance = reach;
  for (const geometry of connectionsIn(growBox({ ...point, width: 0, height: 0 }, reach))) {
    const at = labelDotPosition(geometry, routeOf);
    const own = at ? Math.hypot(at.x - point.x, at.y - point.y) : Number.POSITIVE_INFINITY;
    if (!at || own > distance) continue;
    nearest = { id: geometry.record.id, at };
    distance = own;
  }
  return nearest;
}

/** The name of an item or connection in the overview. A branch has the start of its first condition. */
export function overviewName(project: Project, id: string, locale: string | null): string {
  const name = recordName(project, id, locale);
  return name !== '' && project.find('branch', id) ? `${t('board.roles.if')} ${name}` : name;
}
