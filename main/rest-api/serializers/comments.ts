/**
 * [Comment thread and reply] the threads of every board, including resolved ones: board by board in the order of the tree, each in its
 * stored order.
 */
import type { Project } from '../../../shared/model/project.ts';
import { defineReply, walkTree } from './records.ts';

const serializedReply = defineReply('reply', 'single', { omit: ['commentId'] });
const serializedThread = defineReply('comment', 'single', {
  order: ['*', 'resolved', 'position', 'replies'],
  omit: ['boardId', 'x', 'y'],
  computed: {
    position: ({ boardId, x, y }) => ({ id: boardId, type: 'boards', x, y }),
    replies: ({ id }, project) => project.children('reply', id, 'replies').map((reply) => serializedReply(reply, project)),
  },
});

export const serializeComments = (project: Project) =>
  [...walkTree(project, 'board')].flatMap((board) =>
    project.children('comment', board.id, 'comments').map((comment) => serializedThread(comment, project)),
  );
