/** The comment threads of a story, as they are read: in the order of the boards, with who said what, and those that a reader asks for. Pure. */
import type { StoryRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import { plainText } from '../../shared/rich-text/plain-text.ts';
import { boxOf, itemsOn } from '../board/items.ts';

export type Comment = StoryRecord<'comment'>;
export type Reply = StoryRecord<'reply'>;
export interface Thread {
  readonly comment: Comment;
  readonly replies: readonly Reply[];
}
export interface Asked {
  readonly state: 'open' | 'resolved' | 'all';
  /** null: on all boards. */
  readonly boardId: string | null;
  /** A part of what was said, or of the name of who said it. */
  readonly words: string;
}

export function threads(project: Project, { state, boardId, words }: Asked): Thread[] {
  const wanted = words.trim().toLowerCase();
  const all = boardsInOrder(project, project.root.roots.board).filter((board) => boardId === null || board === boardId);
  return all
    .flatMap((board) => project.children('comment', board, 'comments'))
    .filter(({ resolved }) => state === 'all' || resolved === (state === 'resolved'))
    .map((comment) => ({ comment, replies: project.children('reply', comment.id, 'replies') }))
    .filter((thread) => wanted === '' || said(thread).some((text) => text.toLowerCase().includes(wanted)));
}

const said = ({ comment, replies }: Thread): string[] =>
  [comment, ...replies].flatMap(({ author, content }) => [author.fullName ?? '', plainText(content)]);

function boardsInOrder(project: Project, id: string): string[] {
  return [id, ...project.list(id, 'boards').flatMap((child) => boardsInOrder(project, child))];
}

/** The item that a comment was put on: the last drawn that its place lies in, or a hand's breadth beside. */
export function itemBeside(project: Project, { boardId, x, y }: Pick<Comment, 'boardId' | 'x' | 'y'>): string | null {
  const near = [...itemsOn(project, boardId)].filter((item) => {
    const box = boxOf(project, item);
    return x >= box.x - NEAR && y >= box.y - NEAR && x <= box.x + box.width + NEAR && y <= box.y + box.height + NEAR;
  });
  return near.at(-1)?.id ?? null;
}

const NEAR = 24;
