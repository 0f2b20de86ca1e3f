import { expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { itemActions } from '../../../../renderer/features/board/actions/item-actions.ts';
import { registerBoardView } from '../../../../renderer/state/board-view.ts';
import { openProjectStore } from '../../../../renderer/state/open-project.ts';
import { emptySelection, selectionStore } from '../../../../renderer/state/selection.ts';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { createBoardViewStub } from '../../board-view-stub.ts';

test('the start of the story is offered as the start nowhere: not in the menu of the selection, the palette, the window’s menu, or by a shortcut', () => {
  const environment = createTestEnvironment();
  const { build, project, send } = createTestStory(openEngine(null, environment), environment);
  const [door, hall] = [build('element'), build('element')];
  const note = build('note');
  const close = registerBoardView(createBoardViewStub(String(door.boardId)));
  openProjectStore.setState({ project });
  const action = itemActions.find(({ name }) => name === 'setStart');
  const isOffered = (...ids: string[]) => {
    selectionStore.setState({ ids: new Set(ids) });
    expect(action?.menus?.map(({ when }) => when?.())).toEqual([action?.isEnabled()]);
    return action?.isEnabled();
  };
  try {
    expect([isOffered(door.id), isOffered(hall.id), isOffered(note.id), isOffered(door.id, hall.id), isOffered()]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    send({ do: 'change', kind: 'project', id: 'project', fields: { startingElement: hall.id } });
    expect([isOffered(door.id), isOffered(hall.id)]).toEqual([true, false]);
  } finally {
    close();
    openProjectStore.setState(openProjectStore.getInitialState());
    selectionStore.setState({ ids: emptySelection });
  }
});
