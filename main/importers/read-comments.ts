/**
 * Reads comment threads. Exports of the service contain none; our templates contain them in the form in which the service lists them (G24,
 * G25).
 */

import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import type { ImportSession } from './import-session.ts';
import { type ListedId, readObjectField } from './import-session.ts';
import { readStoryRichText } from './read-languages.ts';

const convertedFields = new Set(['position', 'replies']);

export function readComments(session: ImportSession): void {
  for (const [boardId, list] of groupCommentsByBoard(session)) session.setPlacements(list, boardId);
  for (const [id, raw] of session.file.entriesOf('comments')) {
    const path = `comments.${id}`;
    const place = session.placementOf(id);
    if (!place) {
      session.reportMissing(path, message('import.fault.noBoard'));
      continue;
    }
    const { x, y } = readObjectField(session, raw, 'position', path);
    session.addRecord(
      'comment',
      id,
      { rank: place.rank },
      raw,
      { boardId: place.parent, x, y, content: readContent(session, raw, path) },
      convertedFields,
    );
    addReplies(session, id, raw, path);
  }
}

/** By board: first the threads that the board lists, then those that only refer to the board themselves. */
function groupCommentsByBoard(session: ImportSession): Map<string, ListedId[]> {
  const places = new Map<string, ListedId[]>();
  const seen = new Set<string>();
  for (const [boardId, raw] of session.file.entriesOf('boards')) {
    const listed = session.readIdList(raw, 'comments', `boards.${boardId}`);
    const existing = listed.filter(({ id }) => session.file.find('comments', id));
    session.notes.count('threads', listed.length - existing.length);
    for (const { id } of existing) seen.add(id);
    places.set(boardId, existing);
  }
  for (const [id, raw] of session.file.entriesOf('comments')) {
    const board = isJsonObject(raw.position) ? raw.position.id : undefined;
    if (!seen.has(id) && typeof board === 'string' && session.resolveReference(board, `comments.${id}.position.id`, 'boards') !== null)
      places.get(board)?.push({ id, path: `comments.${id}` });
  }
  return places;
}

function addReplies(session: ImportSession, commentId: string, raw: JsonObject, path: string): void {
  const replies = Array.isArray(raw.replies) ? raw.replies.filter(isJsonObject) : [];
  if (replies.length !== (Array.isArray(raw.replies) ? raw.replies.length : 0))
    session.errors.addInvalidValue(`${path}.replies`, message('import.fault.objectList'));
  const listed = replies.map(({ id }, index) => ({
    id: typeof id === 'string' ? id : session.newId(),
    path: `${path}.replies.${index}`,
  }));
  session.setPlacements(listed, commentId);
  for (const [index, { id, path: at }] of listed.entries()) {
    const reply = replies[index];
    if (reply)
      session.addRecord(
        'reply',
        id,
        { rank: session.placementOf(id)?.rank ?? '' },
        reply,
        { commentId, content: readContent(session, reply, at) },
        new Set(),
      );
  }
}

const readContent = (session: ImportSession, raw: JsonObject, path: string): unknown =>
  typeof raw.content === 'string' ? readStoryRichText(session, raw.content, `${path}.content`) : (raw.content ?? '');
