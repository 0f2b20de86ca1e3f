/** [Exports] A play that was saved as text is resumed as it was, also after a change of the story; anything else that is stored is ignored. */
import { expect, test } from 'vitest';
import { type PlayState, startPlay, stepBack, takeChoice } from '../../../shared/play/play.ts';
import { resumePlay, savePlay } from '../../../shared/play/saved-play.ts';
import { en, type StoryBuilder, smallStory } from '../../main/exporters/build-project.ts';
import { createTestEnvironment } from '../../test-environment.ts';

const environment = createTestEnvironment();

/** A loop of two elements that rolls, counts and joins texts. */
function story(): { story: StoryBuilder; one: string; two: string } {
  const { story, board, element: one } = smallStory();
  const content = [
    '<pre><code>gold += roll(1000)</code></pre>',
    '<pre><code>half += 0.5</code></pre>',
    '<pre><code>log += &quot;x&quot;</code></pre>',
    '<p>You have</p>',
    '<pre><code>show(gold, &quot; &quot;, half, &quot; &quot;, log, &quot; &quot;, visits())</code></pre>',
  ].join('');
  const two = story.element(board, content);
  story.change(one, { content: en(content) });
  story.add('variable', { name: 'gold', type: 'integer', value: 0 });
  story.add('variable', { name: 'half', type: 'float', value: 0 });
  story.add('variable', { name: 'log', type: 'string', value: '' });
  story.connect(one, two);
  story.connect(two, one);
  return { story, one, two };
}

const playOn = (state: PlayState, steps: number): PlayState =>
  steps === 0 ? state : playOn(takeChoice(state, state.choices[0]?.connectionId ?? ''), steps - 1);

test('[Exports] a resumed play shows the same steps, with their values, visits and dice', () => {
  const { story: builder, one } = story();
  const project = builder.project();
  let before: PlayState | null = playOn(startPlay(project, one, environment), 5);
  let after = resumePlay(project, savePlay(before), environment, 'en');
  for (let count = 0; count < 6; count++) {
    expect(before?.html).toMatch(/You have \d+ /);
    expect([after?.elementId, after?.html, after?.memory]).toEqual([before?.elementId, before?.html, before?.memory]);
    before = before && stepBack(before);
    after = after && stepBack(after);
  }
  expect([before, after]).toEqual([null, null]);
});

test('[Exports] a long play is saved with its last steps', () => {
  const { story: builder, one } = story();
  const saved = savePlay(playOn(startPlay(builder.project(), one, environment), 2000));
  expect(JSON.parse(saved).length).toBeLessThan(2000);
  expect(resumePlay(builder.project(), saved, environment, 'en')?.memory.visits.get(one)).toBe(1001);
});

test('[Exports] after a change of the story, elements and variables that are gone are left out', () => {
  const { story: builder, one, two } = story();
  const saved = savePlay(playOn(startPlay(builder.project(), one, environment), 1));
  const { story: changed } = story();
  changed.records.delete(two);
  const resumed = resumePlay(changed.project(), saved, environment, 'en');
  expect([resumed?.elementId, resumed?.previous]).toEqual([one, null]);
});

test('[Exports] text that is no saved play resumes nothing', () => {
  const { story: builder, one } = story();
  const step = { element: one, values: [], visits: [], dice: [] };
  const others = [
    '',
    'null',
    '{}',
    '[1]',
    '[{}]',
    '[',
    ...[{ values: [['x', {}]] }, { visits: [['x', 'y']] }, { dice: 'x' }, { element: 7 }].map((change) =>
      JSON.stringify([{ ...step, ...change }]),
    ),
  ];
  for (const saved of others) expect(resumePlay(builder.project(), saved, environment, 'en'), saved).toBeNull();
  expect(resumePlay(builder.project(), JSON.stringify([step]), environment, 'en')?.elementId).toBe(one);
});
