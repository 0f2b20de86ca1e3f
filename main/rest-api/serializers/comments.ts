/** [Comment thread and reply] The threads of every board, resolved ones too: board by board as the tree has them, each in its stored order. */
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { walkTree } from './record-tree.ts';

export const serializeComments = (project: Project) =>
  [...walkTree(project, 'board')].flatMap((board) =>
    project.children('comment', board.id, 'comments').map((comment) => serializeThread(project, comment)),
  );

function serializeThread(project: Project, comment: StoryRecord<'comment'>) {
  const { resolved, boardId, x, y } = comment;
  return {
    ...serializeMessage(comment),
    resolved,
    position: { id: boardId, type: 'boards' as const, x, y },
    replies: project.children('reply', comment.id, 'replies').map(serializeMessage),
  };
}

/** [Comments] the author's id is always kept, the name may be null. */
function serializeMessage({ id, author, content, createdAt, updatedAt }: StoryRecord<'comment'> | StoryRecord<'reply'>) {
  return { id, author: { id: author.id, fullName: author.fullName }, content, createdAt, updatedAt };
}
