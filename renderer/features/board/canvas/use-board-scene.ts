/** The scene of the open board: it is built again when the project, the selection, a drag or the visible area changes. */
import { useStore as useFlow } from '@xyflow/react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Box } from '../../../../shared/layout/geometry.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { useSelection } from '../../../state/selection.ts';
import { type BoardScene, createSceneBuilder } from './board-scene.ts';
import { dragState } from './drag-state.ts';

export function useBoardScene(boardId: string, visibleArea: Box | null): BoardScene {
  const buildScene = useMemo(createSceneBuilder, []);
  const project = useStore(openProjectStore, (state) => state.project);
  const revision = useStore(openProjectStore, (state) => state.revision);
  const draggedBoxes = useStore(dragState, ({ boxes }) => boxes);
  const selected = useSelection(({ ids }) => ids);
  const pinnedId = useFlow(({ connection }) => (connection.inProgress ? connection.fromNode.id : null));
  return useMemo(
    () => buildScene(project, revision, boardId, { draggedBoxes, selected, visibleArea, pinnedId }),
    [buildScene, project, revision, boardId, draggedBoxes, selected, visibleArea, pinnedId],
  );
}
