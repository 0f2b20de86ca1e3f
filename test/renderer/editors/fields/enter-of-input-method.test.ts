/** Enter chooses a suggestion of an input method, and saves a field only after that. */
import type { InputHTMLAttributes, KeyboardEvent, ReactElement } from 'react';
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { NumberValueField } from '../../../../renderer/editors/fields/number-value-field.tsx';
import { openProjectStore } from '../../../../renderer/state/open-project.ts';
import { runHook } from '../../run-hook.ts';

afterEach(() => openProjectStore.setState(openProjectStore.getInitialState()));

test.each([
  { key: 'Enter', isComposing: true },
  { key: 'Process', isComposing: false },
  { key: 'Enter', isComposing: false, keyCode: 229 },
])('a number is not saved by %j', async (composed) => {
  openProjectStore.setState({ hash: 'story' });
  const saved: (number | null)[] = [];
  const save = async (number: number | null) => {
    saved.push(number);
    return { newVersion: 1 };
  };
  const props = { label: 'Gold', name: `gold ${composed.key}`, type: 'integer', value: 1, save } as const;
  const { results, unmount } = await runHook(NumberValueField, props);
  const input = () => {
    const drawn = results.at(-1)?.props as { children: ReactElement<InputHTMLAttributes<HTMLInputElement>>[] } | undefined;
    return drawn?.children[0]?.props;
  };
  const press = (nativeEvent: object) =>
    act(async () => input()?.onKeyDown?.({ ...nativeEvent, nativeEvent } as KeyboardEvent<HTMLInputElement>));
  await act(async () =>
    input()?.onChange?.({ target: { value: '12' } } as Parameters<NonNullable<InputHTMLAttributes<HTMLInputElement>['onChange']>>[0]),
  );
  await press(composed);
  expect(saved).toEqual([]);
  await press({ key: 'Enter', isComposing: false });
  expect(saved).toEqual([12]);
  await unmount();
});
