/** The form of an unusual folder stays until the user has confirmed that folder. */
import { act, type ReactElement } from 'react';
import { expect, test } from 'vitest';
import { useFolderConfirmation } from '../../../renderer/ui/confirm-unusual-folder.tsx';
import { verbatim } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { runHook } from '../run-hook.ts';

test('its run fails, and is repeated with the confirmation; another folder is asked about anew', async () => {
  const { results, render, unmount } = await runHook(useFolderConfirmation, '/home/ada');
  const form = () => results.at(-1);
  const linkFolder = async (force: boolean) => {
    if (!force) throw new Problem('folder', verbatim('It is your home folder'), { context: { confirm: 'home' } });
    return 'linked';
  };
  const submit = () => act(async () => form()?.run(linkFolder).catch(String));
  expect(await submit()).toContain('home folder');
  expect(form()?.isReady).toBe(false);
  // The checkbox that the form shows.
  const checkbox = form()?.checkbox as ReactElement<{ onChange: (isSelected: boolean) => void }>;
  await act(async () => checkbox.props.onChange(true));
  expect(form()?.isReady).toBe(true);
  expect(await submit()).toBe('linked');
  await render('/home');
  expect(form()).toMatchObject({ isReady: true, checkbox: false });
  expect(await submit()).toContain('home folder');
  await unmount();
});

test('a run that fails for another reason asks nothing', async () => {
  const { results, unmount } = await runHook(useFolderConfirmation, '/games');
  const fail = () => Promise.reject(new Problem('folder', verbatim('It is read-only')));
  expect(await act(async () => results.at(-1)?.run(fail).catch(String))).toContain('read-only');
  expect(results.at(-1)).toMatchObject({ isReady: true, checkbox: false });
  await unmount();
});
