/** Reads elements, notes and jumpers, with the components and covers of elements. */
import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import { kinds } from '../../shared/model/kinds/kinds.ts';
import { ranksBetween } from '../../shared/model/rank.ts';
import { type ImportSession, readObjectField } from './import-session.ts';
import { readLocalizedFields, readStoryRichText, readTranslationStatus } from './read-languages.ts';
import { addAudioAttachments, readCover } from './read-media.ts';

const convertedElementFields = new Set(['outputs', 'components', 'attributes', 'assets', 'status']);
const noConvertedFields = new Set<string>();

/** Values for those of x, y, width and height that the file does not contain, by item. */
export type ItemBoxes = ReadonlyMap<string, JsonObject>;

/** Must run after `rankOutputs`, which needs the outputs in the file. */
export async function readElements(session: ImportSession, boxes: ItemBoxes): Promise<void> {
  for (const [id, raw] of session.file.entriesOf('elements')) {
    const path = `elements.${id}`;
    const texts = readLocalizedFields(session, 'element', id, raw);
    const { cover = raw.cover, audio } = readObjectField(session, raw, 'assets', path);
    const converted = {
      ...readPlacement(session, 'elements', id, raw, boxes),
      ...texts,
      status: readTranslationStatus(session, id),
      cover: readCover(session, 'elements', cover, `${path}.assets.cover`),
      linkedBoard: readLinkedBoard(session, raw, path),
    };
    const rank = session.placementOf(id)?.rank ?? '';
    const record = session.addRecord('element', id, { rank }, raw, converted, convertedElementFields);
    addComponentAttachments(session, id, raw);
    addAudioAttachments(session, id, audio);
    session.file.replaceByRecord('elements', id, record);
    const pause = session.progress.advance(countCharacters(texts));
    if (pause) await pause;
  }
}

export async function readNotes(session: ImportSession, boxes: ItemBoxes): Promise<void> {
  for (const [id, raw] of session.file.entriesOf('notes')) {
    const content =
      typeof raw.content === 'string' ? readStoryRichText(session, raw.content, `notes.${id}.content`) : (raw.content ?? null);
    session.addRecord(
      'note',
      id,
      { rank: session.placementOf(id)?.rank ?? '' },
      raw,
      { ...readPlacement(session, 'notes', id, raw, boxes), content },
      noConvertedFields,
    );
    const pause = session.progress.advance(typeof content === 'string' ? content.length : 0);
    if (pause) await pause;
  }
}

export async function readJumpers(session: ImportSession, boxes: ItemBoxes): Promise<void> {
  for (const [id, raw] of session.file.entriesOf('jumpers')) {
    const target =
      typeof raw.elementId === 'string'
        ? session.resolveReference(raw.elementId, `jumpers.${id}.elementId`, 'elements')
        : (raw.elementId ?? null);
    session.addRecord(
      'jumper',
      id,
      { rank: session.placementOf(id)?.rank ?? '' },
      raw,
      { ...readPlacement(session, 'jumpers', id, raw, boxes), elementId: target },
      noConvertedFields,
    );
    const pause = session.progress.advance();
    if (pause) await pause;
  }
}

/** The board of an item and its box there. If the item names its board, it must be the same one. */
export function readPlacement(session: ImportSession, collection: string, id: string, raw: JsonObject, boxes: ItemBoxes): JsonObject {
  const boardId = session.placementOf(id)?.parent;
  if (raw.boardId !== undefined && raw.boardId !== null && raw.boardId !== boardId)
    session.errors.addInconsistency(`${collection}.${id}.boardId`, message('import.fault.boardMismatch', { board: boardId ?? '' }));
  return { boardId, ...boxes.get(id) };
}

function readLinkedBoard(session: ImportSession, raw: JsonObject, path: string): unknown {
  const { linkedBoard: id } = raw;
  if (typeof id !== 'string') return id ?? null;
  const board = session.resolveReference(id, `${path}.linkedBoard`, 'boards');
  if (board !== null && session.folders.has(board))
    session.errors.addInconsistency(`${path}.linkedBoard`, message('import.fault.isFolder'));
  return board;
}

/** Adds the components that an element lists: ids, or entries with ids of their own as in the API. */
function addComponentAttachments(session: ImportSession, elementId: string, raw: JsonObject): void {
  const path = `elements.${elementId}`;
  const plain = Array.isArray(raw.components) ? { ...raw, components: raw.components.map(componentIdOf) } : raw;
  const valid = session.readIdList(plain, 'components', path).filter(({ id, path: at }) => isComponentReference(session, id, at));
  const ranks = ranksBetween(null, null, valid.length);
  for (const [index, { id }] of valid.entries())
    session.records.push({
      kind: kinds.componentAttachment.kind,
      id: session.newId(),
      rank: ranks[index] ?? '',
      elementId,
      componentId: id,
    });
}

const componentIdOf = (entry: unknown): unknown => (isJsonObject(entry) ? entry.component : entry);

export function isComponentReference(session: ImportSession, id: string, path: string): boolean {
  if (session.resolveReference(id, path, 'components') === null) return false;
  if (session.folders.has(id)) session.errors.addInconsistency(path, message('import.fault.isFolder'));
  return true;
}

function countCharacters(fields: ReturnType<typeof readLocalizedFields>): number {
  let characters = 0;
  for (const field in fields) for (const locale in fields[field]) characters += fields[field][locale]?.text?.length ?? 0;
  return characters;
}
