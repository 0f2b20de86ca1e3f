/** [Comments] and [Custom stylesheet]. */
import { expect } from 'vitest';
import { rule } from './rule.ts';
import { expectFaultAt, expectFields, newStory, storyOf, unknownId } from './story.ts';

const list = '[Comments] GET /{hash}/comments';
/** Templates that contain comments: with replies, a resolved one, an author who has left (G25). */
const commented = ['tabletop-campaign-sample', 'visual-novel'];
const textOrNull = (value: unknown) => expect(value === null || typeof value === 'string').toBe(true);

// biome-ignore lint/suspicious/noExplicitAny: what is read may be anything until it is looked at.
function expectComment(comment: any): void {
  expectFields(comment.author, ['id', 'fullName']);
  expect(comment.author.id).toEqual(expect.any(Number));
  textOrNull(comment.author.fullName);
  expect(comment.content).toEqual(expect.any(String));
  textOrNull(comment.createdAt);
  textOrNull(comment.updatedAt);
}

rule(
  [
    list,
    '[Comment thread and reply 1]',
    '[Comment thread and reply 2]',
    '[Comment thread and reply 3]',
    '[Comment thread and reply 4]',
    '[Comments 1]',
    '[Board and folder 3]',
    '[G24]',
  ],
  'the threads of all boards with their replies, including resolved ones; former authors are named by their id',
  async (client) => {
    const threads = [];
    for (const template of commented) {
      const { body } = await client.post('/workspace/projects', { template });
      const story = await storyOf(client, body.hash);
      const here = await story.read('/comments');
      const boards = (await story.read('/board'))
        .filter(({ type }: { type: string }) => type === 'board')
        .map(({ id }: { id: string }) => id);
      for (const { id, position } of here) {
        expect(boards).toContain(position.id);
        expect((await story.read(`/board/${position.id}`)).comments).toContain(id);
      }
      threads.push(...here);
    }
    expect(threads.length).toBeGreaterThan(1);
    for (const thread of threads) {
      expectFields(thread, ['id', 'author', 'content', 'createdAt', 'updatedAt', 'resolved', 'position', 'replies']);
      expectComment(thread);
      expect(thread.resolved).toEqual(expect.any(Boolean));
      expect(thread.position).toEqual({ id: expect.any(String), type: 'boards', x: expect.any(Number), y: expect.any(Number) });
      for (const reply of thread.replies) {
        expectFields(reply, ['id', 'author', 'content', 'createdAt', 'updatedAt']);
        expectComment(reply);
      }
    }
    const comments = threads.flatMap((thread) => [thread, ...thread.replies]);
    expect(comments.some(({ author }) => author.fullName === null)).toBe(true);
    expect(threads.some(({ replies }) => replies.length > 0)).toBe(true);
    expect(threads.map(({ resolved }) => resolved)).toEqual(expect.arrayContaining([true, false]));
  },
  { needs: ['samples'] },
);

rule(
  [list, '[Comments 2]', '[Comments 3]', '[Errors] 405'],
  'without threads the list is empty; reading changes nothing; there are no writes',
  async (client) => {
    const story = await newStory(client);
    const before = await story.version();
    expect(await story.read('/comments')).toEqual([]);
    expect(await story.read('/comments?resolved=false&page=2')).toEqual([]);
    expect(await story.version()).toBe(before);
    for (const method of ['POST', 'PATCH', 'DELETE'])
      expect((await client.send(method, `/${story.hash}/comments`, {})).status, method).toBe(405);
  },
);

rule(
  [
    '[Custom stylesheet] GET /{hash}/css',
    '[Custom stylesheet] PATCH /{hash}/css',
    '[Custom stylesheet 1]',
    '[Custom stylesheet 2]',
    '[Custom stylesheet 3]',
    '[Custom stylesheet 4]',
  ],
  'a stylesheet is empty at first, replaced as a whole and unchanged, and cleared',
  async (client) => {
    const story = await newStory(client);
    expect(await story.read('/css')).toEqual({ css: '' });
    for (const css of ['p { color: red }', 'this is { no css', `/* ä */ ${'a {} '.repeat(2000)}`, 'p { margin: 0 }', '']) {
      const { status, body } = await client.patch(`/${story.hash}/css`, { css });
      expect([status, body]).toEqual([200, { css }]);
      expect(await story.read('/css')).toEqual({ css });
    }
  },
);

rule(['[Custom stylesheet] PATCH /{hash}/css', '[Common conventions 3]'], 'css is a string and the only property', async (client) => {
  const story = await newStory(client);
  await client.patch(`/${story.hash}/css`, { css: 'kept' });
  for (const [body, field] of [
    [{}, 'css'],
    [{ css: null }, 'css'],
    [{ css: 3 }, 'css'],
    [{ css: 'a', surprise: 1 }, 'surprise'],
  ] as const) {
    const answer = await client.patch(`/${story.hash}/css`, body);
    expect(answer.status, JSON.stringify(body)).toBe(400);
    expectFaultAt(answer, field);
  }
  expect(await story.read('/css')).toEqual({ css: 'kept' });
  expect((await client.get(`/${unknownId()}/css`)).status).toBe(404);
});
