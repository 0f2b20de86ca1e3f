/** The play log: the elements that a play has passed, and what changed there. */
import { expect, test } from 'vitest';
import { listPlaySteps } from '../../../../renderer/features/play/play-log-panel.tsx';
import { startPlay, takeChoice } from '../../../../shared/play/play.ts';
import { element, storyOf, variable } from '../../../shared/play/story.ts';
import { arrow } from '../../../story-records.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

test('each step has the variables that changed there, by its content or by the label that led to it, and its script errors', () => {
  const story = storyOf(
    variable('oil', 'integer', 3),
    element('a'),
    element('b', '<pre><code>oil -= 1</code></pre>'),
    element('c', '<pre><code>oil = nothing</code></pre>'),
    { ...arrow('ab', 'a', 'b'), label: { en: { text: '<p>Pour</p><pre><code>hero.hp = 20</code></pre>' } } },
    arrow('bc', 'b', 'c'),
  );
  const state = takeChoice(takeChoice(startPlay(story, 'a', createTestEnvironment()), 'ab'), 'bc');
  expect(listPlaySteps(state).steps).toEqual([
    { elementId: 'a', changes: [], errorCount: 0 },
    {
      elementId: 'b',
      changes: [
        { name: 'hero.hp', before: '12', after: '20' },
        { name: 'oil', before: '3', after: '2' },
      ],
      errorCount: 0,
    },
    { elementId: 'c', changes: [], errorCount: 1 },
  ]);
});
