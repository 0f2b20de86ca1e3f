/** Deleting assets: who uses them is said before, each with a way to go there. */

import { assetsMessages } from '../../messages/en/assets.ts';
import { commonMessages } from '../../messages/en/common.ts';
import { UsageList } from '../../navigation/usage-list.tsx';
import { assetKindOf, isTemplateAsset } from '../../records/assets/asset-details.ts';
import { assetTree, subtreeIds, withoutDescendants } from '../../records/trees/tree-move-commands.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { sendCommand } from '../../state/send-command.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { showToast } from '../../ui/toast-queue.ts';
import { findAssetUsages } from './asset-usages.ts';

export function showRemoveAssets(ids: readonly string[]): void {
  const { project } = openProjectStore.getState();
  const named = withoutDescendants(assetTree, project, ids).flatMap((id) => project.find('asset', id) ?? []);
  const removable = named.filter((asset) => !isTemplateAsset(asset)).map(({ id }) => id);
  if (removable.length > 0) showDialog((close) => <RemoveAssetsDialog ids={removable} close={close} />);
  else if (named.length > 0) showToast({ tone: 'plain', title: assetsMessages.whatBelongsToThe });
}

function RemoveAssetsDialog({ ids, close }: { ids: readonly string[]; close: () => void }) {
  const { project } = openProjectStore.getState();
  const [first] = ids.flatMap((id) => project.find('asset', id) ?? []);
  const inside = ids.flatMap((id) => subtreeIds(assetTree, project, id)).length - ids.length;
  const uses = findAssetUsages(project, ids);
  return (
    <FormDialog
      title={ids.length === 1 && first ? assetsMessages.deleteThe[assetKindOf(first)](first.name) : assetsMessages.deleteMany(ids.length)}
      submitLabel={commonMessages.remove}
      isDanger
      run={() => sendCommand({ do: 'batch', commands: ids.map((id) => ({ do: 'remove', kind: 'asset', id })) })}
      onClose={close}
    >
      <div className="dialog-stack">
        {inside > 0 && <p>{assetsMessages.withItGo(inside)}</p>}
        {uses.length === 0 ? (
          <p>{assetsMessages.nothingInTheStory}</p>
        ) : (
          <>
            <p>{assetsMessages.isUsed(uses.length)}</p>
            <UsageList uses={uses} close={close} />
          </>
        )}
        <p className="field-description">{assetsMessages.undoBringsItBack}</p>
      </div>
    </FormDialog>
  );
}
