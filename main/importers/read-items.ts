/** What stands on boards beside branches and connections: elements, notes and jumpers, with the components and covers of elements. */
import { kinds } from '../../shared/model/kinds/kinds.ts';
import { ranksBetween } from '../../shared/model/rank.ts';
import { type ImportSession, readObjectField } from './import-session.ts';
import { readLocalizedField, readStoryRichText, readTranslationStatus } from './read-languages.ts';
import { addAudioAttachments, readCover } from './read-media.ts';
import { isRawObject, type RawObject } from './story-file.ts';

const convertedElementFields = new Set(['outputs', 'components', 'attributes', 'assets', 'status']);
const noConvertedFields = new Set<string>();

/** What of x, y, width and height the file does not say itself, by item. */
export type ItemBoxes = ReadonlyMap<string, RawObject>;

export async function readElements(reading: ImportSession, boxes: ItemBoxes): Promise<void> {
  for (const [id, raw] of reading.file.entriesOf('elements')) {
    const path = `elements.${id}`;
    const title = readLocalizedField(reading, 'elements', id, raw, 'title', readStoryRichText);
    const content = readLocalizedField(reading, 'elements', id, raw, 'content', readStoryRichText);
    const { cover, audio } = readObjectField(reading, raw, 'assets', path);
    const given = {
      ...readPlacement(reading, 'elements', id, raw, boxes),
      title,
      content,
      status: readTranslationStatus(reading, id),
      cover: readCover(reading, 'elements', cover, `${path}.assets.cover`),
      linkedBoard: readLinkedBoard(reading, raw, path),
    };
    reading.addRecord('element', id, { rank: reading.placementOf(id)?.rank ?? '' }, raw, given, convertedElementFields);
    addComponentAttachments(reading, id, raw);
    addAudioAttachments(reading, id, audio);
    const rest = reading.progress.advance(countCharacters(content) + countCharacters(title));
    if (rest) await rest;
  }
}

export async function readNotes(reading: ImportSession, boxes: ItemBoxes): Promise<void> {
  for (const [id, raw] of reading.file.entriesOf('notes')) {
    const content =
      typeof raw.content === 'string' ? readStoryRichText(reading, raw.content, `notes.${id}.content`) : (raw.content ?? null);
    reading.addRecord(
      'note',
      id,
      { rank: reading.placementOf(id)?.rank ?? '' },
      raw,
      { ...readPlacement(reading, 'notes', id, raw, boxes), content },
      noConvertedFields,
    );
    const rest = reading.progress.advance(typeof content === 'string' ? content.length : 0);
    if (rest) await rest;
  }
}

export async function readJumpers(reading: ImportSession, boxes: ItemBoxes): Promise<void> {
  for (const [id, raw] of reading.file.entriesOf('jumpers')) {
    const target =
      typeof raw.elementId === 'string'
        ? reading.resolveReference(raw.elementId, `jumpers.${id}.elementId`, 'elements')
        : (raw.elementId ?? null);
    reading.addRecord(
      'jumper',
      id,
      { rank: reading.placementOf(id)?.rank ?? '' },
      raw,
      { ...readPlacement(reading, 'jumpers', id, raw, boxes), elementId: target },
      noConvertedFields,
    );
    const rest = reading.progress.advance();
    if (rest) await rest;
  }
}

/** The board an item stands on and its box there; the item's own word about its board must agree. */
export function readPlacement(reading: ImportSession, collection: string, id: string, raw: RawObject, boxes: ItemBoxes): RawObject {
  const boardId = reading.placementOf(id)?.parent;
  if (raw.boardId !== undefined && raw.boardId !== null && raw.boardId !== boardId)
    reading.errors.addInconsistency(`${collection}.${id}.boardId`, `is not the board that lists it (${boardId})`);
  return { boardId, ...boxes.get(id) };
}

function readLinkedBoard(reading: ImportSession, raw: RawObject, path: string): unknown {
  const { linkedBoard: id } = raw;
  if (typeof id !== 'string') return id ?? null;
  const board = reading.resolveReference(id, `${path}.linkedBoard`, 'boards');
  if (board !== null && reading.folders.has(board)) reading.errors.addInconsistency(`${path}.linkedBoard`, 'refers to a folder');
  return board;
}

/** The components an element carries: ids, or entries with an id of their own as the API gives them. */
function addComponentAttachments(reading: ImportSession, elementId: string, raw: RawObject): void {
  const path = `elements.${elementId}`;
  const plain = Array.isArray(raw.components) ? { ...raw, components: raw.components.map(componentIdOf) } : raw;
  const kept = reading.readIdList(plain, 'components', path).filter(({ id, path: at }) => isComponentReference(reading, id, at));
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

const componentIdOf = (entry: unknown): unknown => (isRawObject(entry) ? entry.component : entry);

export function isComponentReference(reading: ImportSession, id: string, path: string): boolean {
  if (reading.resolveReference(id, path, 'components') === null) return false;
  if (reading.folders.has(id)) reading.errors.addInconsistency(path, 'refers to a folder');
  return true;
}

function countCharacters(texts: Readonly<Record<string, { text: string | null }>>): number {
  let characters = 0;
  for (const locale in texts) characters += texts[locale]?.text?.length ?? 0;
  return characters;
}
