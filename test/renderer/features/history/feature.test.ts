/** The actions of undo and redo while a long edit is computed. */
import { afterEach, expect, test, vi } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { type Message, verbatim } from '../../../../shared/messages/message.ts';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { stubBackend } from '../../stub-backend.ts';

afterEach(() => vi.unstubAllGlobals());

/** The modules of a window with an open project, whose backend undoes the last step of `made`. */
async function startWindow(...made: Message[]) {
  const environment = createTestEnvironment();
  const { build, project } = createTestStory(openEngine(null, environment), environment);
  const card = build('element', { title: '<p>Door</p>' });
  const show = (redo: Message | null) => openProjectStore.setState({ history: { undo: made.at(-1) ?? null, redo } });
  stubBackend({
    'project.undo': () => {
      show(made.pop() ?? null);
      return { version: 0, newVersion: 0, versionTime: null, ids: [], skipped: [], place: card.id };
    },
  });
  const [{ openProjectStore }, { computeAndSend }, { feature }, { subscribeToActionStores }, { toastQueue }] = await Promise.all([
    import('../../../../renderer/state/open-project.ts'),
    import('../../../../renderer/state/send-command.ts'),
    import('../../../../renderer/features/history/feature.ts'),
    import('../../../../renderer/commands/action-registry.ts'),
    import('../../../../renderer/ui/toast-queue.ts'),
  ]);
  openProjectStore.setState({ hash: 'one', project });
  show(null);
  const finished = new AbortController();
  function* steps(): Generator<void, Message> {
    while (!finished.signal.aborted) yield;
    return verbatim('Paste');
  }
  const paste = () =>
    computeAndSend(steps(), async (step) => {
      made.push(step);
      show(null);
    });
  const [undo] = feature.actions;
  const titles = () => toastQueue.visibleToasts.map(({ content }) => content.title);
  return { undo, paste, finish: () => finished.abort(), made, titles, subscribeToActionStores };
}

test('a paste that is being computed can be undone where nothing else can, and the buttons learn of it', async () => {
  const { undo, paste, finish, made, subscribeToActionStores } = await startWindow();
  const enabled: boolean[] = [undo.isEnabled()];
  subscribeToActionStores(() => enabled.push(undo.isEnabled()));
  const pasted = paste();
  expect(enabled).toEqual([false, true]);
  const undone = undo.run();
  finish();
  await Promise.all([pasted, undone]);
  expect(made).toEqual([]);
  expect(enabled.at(-1)).toBe(false);
});

test('what is undone meanwhile is named as the paste, not as the step before it', async () => {
  const { undo, paste, finish, made, titles } = await startWindow(verbatim('Rename board'));
  expect(undo.label()).toContain('Rename board');
  const pasted = paste();
  expect(undo.label()).not.toContain('Rename board');
  const undone = undo.run();
  finish();
  await Promise.all([pasted, undone]);
  expect([made, titles()]).toEqual([[verbatim('Rename board')], ['Undone: Paste']]);
});
