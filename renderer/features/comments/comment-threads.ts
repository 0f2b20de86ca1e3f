/** The comments of a story, filtered, in the order of the boards: threads of the workspace, and local comments. Pure. */
import { growBox } from '../../../shared/layout/geometry.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { type LocalComment, listLocalComments } from '../../../shared/model/local-comments.ts';
import type { Project } from '../../../shared/model/project.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { boardIndexFor } from '../../records/board/board-index.ts';
import { boardIdOf } from '../../records/record-location.ts';
import { foldText } from '../../records/search/text-matching.ts';

export type CommentRecord = StoryRecord<'comment'>;
export type ReplyRecord = StoryRecord<'reply'>;
interface CommentThread {
  readonly comment: CommentRecord;
  readonly replies: readonly ReplyRecord[];
}
interface ThreadFilter {
  readonly state: 'open' | 'resolved' | 'all';
  /** null for all boards. */
  readonly boardId: string | null;
  /** A part of a text or of an author's name. */
  readonly query: string;
}

export function filterThreads(project: Project, { state, boardId, query }: ThreadFilter): CommentThread[] {
  const search = foldText(query.trim());
  const all = boardsInOrder(project, project.projectRecord.roots.board).filter((board) => boardId === null || board === boardId);
  return all
    .flatMap((board) => project.children('comment', board, 'comments'))
    .filter(({ resolved }) => isShown(state, resolved))
    .map((comment) => ({ comment, replies: project.children('reply', comment.id, 'replies') }))
    .filter((thread) => search === '' || threadTexts(thread).some((text) => foldText(text).includes(search)));
}

/** A local comment by its record and its own id. */
export interface LocalCommentRef {
  readonly recordId: string;
  readonly id: string;
}
interface LocalCommentOfRecord extends LocalCommentRef {
  readonly comment: LocalComment;
}

/** Those of boards in the order of the boards, then those of everything else, the oldest first. */
export function filterLocalComments(project: Project, { state, boardId, query }: ThreadFilter): LocalCommentOfRecord[] {
  const search = foldText(query.trim());
  const order = new Map(boardsInOrder(project, project.projectRecord.roots.board).map((id, at) => [id, at]));
  const placed = [...project.commentedRecords()].flatMap((record) => {
    const board = boardIdOf(project, record);
    if (boardId !== null && board !== boardId) return [];
    const at = order.get(board ?? '') ?? order.size;
    return listLocalComments(record).flatMap(([id, comment]) =>
      isShown(state, comment.resolved) && foldText(`${comment.author ?? ''}\n${comment.text}`).includes(search)
        ? [{ at, recordId: record.id, id, comment }]
        : [],
    );
  });
  return placed
    .sort((one, two) => one.at - two.at || Date.parse(one.comment.createdAt) - Date.parse(two.comment.createdAt))
    .map(({ recordId, id, comment }) => ({ recordId, id, comment }));
}

export const hasComments = (project: Project): boolean => project.countOfKind('comment') > 0 || !project.commentedRecords().next().done;

const isShown = (state: ThreadFilter['state'], resolved: boolean): boolean => state === 'all' || resolved === (state === 'resolved');

const threadTexts = ({ comment, replies }: CommentThread): string[] =>
  [comment, ...replies].flatMap(({ author, content }) => [author.fullName ?? '', richTextToPlainText(content)]);

function boardsInOrder(project: Project, id: string): string[] {
  return [id, ...project.childIds(id, 'boards').flatMap((child) => boardsInOrder(project, child))];
}

/** The item that a comment refers to: the topmost one that contains its position or is at most `nearDistance` away. */
export function findItemNear(project: Project, { boardId, x, y }: Pick<CommentRecord, 'boardId' | 'x' | 'y'>): string | null {
  return (
    boardIndexFor(project, boardId)
      .itemsIn(growBox({ x, y, width: 0, height: 0 }, nearDistance))
      .at(-1) ?? null
  );
}

const nearDistance = 24;
