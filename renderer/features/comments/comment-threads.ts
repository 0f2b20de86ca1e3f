/** The comment threads of a story, filtered, in the order of the boards. Pure. */
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { itemBox, itemsOn } from '../../records/board/items.ts';
import { foldText } from '../../records/search/text-matching.ts';

export type CommentRecord = StoryRecord<'comment'>;
export type ReplyRecord = StoryRecord<'reply'>;
export interface CommentThread {
  readonly comment: CommentRecord;
  readonly replies: readonly ReplyRecord[];
}
export interface ThreadFilter {
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
    .filter(({ resolved }) => state === 'all' || resolved === (state === 'resolved'))
    .map((comment) => ({ comment, replies: project.children('reply', comment.id, 'replies') }))
    .filter((thread) => search === '' || threadTexts(thread).some((text) => foldText(text).includes(search)));
}

const threadTexts = ({ comment, replies }: CommentThread): string[] =>
  [comment, ...replies].flatMap(({ author, content }) => [author.fullName ?? '', richTextToPlainText(content)]);

function boardsInOrder(project: Project, id: string): string[] {
  return [id, ...project.childIds(id, 'boards').flatMap((child) => boardsInOrder(project, child))];
}

/** The item that a comment refers to: the topmost one that contains its position or is at most `NEAR_DISTANCE` away. */
export function findItemNear(project: Project, { boardId, x, y }: Pick<CommentRecord, 'boardId' | 'x' | 'y'>): string | null {
  const near = [...itemsOn(project, boardId)].filter((item) => {
    const box = itemBox(project, item);
    return (
      x >= box.x - NEAR_DISTANCE &&
      y >= box.y - NEAR_DISTANCE &&
      x <= box.x + box.width + NEAR_DISTANCE &&
      y <= box.y + box.height + NEAR_DISTANCE
    );
  });
  return near.at(-1)?.id ?? null;
}

const NEAR_DISTANCE = 24;
