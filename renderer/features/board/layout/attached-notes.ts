/** Notes near a card are laid out with it, as one item. Pure. */
import { type Box, boundsOf, boxesOverlap, type Point } from '../../../../shared/layout/geometry.ts';
import type { LayoutItem } from '../../../../shared/layout/layered-sections.ts';

export interface PlacedLayoutItem extends LayoutItem, Point {
  /** Whether it is a note, which explains what is near it. */
  readonly isNote?: boolean;
}

/** The distance at which a note still belongs to a card, in canvas pixels. */
const maxDistance = 200;
/** The distance of notes that cannot keep their place beside the card. */
const noteGap = 24;

interface AttachedNotes {
  /** The items without attached notes. A card with notes has the size of all of them. */
  readonly items: readonly PlacedLayoutItem[];
  /** The positions of all items, from those of `items`. */
  readonly expand: (places: ReadonlyMap<string, Point>) => Map<string, Point>;
}

/** Attaches each note to the nearest of these cards, if one is near. */
export function attachNotes(items: readonly PlacedLayoutItem[], cardIds: ReadonlySet<string>): AttachedNotes {
  const cards = items.filter(({ id, isNote }) => !isNote && cardIds.has(id));
  const groups = new Map<string, Map<string, Box>>();
  const attached = new Set<string>();
  for (const note of items) {
    const card = note.isNote ? nearestCard(note, cards) : undefined;
    if (!card) continue;
    const boxes = groups.get(card.id) ?? new Map([[card.id, boxOf(card)]]);
    boxes.set(note.id, freePlace(boxOf(note), [...boxes.values()]));
    groups.set(card.id, boxes);
    attached.add(note.id);
  }
  const bounds = new Map([...groups].map(([id, boxes]) => [id, boundsOf(boxes.values())]));
  return {
    items: items.filter(({ id }) => !attached.has(id)).map((item) => ({ ...item, ...bounds.get(item.id) })),
    expand: (places) =>
      new Map(
        [...places].flatMap(([id, place]) => {
          const [boxes, group] = [groups.get(id), bounds.get(id)];
          if (!boxes || !group) return [[id, place] as const];
          return [...boxes].map(([each, box]) => [each, { x: place.x + box.x - group.x, y: place.y + box.y - group.y }] as const);
        }),
      ),
  };
}

const boxOf = ({ x, y, width, height }: PlacedLayoutItem): Box => ({ x, y, width, height });

function nearestCard(note: PlacedLayoutItem, cards: readonly PlacedLayoutItem[]): PlacedLayoutItem | undefined {
  let [nearest, least]: [PlacedLayoutItem | undefined, number] = [undefined, maxDistance];
  for (const card of cards) {
    const distance = distanceBetween(note, card);
    if (distance < least) [nearest, least] = [card, distance];
  }
  return nearest;
}

/** Between the nearest edges; 0 where they overlap. */
function distanceBetween(one: Box, other: Box): number {
  const gap = (start: number, length: number, otherStart: number, otherLength: number) =>
    Math.max(0, otherStart - start - length, start - otherStart - otherLength);
  return Math.hypot(gap(one.x, one.width, other.x, other.width), gap(one.y, one.height, other.y, other.height));
}

/** Where the note is, or above everything that it would cover. */
function freePlace(note: Box, taken: readonly Box[]): Box {
  if (!taken.some((box) => boxesOverlap(box, note))) return note;
  const top = Math.min(...taken.map(({ y }) => y));
  return { ...note, x: Math.max(note.x, Math.min(...taken.map(({ x }) => x))), y: top - noteGap - note.height };
}
