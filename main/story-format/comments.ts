/**
 * Decodes comment threads. Exports of the service contain none; our templates contain them in the form in which the service lists them (G24, G25). Story
 * files that Taleport writes have no comments.
 */
import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import type { ListedId, StoryDecoder } from './story-decoder.ts';

interface Threads {
  readonly entries: ReadonlyMap<string, JsonObject>;
  /** The threads of each board, in order. */
  readonly byBoard: ReadonlyMap<string, readonly ListedId[]>;
}

export function* decodeComments(decoder: StoryDecoder): Generator<number> {
  const { policy } = decoder;
  const { entries, byBoard } = policy.commentThreads ? listedThreads(decoder, policy.commentThreads) : fileThreads(decoder);
  for (const [parent, list] of byBoard) yield* decoder.placeList(list, { kind: 'comment', list: 'comments', parent });
  for (const [id, raw] of entries) {
    const path = `comments.${id}`;
    const place = decoder.placementOf(id);
    if (!place) {
      policy.reportMissing(path, message('import.fault.noBoard'));
      continue;
    }
    const { x, y } = decoder.objectAt(raw, 'position', path);
    decoder.add('comment', id, { rank: place.rank }, raw, { boardId: place.parent, x, y, ...decodeContent(decoder, raw, path) });
    yield* addReplies(decoder, id, raw, path);
  }
}

/** By board: first the threads that the board lists, then those that only refer to the board themselves. */
function fileThreads(decoder: StoryDecoder): Threads {
  const { file, policy } = decoder;
  const byBoard = new Map<string, ListedId[]>();
  const seen = new Set<string>();
  for (const [boardId, raw] of file.entriesOf('boards')) {
    const listed = decoder.idList(raw, 'comments', `boards.${boardId}`);
    const existing = listed.filter(({ id }) => file.find('comments', id));
    policy.note('threads', listed.length - existing.length);
    for (const { id } of existing) seen.add(id);
    byBoard.set(boardId, existing);
  }
  const entries = file.entriesOf('comments');
  for (const [id, raw] of entries) {
    const board = isJsonObject(raw.position) ? raw.position.id : undefined;
    if (!seen.has(id) && typeof board === 'string' && decoder.findReference(board, `comments.${id}.position.id`, 'boards') !== null)
      byBoard.get(board)?.push({ id, path: `comments.${id}` });
  }
  return { entries, byBoard };
}

/** [Comments] in the order of the list. Threads on missing boards are left out. */
function listedThreads({ file }: StoryDecoder, threads: readonly JsonObject[]): Threads {
  const onBoards = threads.filter(
    ({ id, position }) =>
      typeof id === 'string' && id !== '' && isJsonObject(position) && file.collectionOf(String(position.id)) === 'boards',
  );
  const byBoard = new Map<string, ListedId[]>();
  for (const { id, position } of onBoards) {
    const board = String(Object(position).id);
    byBoard.set(board, [...(byBoard.get(board) ?? []), { id: String(id), path: `comments.${String(id)}` }]);
  }
  return { entries: new Map(onBoards.map((raw) => [String(raw.id), raw])), byBoard };
}

function* addReplies(decoder: StoryDecoder, commentId: string, raw: JsonObject, path: string): Generator<number> {
  const { policy, isAgainstBase } = decoder;
  const objects = Array.isArray(raw.replies) ? raw.replies.filter(isJsonObject) : [];
  if (objects.length !== (Array.isArray(raw.replies) ? raw.replies.length : 0))
    policy.addInvalidValue(`${path}.replies`, message('import.fault.objectList'));
  const replies = isAgainstBase ? objects.filter(({ id }) => typeof id === 'string' && id !== '') : objects;
  const listed = replies.map(({ id }, index) => ({ id: typeof id === 'string' ? id : policy.newId(), path: `${path}.replies.${index}` }));
  yield* decoder.placeList(listed, { kind: 'reply', list: 'replies', parent: commentId });
  for (const [index, { id, path: at }] of listed.entries()) {
    const reply = replies[index];
    if (reply) decoder.add('reply', id, { rank: decoder.rankOf(id) }, reply, { commentId, ...decodeContent(decoder, reply, at) });
  }
}

function decodeContent({ policy, isAgainstBase }: StoryDecoder, { content }: JsonObject, path: string): JsonObject {
  if (typeof content === 'string') return { content: policy.canonicalText(content, `${path}.content`) };
  return isAgainstBase ? {} : { content: content ?? '' };
}
