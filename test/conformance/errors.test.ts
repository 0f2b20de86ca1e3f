/** [Errors]: the response to internal errors. The client of every test checks the form of all other errors. */
import { expect } from 'vitest';
import { rule } from './rule.ts';
import { newStory } from './story.ts';

rule(
  ['[Errors] 500', '[G4]'],
  'an internal error is a 500 with the error object, without internal details, and nothing is applied',
  async (client) => {
    const story = await newStory(client);
    const before = await story.version();
    client.service.fail(true);
    try {
      const { status, body } = await client.post(`/${story.hash}/note`, { boardId: story.board, x: 0, y: 0 });
      expect(status).toBe(500);
      expect(body).toMatchObject({ status: 500, title: expect.any(String), errors: [], errorCode: expect.any(Number) });
      expect(JSON.stringify(body)).not.toMatch(/secret|\.ts|at /);
    } finally {
      client.service.fail(false);
    }
    expect(await story.version()).toBe(before);
    await story.note();
  },
  { needs: ['failure'] },
);
