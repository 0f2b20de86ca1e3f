/** [Exports] “Play like” in Play: the plug-ins of the exporters, and what happens to the current step. */
import { expect, test } from 'vitest';
import { describeExporters } from '../../../../main/exporters/exporters.ts';
import { startPlay, takeChoice } from '../../../../shared/play/play.ts';
import { gameEngines } from '../../../exporter-ids.ts';
import { element, storyOf, variable } from '../../../shared/play/story.ts';
import { arrow } from '../../../story-records.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { stubBackend } from '../../stub-backend.ts';

async function loadPlay() {
  stubBackend({ 'exporter.list': () => describeExporters(), 'exporter.documents': () => [] });
  const [{ loadExporters }, { listPluginChoices }, { playSession, setPlayedAs }] = await Promise.all([
    import('../../../../renderer/state/exporters-store.ts'),
    import('../../../../renderer/state/plugin-choices.ts'),
    import('../../../../renderer/features/play/play-session.ts'),
  ]);
  await loadExporters();
  return { listPluginChoices, playSession, setPlayedAs };
}

test('each script profile of each engine is offered', async () => {
  const { listPluginChoices } = await loadPlay();
  const ofOurs = listPluginChoices().filter(({ engine }) => gameEngines.some((id) => id === engine));
  expect(ofOurs.map(({ key, label }) => [key, label])).toEqual([
    ['unity/v1', 'Unity 2.0'],
    ['unity/v2-withdrawn', 'Unity v2 (withdrawn)'],
    ['unity/main', 'Unity main (unreleased)'],
    ['unreal/1.1', 'Unreal 1.1'],
    ['unreal/2.2.0', 'Unreal 2.2.0'],
    ['godot/2.0.4', 'Godot 2.0.4'],
    ['godot/2.2.0', 'Godot 2.2.0'],
    ['godot/main', 'Godot main (unreleased)'],
  ]);
  for (const { engine, pluginVersion, scriptProfile } of listPluginChoices()) {
    const exporter = describeExporters().find(({ id }) => id === engine);
    expect(scriptProfile).toEqual(exporter?.pluginVersions.find(({ id }) => id === pluginVersion)?.scriptProfile ?? null);
  }
});

test('the current step is played again by the chosen plug-in, which stops only at what its own version rejects', async () => {
  const { playSession, setPlayedAs } = await loadPlay();
  const stopsAs = (content: string, key: string | null) => {
    const story = storyOf(variable('oil', 'integer', 7), element('a', `<pre><code>${content}</code></pre>`));
    playSession.setState({ state: startPlay(story, 'a', createTestEnvironment()) });
    setPlayedAs(key);
    return playSession.getState().state?.stopped ?? null;
  };
  const rejectedByVersion1 = 'show(oil &gt; 3)';
  expect([null, 'unity/v1', 'unity/v2-withdrawn', 'unreal/2.2.0', 'godot/2.2.0'].map((key) => stopsAs(rejectedByVersion1, key))).toEqual([
    null,
    'content',
    null,
    'content',
    'content',
  ]);
  expect([null, 'unity/v1', 'unity/v2-withdrawn'].map((key) => stopsAs('oil = round(oil)', key))).toEqual([null, 'content', 'content']);
});

test('where the game stops there are no choices, so that no digit takes one', async () => {
  const { playSession, setPlayedAs } = await loadPlay();
  const rejected = '<pre><code>show(oil &gt; 3)</code></pre>';
  const choicesAs = (content: string, label: string, key: string | null) => {
    const way = { ...arrow('way', 'a', 'b'), label: { en: { text: label } } };
    playSession.setState({
      state: startPlay(storyOf(variable('oil', 'integer', 7), element('a', content), way), 'a', createTestEnvironment()),
    });
    setPlayedAs(key);
    const { choices, stopped } = playSession.getState().state ?? expect.unreachable();
    return [stopped, choices.map(({ connectionId }) => connectionId)];
  };
  expect(choicesAs(rejected, '', null)).toEqual([null, ['way']]);
  expect(choicesAs(rejected, '', 'unity/v1')).toEqual(['content', []]);
  expect(choicesAs('', rejected, null)).toEqual([null, ['way']]);
  expect(choicesAs('', rejected, 'unity/v1')).toEqual(['choices', []]);
});

test('a play continues when its story is loaded again as another instance, with its earlier steps, and ends with the opening', async () => {
  const { playSession } = await loadPlay();
  const { openProjectStore } = await import('../../../../renderer/state/open-project.ts');
  const load = (content: string) => storyOf(element('a', 'Gate'), element('b', content), arrow('way', 'a', 'b'));
  const [first, again] = [load('Yard'), load('Courtyard')];
  openProjectStore.setState({ hash: 'h', opening: 1, project: first, revision: 1 });
  const start = startPlay(first, 'a', createTestEnvironment());
  playSession.setState({ state: takeChoice(start, 'way') });
  openProjectStore.setState({ project: again, revision: 2 });
  const { state } = playSession.getState();
  expect(state).toMatchObject({ elementId: 'b', html: expect.stringContaining('Courtyard'), previous: { elementId: 'a', previous: null } });
  expect([state?.project, state?.previous?.project]).toEqual([again, again]);
  openProjectStore.setState({ opening: 2, project: load('Yard'), revision: 3 });
  expect(playSession.getState().state).toBeNull();
});
