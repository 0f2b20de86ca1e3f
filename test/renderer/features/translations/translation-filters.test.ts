/** The filter of boards lists each of them by a name, also one that has none. */
import type { ReactElement } from 'react';
import { afterEach, expect, test } from 'vitest';
import { TranslationFilters } from '../../../../renderer/features/translations/translation-filters.tsx';
import { openProjectStore } from '../../../../renderer/state/open-project.ts';
import { projectOf, record } from '../../../story-records.ts';
import { runHook } from '../../run-hook.ts';

afterEach(() => openProjectStore.setState(openProjectStore.getInitialState()));

test('a board without a name is called untitled, and a name of two lines is one board', async () => {
  const board = (id: string, name: string) => record('board', id, { parentId: 'root', name });
  openProjectStore.setState({ hash: 'story', project: projectOf(board('blank', ''), board('lines', 'One\nTwo'), board('last', 'Last')) });
  const query = { status: 'all', scope: null, text: '', missingFirst: false, isos: [] } as const;
  const { results, unmount } = await runHook(TranslationFilters, { query, onChange: () => undefined, locales: [] });
  const props = results.at(-1)?.props as { children: ReactElement<{ options?: readonly { id: string; label: string }[] }>[] } | undefined;
  expect(props?.children[2]?.props.options?.slice(1, -1)).toEqual([
    { id: 'board', label: 'Board' },
    { id: 'blank', label: 'Untitled board' },
    { id: 'lines', label: 'One\nTwo' },
    { id: 'last', label: 'Last' },
  ]);
  await unmount();
});
