/** What stands on boards beside branches and connections: elements, notes and jumpers, with the components and covers of elements. */
import { kinds } from '../../shared/kinds/all.ts';
import { ranksBetween } from '../../shared/rank.ts';
import { localizedField, richText, translationStatus } from './read-languages.ts';
import { attachSounds, keptCover } from './read-media.ts';
import { type Reading, rawField } from './reading.ts';
import { isRaw, type Raw } from './story-file.ts';

const takenByElements = new Set(['outputs', 'components', 'attributes', 'assets', 'status']);
const nothing = new Set<string>();

/** What of x, y, width and height the file does not say itself, by item. */
export type Boxes = ReadonlyMap<string, Raw>;

export async function readElements(reading: Reading, boxes: Boxes): Promise<void> {
  for (const [id, raw] of reading.file.all('elements')) {
    const path = `elements.${id}`;
    const title = localizedField(reading, 'elements', id, raw, 'title', richText);
    const content = localizedField(reading, 'elements', id, raw, 'content', richText);
    const { cover, audio } = rawField(reading, raw, 'assets', path);
    const given = {
      ...placed(reading, 'elements', id, raw, boxes),
      title,
      content,
      status: translationStatus(reading, id),
      cover: keptCover(reading, 'elements', cover, `${path}.assets.cover`),
      linkedBoard: linkedBoard(reading, raw, path),
    };
    reading.add('element', id, { rank: reading.placeOf(id)?.rank ?? '' }, raw, given, takenByElements);
    attachComponents(reading, id, raw);
    attachSounds(reading, id, audio);
    const rest = reading.pace.step(charactersIn(content) + charactersIn(title));
    if (rest) await rest;
  }
}

export async function readNotes(reading: Reading, boxes: Boxes): Promise<void> {
  for (const [id, raw] of reading.file.all('notes')) {
    const content = typeof raw.content === 'string' ? richText(reading, raw.content, `notes.${id}.content`) : (raw.content ?? null);
    reading.add(
      'note',
      id,
      { rank: reading.placeOf(id)?.rank ?? '' },
      raw,
      { ...placed(reading, 'notes', id, raw, boxes), content },
      nothing,
    );
    const rest = reading.pace.step(typeof content === 'string' ? content.length : 0);
    if (rest) await rest;
  }
}

export async function readJumpers(reading: Reading, boxes: Boxes): Promise<void> {
  for (const [id, raw] of reading.file.all('jumpers')) {
    const target =
      typeof raw.elementId === 'string' ? reading.refer(raw.elementId, `jumpers.${id}.elementId`, 'elements') : (raw.elementId ?? null);
    reading.add(
      'jumper',
      id,
      { rank: reading.placeOf(id)?.rank ?? '' },
      raw,
      { ...placed(reading, 'jumpers', id, raw, boxes), elementId: target },
      nothing,
    );
    const rest = reading.pace.step();
    if (rest) await rest;
  }
}

/** The board an item stands on and its box there; the item's own word about its board must agree. */
export function placed(reading: Reading, collection: string, id: string, raw: Raw, boxes: Boxes): Raw {
  const boardId = reading.placeOf(id)?.parent;
  if (raw.boardId !== undefined && raw.boardId !== null && raw.boardId !== boardId)
    reading.faults.broken(`${collection}.${id}.boardId`, `is not the board that lists it (${boardId})`);
  return { boardId, ...boxes.get(id) };
}

function linkedBoard(reading: Reading, raw: Raw, path: string): unknown {
  const { linkedBoard: id } = raw;
  if (typeof id !== 'string') return id ?? null;
  const board = reading.refer(id, `${path}.linkedBoard`, 'boards');
  if (board !== null && reading.folders.has(board)) reading.faults.broken(`${path}.linkedBoard`, 'refers to a folder');
  return board;
}

/** The components an element carries: ids, or entries with an id of their own as the API gives them. */
function attachComponents(reading: Reading, elementId: string, raw: Raw): void {
  const path = `elements.${elementId}`;
  const plain = Array.isArray(raw.components) ? { ...raw, components: raw.components.map(componentIn) } : raw;
  const kept = reading.list(plain, 'components', path).filter(({ id, path: at }) => isComponent(reading, id, at));
  const ranks = ranksBetween(null, null, kept.length);
  for (const [index, { id }] of kept.entries())
    reading.records.push({
      kind: kinds.componentAttachment.kind,
      id: reading.newId(),
      rank: ranks[index] ?? '',
      elementId,
      componentId: id,
    });
}

const componentIn = (entry: unknown): unknown => (isRaw(entry) ? entry.component : entry);

export function isComponent(reading: Reading, id: string, path: string): boolean {
  if (reading.refer(id, path, 'components') === null) return false;
  if (reading.folders.has(id)) reading.faults.broken(path, 'refers to a folder');
  return true;
}

function charactersIn(texts: Readonly<Record<string, { text: string | null }>>): number {
  let characters = 0;
  for (const locale in texts) characters += texts[locale]?.text?.length ?? 0;
  return characters;
}
