/** A layout belongs to its project: a copy has items of the same ids. */
import { afterEach, expect, test, vi } from 'vitest';
import { autoLayoutBoard } from '../../../../../renderer/features/board/actions/arrange-selection.ts';
import { openProjectStore } from '../../../../../renderer/state/open-project.ts';
import { resetSelection, selectionStore } from '../../../../../renderer/state/selection.ts';
import { onCommand } from '../../../../../renderer/state/send-command.ts';
import { elementAt, projectOf } from '../../../../story-records.ts';
import { watchToasts } from '../../../visible-toasts.ts';

const toasts = watchToasts();
afterEach(() => {
  vi.unstubAllGlobals();
  openProjectStore.setState(openProjectStore.getInitialState());
  resetSelection();
});

test('a layout is cancelled when another project is opened', async () => {
  let answer = (): void => undefined;
  vi.stubGlobal(
    'Worker',
    class {
      onmessage: (event: object) => void = () => undefined;
      postMessage = () => {
        answer = () => this.onmessage({ data: { places: new Map([['a', { x: 900, y: 900 }]]) } });
      };
      terminate = () => undefined;
    },
  );
  const commands: unknown[] = [];
  const stop = onCommand((command) => commands.push(command));
  openProjectStore.setState({ hash: 'story', project: projectOf(elementAt('a', 0, 0), elementAt('b', 0, 0)) });
  selectionStore.setState({ boardId: 'board' });
  const layout = autoLayoutBoard();
  openProjectStore.setState({ hash: 'copy' });
  answer();
  await layout;
  stop();
  expect([commands, toasts()]).toEqual([[], []]);
});
