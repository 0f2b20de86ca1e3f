/** Moves boards, components or assets into another folder: the keyboard alternative to dragging. */

import { useState } from 'react';
import { t } from '../../messages/translate.ts';
import { isTemplateAsset } from '../../records/assets/asset-details.ts';
import { recordName } from '../../records/names/record-names.ts';
import {
  assetTree,
  boardTree,
  componentTree,
  folderOptions,
  subtreeIds,
  type TreeDefinition,
  type TreeKind,
  treeRootId,
  withoutDescendants,
} from '../../records/trees/record-tree.ts';
import { createMoveCommands } from '../../records/trees/tree-move-commands.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { sendCommand } from '../../state/send-command.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { Select } from '../../ui/select.tsx';
import { revealAsset, revealComponent } from './tree-stores.ts';

interface MoveTarget {
  readonly tree: TreeDefinition;
  readonly title: (names: readonly string[]) => string;
  readonly into: () => string;
  readonly topLevel: () => string;
  readonly isMovable?: (id: string) => boolean;
  readonly reveal?: (id: string, folder: string) => void;
}

const targets: Readonly<Record<TreeKind, MoveTarget>> = {
  board: {
    tree: boardTree,
    title: ([name = '']) => t('boardTree.move.title', { name }),
    into: () => t('boardTree.move.destination'),
    topLevel: () => t('boardTree.topLevel'),
  },
  component: {
    tree: componentTree,
    title: ([name = '', ...others]) =>
      others.length === 0 ? t('components.move.title', { name }) : t('components.move.manyTitle', { count: others.length + 1 }),
    into: () => t('components.move.destination'),
    topLevel: () => t('components.topLevel'),
    reveal: revealComponent,
  },
  asset: {
    tree: assetTree,
    title: ([name = '', ...others]) =>
      others.length === 0 ? t('assets.move.title', { name }) : t('assets.move.manyTitle', { count: others.length + 1 }),
    into: () => t('assets.move.destination'),
    topLevel: () => t('assets.topLevel'),
    // [Assets] assets of a template are read-only.
    isMovable: (id) => {
      const asset = openProjectStore.getState().project.find('asset', id);
      return asset !== undefined && !isTemplateAsset(asset);
    },
    reveal: revealAsset,
  },
};

export function showMoveRecordsDialog(kind: TreeKind, ids: readonly string[]): void {
  const { tree, isMovable = () => true } = targets[kind];
  const movable = withoutDescendants(tree, openProjectStore.getState().project, ids).filter(isMovable);
  if (movable.length > 0) showDialog((close) => <MoveRecordsDialog target={targets[kind]} ids={movable} close={close} />);
}

function MoveRecordsDialog({ target, ids, close }: { target: MoveTarget; ids: readonly string[]; close: () => void }) {
  const { tree } = target;
  const { project } = openProjectStore.getState();
  const root = treeRootId(tree, project);
  const [first = ''] = ids;
  const [folder, setFolder] = useState(project.find(tree.kind, first)?.parentId ?? root);
  const moving = new Set(ids.flatMap((id) => subtreeIds(tree, project, id)));
  const isElsewhere = ids.some((id) => project.find(tree.kind, id)?.parentId !== folder);
  const move = async () => {
    await sendCommand({ do: 'batch', commands: createMoveCommands(tree, openProjectStore.getState().project, ids, { into: folder }) });
    target.reveal?.(first, folder);
  };
  return (
    <FormDialog
      title={target.title(ids.map((id) => recordName(project, id)))}
      submitLabel={t('common.move')}
      isReady={isElsewhere}
      run={move}
      onClose={close}
    >
      <Select
        label={target.into()}
        options={[{ id: root, label: target.topLevel() }, ...folderOptions(tree, project, moving)]}
        value={folder}
        onChange={setFolder}
      />
    </FormDialog>
  );
}
