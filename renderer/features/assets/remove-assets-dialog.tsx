/** Confirms deleting assets, and lists their usages with links. */

import { t } from '../../messages/translate.ts';
import { UsageList } from '../../navigation/usage-list.tsx';
import { assetKindOf, isTemplateAsset } from '../../records/assets/asset-details.ts';
import { deletionLabel } from '../../records/names/deletion-label.ts';
import { assetTree, subtreeIds, withoutDescendants } from '../../records/trees/record-tree.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { sendCommand } from '../../state/send-command.ts';
import { showUndoToast } from '../../state/undo-toast.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { showToast } from '../../ui/toast-queue.ts';
import { findAssetUsages } from './asset-usages.ts';

export function showRemoveAssets(ids: readonly string[]): void {
  const { project } = openProjectStore.getState();
  const named = withoutDescendants(assetTree, project, ids).flatMap((id) => project.find('asset', id) ?? []);
  const removable = named.filter((asset) => !isTemplateAsset(asset)).map(({ id }) => id);
  if (removable.length > 0) showDialog((close) => <RemoveAssetsDialog ids={removable} close={close} />);
  else if (named.length > 0) showToast({ tone: 'plain', title: t('assets.remove.templateOwned') });
}

function RemoveAssetsDialog({ ids, close }: { ids: readonly string[]; close: () => void }) {
  const { project } = openProjectStore.getState();
  const [first] = ids.flatMap((id) => project.find('asset', id) ?? []);
  const inside = ids.flatMap((id) => subtreeIds(assetTree, project, id)).length - ids.length;
  const uses = findAssetUsages(project, ids);
  const remove = async () => {
    const done = deletionLabel(project, ids);
    await sendCommand({ do: 'batch', commands: ids.map((id) => ({ do: 'remove', kind: 'asset', id })) });
    showUndoToast(done);
  };
  return (
    <FormDialog
      title={
        ids.length === 1 && first
          ? t(`assets.remove.title.${assetKindOf(first)}`, { name: first.name })
          : t('assets.remove.manyTitle', { count: ids.length })
      }
      submitLabel={t('common.remove')}
      confirms="undoable"
      run={remove}
      onClose={close}
    >
      <div className="dialog-stack">
        {inside > 0 && <p>{t('assets.remove.contents', { count: inside })}</p>}
        {uses.length === 0 ? (
          <p>{t('assets.uses.none')}</p>
        ) : (
          <>
            <p>{t('assets.remove.usedCount', { count: uses.length })}</p>
            <UsageList uses={uses} close={close} />
          </>
        )}
        <p className="field-description">{t('assets.remove.undoHint')}</p>
      </div>
    </FormDialog>
  );
}
