import { expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { filterLocalComments, filterThreads, findItemNear } from '../../../../renderer/features/comments/comment-threads.ts';
import { countOperations } from '../../../count-operations.ts';
import { createTestStory } from '../../../story-builder.ts';
import { elementAt, projectOf } from '../../../story-records.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

function talk() {
  const environment = createTestEnvironment();
  const story = createTestStory(openEngine(null, environment), environment);
  const element = story.build('element', { x: 400, y: 300, width: 200, height: 100 });
  const open = story.build('comment', {
    x: 410,
    y: 310,
    content: '<p>Is twelve <b>too</b> hard?</p>',
    author: { id: 1, fullName: 'Rosa Lind' },
  });
  const done = story.build('comment', { x: 5, y: 5, content: '<p>Done</p>', resolved: true, author: { id: 3, fullName: null } });
  story.build('reply', { commentId: open.id, content: '<p>Leave it.</p>', author: { id: 2, fullName: 'Jonas Weir' } });
  const ids = (asked: Partial<Parameters<typeof filterThreads>[1]>) =>
    filterThreads(story.project, { state: 'all', boardId: null, query: '', ...asked }).map(({ comment }) => comment.id);
  return { ...story, element, open, done, ids };
}

test('[G24] threads are filtered by state, by board, and by words of anyone in them', () => {
  const { ids, open, done, board } = talk();
  expect(ids({})).toEqual([open.id, done.id]);
  expect(ids({ state: 'open' })).toEqual([open.id]);
  expect(ids({ state: 'resolved' })).toEqual([done.id]);
  expect(ids({ boardId: board })).toEqual([open.id, done.id]);
  expect(ids({ boardId: 'another' })).toEqual([]);
  expect(ids({ query: 'twelve TOO' })).toEqual([open.id]);
  expect(ids({ query: 'jonas' })).toEqual([open.id]);
  expect(ids({ query: 'nobody' })).toEqual([]);
});

test('[G24] replies are in order, with their thread', () => {
  const { project, open } = talk();
  const [thread] = filterThreads(project, { state: 'open', boardId: null, query: '' });
  expect(thread?.comment.id).toBe(open.id);
  expect(thread?.replies.map(({ content }) => content)).toEqual(['<p>Leave it.</p>']);
});

test('a comment belongs to the item at its position; one on the empty canvas belongs to none', () => {
  const { project, open, done, element } = talk();
  expect(findItemNear(project, open)).toBe(element.id);
  expect(findItemNear(project, done)).toBeNull();
});

test('finding the items of many comments after a change takes as many steps on a large board as on a small one', () => {
  const [few, many] = [100, 1000].map((count) => {
    const project = projectOf(...Array.from({ length: count }, (_, at) => elementAt(`e${at}`, (at % 20) * 400, Math.floor(at / 20) * 200)));
    const find = () => Array.from({ length: 50 }, (_, at) => findItemNear(project, { boardId: 'board', x: at * 80, y: 10 }));
    const before = find();
    project.apply([{ after: elementAt('e0', 7000, 7000) }]);
    return countOperations(() => expect(find().slice(20)).toEqual(before.slice(20)));
  });
  expect((many ?? 0) / (few ?? 1)).toBeLessThan(2);
});

test('local comments are filtered in the same way; those of boards come first, in the order of the boards', () => {
  const { project, send, build, board, element } = talk();
  const person = build('component', { name: 'Ada' });
  const other = build('board', {});
  const add = (kind: 'board' | 'component' | 'element', id: string, text: string) => send({ do: 'addLocalComment', kind, id, text });
  add('component', person.id, 'Who is she?');
  add('board', other.id, 'Later');
  add('element', element.id, 'Too calm');
  const [done = ''] = add('element', element.id, 'Longer').ids;
  send({ do: 'changeLocalComment', kind: 'element', id: element.id, commentId: done, resolved: true });
  const texts = (asked: Partial<Parameters<typeof filterLocalComments>[1]>) =>
    filterLocalComments(project, { state: 'all', boardId: null, query: '', ...asked }).map(({ comment }) => comment.text);
  expect(texts({})).toEqual(['Too calm', 'Longer', 'Later', 'Who is she?']);
  expect(texts({ state: 'open' })).toEqual(['Too calm', 'Later', 'Who is she?']);
  expect(texts({ state: 'resolved' })).toEqual(['Longer']);
  expect(texts({ boardId: board })).toEqual(['Too calm', 'Longer']);
  expect(texts({ query: 'WHO is' })).toEqual(['Who is she?']);
});
