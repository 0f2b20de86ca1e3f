/** Dialogs that create a folder of assets and that rename an asset or folder. */

import { t } from '../../messages/translate.ts';
import { insertIndex } from '../../navigation/record-trees/tree-state.ts';
import { assetTreeStore, revealAsset } from '../../navigation/record-trees/tree-stores.ts';
import { type Asset, assetKindOf, isTemplateAsset } from '../../records/assets/asset-details.ts';
import { assetTree } from '../../records/trees/record-tree.ts';
import { openProjectStore, useRecord } from '../../state/open-project.ts';
import { createFromDialog, sendCommand } from '../../state/send-command.ts';
import { showDialog } from '../../ui/dialog-store.ts';
import { NameDialog, RenameDialog } from '../../ui/name-dialog.tsx';

/** `near`: the folder it goes into, or the asset it goes after; by default the selected one. */
export const showNewAssetFolderDialog = (near?: string): void => showDialog((close) => <NewAssetFolderDialog near={near} close={close} />);

function NewAssetFolderDialog({ near, close }: { near: string | undefined; close: () => void }) {
  const create = async (name: string) => {
    const position = assetTreeStore.insertPositionNear(near);
    const fields = { type: 'folder' as const, parentId: position.folder, name };
    const id = await createFromDialog({ do: 'create', kind: 'asset', fields, at: insertIndex(assetTree, position) });
    if (id !== null) revealAsset(id, position.folder);
  };
  return <NameDialog title={t('assets.newAssetFolder')} defaultName={t('assets.newFolderName')} create={create} close={close} />;
}

export function showRenameAssetDialog(id: string): void {
  const asset = openProjectStore.getState().project.find('asset', id);
  if (asset && !isTemplateAsset(asset)) showDialog((close) => <RenameAssetDialog asset={asset} close={close} />);
}

function RenameAssetDialog({ asset, close }: { asset: Asset; close: () => void }) {
  const { id } = asset;
  return (
    <RenameDialog
      subject={useRecord('asset', id)}
      title={t(`assets.rename.title.${assetKindOf(asset)}`)}
      name={asset.name}
      rename={(name) => sendCommand({ do: 'change', kind: 'asset', id, fields: { name } })}
      close={close}
    />
  );
}
