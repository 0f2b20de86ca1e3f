/** Comment threads. The service's files hold none; our templates bring them in the shape in which the service lists them (G24, G25). */

import type { ImportSession } from './import-session.ts';
import { type ListedId, readObjectField } from './import-session.ts';
import { readStoryRichText } from './read-languages.ts';
import { isRawObject, type RawObject } from './story-file.ts';

const convertedFields = new Set(['position', 'replies']);

export function readComments(reading: ImportSession): void {
  for (const [boardId, list] of groupCommentsByBoard(reading)) reading.setPlacements(list, boardId);
  for (const [id, raw] of reading.file.entriesOf('comments')) {
    const path = `comments.${id}`;
    const place = reading.placementOf(id);
    if (!place) {
      reading.reportMissing(path, 'stands on no board');
      continue;
    }
    const { x, y } = readObjectField(reading, raw, 'position', path);
    reading.addRecord(
      'comment',
      id,
      { rank: place.rank },
      raw,
      { boardId: place.parent, x, y, content: readContent(reading, raw, path) },
      convertedFields,
    );
    addReplies(reading, id, raw, path);
  }
}

/** By board: as the boards list them, then those that only say themselves where they stand. */
function groupCommentsByBoard(reading: ImportSession): Map<string, ListedId[]> {
  const places = new Map<string, ListedId[]>();
  const seen = new Set<string>();
  for (const [boardId, raw] of reading.file.entriesOf('boards')) {
    const listed = reading.readIdList(raw, 'comments', `boards.${boardId}`);
    const held = listed.filter(({ id }) => reading.file.find('comments', id));
    reading.notes.count('threads', listed.length - held.length);
    for (const { id } of held) seen.add(id);
    places.set(boardId, held);
  }
  for (const [id, raw] of reading.file.entriesOf('comments')) {
    const board = isRawObject(raw.position) ? raw.position.id : undefined;
    if (!seen.has(id) && typeof board === 'string' && reading.resolveReference(board, `comments.${id}.position.id`, 'boards') !== null)
      places.get(board)?.push({ id, path: `comments.${id}` });
  }
  return places;
}

function addReplies(reading: ImportSession, commentId: string, raw: RawObject, path: string): void {
  const replies = Array.isArray(raw.replies) ? raw.replies.filter(isRawObject) : [];
  if (replies.length !== (Array.isArray(raw.replies) ? raw.replies.length : 0))
    reading.errors.addInvalidValue(`${path}.replies`, 'must be a list of objects');
  const listed = replies.map(({ id }, index) => ({
    id: typeof id === 'string' ? id : reading.newId(),
    path: `${path}.replies.${index}`,
  }));
  reading.setPlacements(listed, commentId);
  for (const [index, { id, path: at }] of listed.entries()) {
    const reply = replies[index];
    if (reply)
      reading.addRecord(
        'reply',
        id,
        { rank: reading.placementOf(id)?.rank ?? '' },
        reply,
        { commentId, content: readContent(reading, reply, at) },
        new Set(),
      );
  }
}

const readContent = (reading: ImportSession, raw: RawObject, path: string): unknown =>
  typeof raw.content === 'string' ? readStoryRichText(reading, raw.content, `${path}.content`) : (raw.content ?? '');
