/** Draws a board on a plain canvas, a little each step: the overview of very small zooms and the small map. Pure but for the canvas it is given. */
import type { Theme } from '../../shared/kinds/fields.ts';
import { themes } from '../../shared/kinds/fields.ts';
import type { BoardIndex, Line } from './board-index.ts';
import type { Box } from './geometry.ts';
import { itemKinds, itemLists } from './items.ts';
import { lineOf } from './line.ts';

export interface Colours {
  readonly line: string;
  readonly text: string;
  readonly card: string;
  readonly accent: string;
  readonly strong: Readonly<Record<Theme, string>>;
  readonly soft: Readonly<Record<Theme, string>>;
}
export interface Look {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}
export interface Painting {
  readonly index: BoardIndex;
  readonly selected: ReadonlySet<string>;
  readonly colours: Colours;
  readonly nameOf: (id: string) => string;
}

/** The colours as the page has them now. */
export function coloursOf(place: Element): Colours {
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
const NAMES = 0.16;

/** Below this many pixels a line is drawn straight, and an item without its border. */
const BENT = 24;
const BORDERED = 7;

export function* paint(
  context: CanvasRenderingContext2D,
  size: { width: number; height: number },
  look: Look,
  painting: Painting,
): Generator<void> {
  const { index } = painting;
  const seen = { x: -look.x / look.zoom, y: -look.y / look.zoom, width: size.width / look.zoom, height: size.height / look.zoom };
  context.save();
  context.translate(look.x, look.y);
  context.scale(look.zoom, look.zoom);
  context.lineCap = 'round';
  for (const line of index.lines.values())
    if (line.crosses(seen)) {
      connection(context, look, painting, line);
      yield;
    }
  for (const kind of itemKinds)
    for (const id of index.project.list(index.boardId, itemLists[kind])) {
      const box = index.boxes.get(id);
      if (!box || !near(seen, box)) continue;
      item(context, look, painting, id, box);
      yield;
    }
  context.restore();
}

function connection(context: CanvasRenderingContext2D, look: Look, { colours, selected }: Painting, { record, ends }: Line): void {
  const { id, theme, type } = record;
  const { from, to } = ends;
  context.strokeStyle = selected.has(id) ? colours.accent : theme === 'default' ? colours.line : colours.strong[theme];
  context.lineWidth = Math.max(1.6, 1 / look.zoom);
  if (Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) * look.zoom > BENT) {
    context.stroke(new Path2D(lineOf(type, from, to).path));
    return;
  }
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.stroke();
}

function item(
  context: CanvasRenderingContext2D,
  look: Look,
  { index: { project }, colours, selected, nameOf }: Painting,
  id: string,
  box: Box,
): void {
  const kind = project.at(id)?.kind;
  const theme = (kind === 'element' || kind === 'note' || kind === 'branch' ? project.find(kind, id)?.theme : undefined) ?? 'default';
  const isStart = project.find('project', 'project')?.startingElement === id;
  context.fillStyle = kind === 'element' || kind === 'jumper' ? colours.card : colours.soft[theme];
  context.strokeStyle = selected.has(id) || isStart ? colours.accent : colours.strong[theme];
  if (Math.max(box.width, box.height) * look.zoom < BORDERED) {
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
    context.fillStyle = colours.strong[theme];
    context.fillRect(box.x + 8, box.y + 6, box.width - 16, Math.max(5, 1.5 / look.zoom));
  }
  if (look.zoom < NAMES || kind === 'branch') return;
  const name = nameOf(id);
  if (name === '') return;
  const letter = Math.min(10 / look.zoom, box.height * 0.3, box.width * 0.13);
  context.fillStyle = colours.text;
  context.font = `600 ${letter}px system-ui, sans-serif`;
  context.textBaseline = 'middle';
  context.fillText(fitting(context, name.slice(0, 60), box.width - 20), box.x + 14, box.y + box.height / 2 + 4);
}

/** What there is room for, by whole letters; `…` for the rest. */
export function fitting(context: Pick<CanvasRenderingContext2D, 'measureText'>, name: string, room: number): string {
  const wide = context.measureText(name).width;
  if (wide <= room) return name;
  const letters = [...name];
  for (let count = Math.floor((letters.length * room) / wide); count > 0; count--) {
    const cut = `${letters.slice(0, count).join('').trimEnd()}…`;
    if (context.measureText(cut).width <= room) return cut;
  }
  return '';
}

const near = (seen: Box, box: Box): boolean =>
  box.x <= seen.x + seen.width && box.y <= seen.y + seen.height && box.x + box.width >= seen.x && box.y + box.height >= seen.y;
