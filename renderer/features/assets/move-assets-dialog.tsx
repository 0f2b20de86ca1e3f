/** Moves assets into another folder without dragging. */

import { useState } from 'react';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { revealAsset } from '../../navigation/assets/asset-tree-state.ts';
import { isTemplateAsset } from '../../records/assets/asset-details.ts';
import { assetTree, createMoveCommands, subtreeIds, withoutDescendants } from '../../records/trees/tree-move-commands.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { sendCommand } from '../../state/send-command.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { Select } from '../../ui/select.tsx';

export function showMoveAssets(ids: readonly string[]): void {
  const { project } = openProjectStore.getState();
  const movable = withoutDescendants(assetTree, project, ids).filter((id) => {
    const asset = project.find('asset', id);
    return asset && !isTemplateAsset(asset);
  });
  if (movable.length > 0) showDialog((close) => <MoveAssetsDialog ids={movable} close={close} />);
}

function MoveAssetsDialog({ ids, close }: { ids: readonly string[]; close: () => void }) {
  const { project } = openProjectStore.getState();
  const root = project.projectRecord.roots.asset;
  const first = project.find('asset', ids[0] ?? '');
  const [to, setTo] = useState(first?.parentId ?? root);
  const own = new Set(ids.flatMap((id) => subtreeIds(assetTree, project, id)));
  const isElsewhere = ids.some((id) => project.find('asset', id)?.parentId !== to);
  const move = async () => {
    await sendCommand({ do: 'batch', commands: createMoveCommands(assetTree, openProjectStore.getState().project, ids, { on: to }) });
    if (ids[0] !== undefined) revealAsset(ids[0], to);
  };
  return (
    <FormDialog
      title={ids.length === 1 ? t('assets.moveQuoted', { name: first?.name ?? '' }) : t('assets.moveMany', { count: ids.length })}
      submitLabel={t('common.move')}
      isReady={isElsewhere}
      run={move}
      onClose={close}
    >
      <Select
        label={t('assets.into')}
        options={[{ id: root, label: t('assets.topLevel') }, ...folderOptions(project, root, own, '')]}
        value={to}
        onChange={setTo}
      />
    </FormDialog>
  );
}

const folderOptions = (project: Project, parent: string, without: ReadonlySet<string>, path: string): { id: string; label: string }[] =>
  project
    .children('asset', parent, 'assets')
    .flatMap(({ id, name, type }) =>
      type !== 'folder' || without.has(id)
        ? []
        : [{ id, label: `${path}${name}` }, ...folderOptions(project, id, without, `${path}${name} / `)],
    );
