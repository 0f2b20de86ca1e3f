/** Comment threads. The service's files hold none; our templates bring them in the shape in which the service lists them (G24, G25). */

import { richText } from './read-languages.ts';
import type { Reading } from './reading.ts';
import { type Listed, rawField } from './reading.ts';
import { isRaw, type Raw } from './story-file.ts';

const taken = new Set(['position', 'replies']);

export function readComments(reading: Reading): void {
  for (const [boardId, list] of placeComments(reading)) reading.place(list, boardId);
  for (const [id, raw] of reading.file.all('comments')) {
    const path = `comments.${id}`;
    const place = reading.placeOf(id);
    if (!place) {
      reading.missing(path, 'stands on no board');
      continue;
    }
    const { x, y } = rawField(reading, raw, 'position', path);
    reading.add('comment', id, { rank: place.rank }, raw, { boardId: place.parent, x, y, content: contentOf(reading, raw, path) }, taken);
    addReplies(reading, id, raw, path);
  }
}

/** By board: as the boards list them, then those that only say themselves where they stand. */
function placeComments(reading: Reading): Map<string, Listed[]> {
  const places = new Map<string, Listed[]>();
  const seen = new Set<string>();
  for (const [boardId, raw] of reading.file.all('boards')) {
    const listed = reading.list(raw, 'comments', `boards.${boardId}`);
    const held = listed.filter(({ id }) => reading.file.find('comments', id));
    reading.remarks.count('threads', listed.length - held.length);
    for (const { id } of held) seen.add(id);
    places.set(boardId, held);
  }
  for (const [id, raw] of reading.file.all('comments')) {
    const board = isRaw(raw.position) ? raw.position.id : undefined;
    if (!seen.has(id) && typeof board === 'string' && reading.refer(board, `comments.${id}.position.id`, 'boards') !== null)
      places.get(board)?.push({ id, path: `comments.${id}` });
  }
  return places;
}

function addReplies(reading: Reading, commentId: string, raw: Raw, path: string): void {
  const replies = Array.isArray(raw.replies) ? raw.replies.filter(isRaw) : [];
  if (replies.length !== (Array.isArray(raw.replies) ? raw.replies.length : 0))
    reading.faults.wrong(`${path}.replies`, 'must be a list of objects');
  const listed = replies.map(({ id }, index) => ({
    id: typeof id === 'string' ? id : reading.newId(),
    path: `${path}.replies.${index}`,
  }));
  reading.place(listed, commentId);
  for (const [index, { id, path: at }] of listed.entries()) {
    const reply = replies[index];
    if (reply)
      reading.add(
        'reply',
        id,
        { rank: reading.placeOf(id)?.rank ?? '' },
        reply,
        { commentId, content: contentOf(reading, reply, at) },
        new Set(),
      );
  }
}

const contentOf = (reading: Reading, raw: Raw, path: string): unknown =>
  typeof raw.content === 'string' ? richText(reading, raw.content, `${path}.content`) : (raw.content ?? '');
