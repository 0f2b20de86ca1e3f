/** The table while the story changes faster than it is computed: a pass follows a pass before anything is rendered. */
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { type TranslationQuery, useTranslationTable } from '../../../../renderer/features/translations/use-translation-table.ts';
import { openProjectStore } from '../../../../renderer/state/open-project.ts';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { runHook } from '../../run-hook.ts';

const { project: none, revision: noRevision } = openProjectStore.getState();
afterEach(() => {
  openProjectStore.setState({ project: none, revision: noRevision });
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Each slice is as short as possible, and the next one waits until it is called. */
function stubSlices(): () => Promise<void> {
  const paused: (() => void)[] = [];
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  vi.stubGlobal('scheduler', { yield: () => new Promise<void>((resume) => paused.push(resume)) });
  return () => act(async () => paused.shift()?.());
}

test('a row that is translated while the pass directly after the first one is running stays in place', async () => {
  const environment = createTestEnvironment();
  const { build, project } = createTestStory(openEngine(null, environment), environment);
  const cards = Array.from({ length: 20 }, (_, at) => build('element', { title: { en: `<p>Card ${at}</p>` } }));
  const nextSlice = stubSlices();
  openProjectStore.setState({ project, revision: 1 });
  const query: TranslationQuery = { status: 'missing', scope: null, text: '', missingFirst: false, isos: ['en', 'de'] };
  const { results, unmount } = await runHook(useTranslationTable, query);
  const shown = () => results.at(-1)?.rows.map(({ key }) => key);
  await act(async () => openProjectStore.setState({ revision: 2 }));
  expect(shown()).toBeUndefined();
  await nextSlice();
  const keys = cards.map(({ id }) => `${id}/title`);
  expect(shown()).toEqual(keys);
  const last = cards.at(-1);
  if (last) project.apply([{ before: last, after: { ...last, title: { ...last.title, de: { text: '<p>Karte</p>' } } } }]);
  await nextSlice();
  expect(shown()).toEqual(keys);
  await unmount();
});
