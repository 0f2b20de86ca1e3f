/** The list of projects is as new as the last request, whichever of them fails. */
import { expect, test } from 'vitest';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { stubBackend } from '../stub-backend.ts';

test('a request that was made while another one failed is repeated', async () => {
  let attempts = 0;
  stubBackend({
    'project.list': () => {
      if (++attempts === 1) throw new Problem('internal', message('problem.window.noAnswer'));
      return [];
    },
  });
  const { loadProjects, projectListStore } = await import('../../../renderer/state/project-list-store.ts');
  const loading = loadProjects();
  await loadProjects();
  await loading;
  expect(attempts).toBe(2);
  expect(projectListStore.getState()).toEqual({ list: [], problem: null });
});
