/** Edits of one value in quick succession: the later ones contain the earlier ones, which the window may not have yet. */
import { afterEach, expect, test, vi } from 'vitest';
import { verbatim } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { nextTurn } from '../../next-turn.ts';
import { projectOf, record } from '../../story-records.ts';
import { stubBackend } from '../stub-backend.ts';

afterEach(() => void vi.unstubAllGlobals());

async function openStory() {
  const sent: unknown[] = [];
  const answers: ((problem?: Problem) => void)[] = [];
  stubBackend({
    'project.send': ({ command }) => {
      sent.push(command);
      return new Promise((resolve, reject) =>
        answers.push((problem) => (problem ? reject(problem) : resolve({ version: 1, newVersion: 1, versionTime: null, ids: [] }))),
      );
    },
  });
  const [{ updateValues }, { openProjectStore }] = await Promise.all([
    import('../../../renderer/state/save-fields.ts'),
    import('../../../renderer/state/open-project.ts'),
  ]);
  const hall = record('element', 'hall', { boardId: 'board', x: 0, y: 0, status: { de: 'review' } });
  openProjectStore.setState({ hash: 'story', version: 1, project: projectOf(hall) });
  const set = (iso: string, status: 'final' | 'progress') =>
    updateValues('element', ['hall'], 'status', (now) => ({ ...now, [iso]: status }));
  return { sent, answers, set };
}
const statusCommand = (status: object) => ({ do: 'change', kind: 'element', id: 'hall', fields: { status } });

test('the second edit contains the first one, which has not arrived', async () => {
  const { sent, set } = await openStory();
  set('el', 'final');
  set('ja', 'progress');
  await expect
    .poll(() => sent)
    .toEqual([statusCommand({ de: 'review', el: 'final' }), statusCommand({ de: 'review', el: 'final', ja: 'progress' })]);
});

test('an edit that was rejected is not contained in later ones; an equal value is not sent', async () => {
  const { sent, answers, set } = await openStory();
  set('el', 'final');
  set('el', 'final');
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.(new Problem('invalid', verbatim('No')));
  for (let turn = 0; turn < 5; turn++) await nextTurn();
  set('ja', 'progress');
  await expect.poll(() => sent).toEqual([statusCommand({ de: 'review', el: 'final' }), statusCommand({ de: 'review', ja: 'progress' })]);
});
