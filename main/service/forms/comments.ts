/** [Comment thread and reply] The threads of every board, resolved ones too: board by board as the tree has them, each in its stored order. */
import type { StoryRecord } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import { treeOf } from './tree.ts';

export const comments = (project: Project) =>
  [...treeOf(project, 'board')].flatMap((board) =>
    project.children('comment', board.id, 'comments').map((comment) => threadOf(project, comment)),
  );

function threadOf(project: Project, comment: StoryRecord<'comment'>) {
  const { resolved, boardId, x, y } = comment;
  return {
    ...saidIn(comment),
    resolved,
    position: { id: boardId, type: 'boards' as const, x, y },
    replies: project.children('reply', comment.id, 'replies').map(saidIn),
  };
}

/** [Comments] the author's id is always kept, the name may be null. */
function saidIn({ id, author, content, createdAt, updatedAt }: StoryRecord<'comment'> | StoryRecord<'reply'>) {
  return { id, author: { id: author.id, fullName: author.fullName }, content, createdAt, updatedAt };
}
