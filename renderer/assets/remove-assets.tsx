/** Deleting assets: who uses them is said before, each with a way to go there. */

import { openProject } from '../state/open-project.ts';
import { send } from '../state/send.ts';
import { assetTree, outermost, subtree } from '../state/tree-moves.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { tell } from '../ui/toasts.ts';
import { assetsWords } from '../words/en/assets.ts';
import { commonWords } from '../words/en/common.ts';
import { isFixed, kindOf } from './asset-words.ts';
import { UseList } from './use-list.tsx';
import { usesOf } from './uses.ts';

export function showRemoveAssets(ids: readonly string[]): void {
  const { project } = openProject.getState();
  const named = outermost(assetTree, project, ids).flatMap((id) => project.find('asset', id) ?? []);
  const removable = named.filter((asset) => !isFixed(asset)).map(({ id }) => id);
  if (removable.length > 0) showDialog((close) => <RemoveAssets ids={removable} close={close} />);
  else if (named.length > 0) tell({ tone: 'plain', title: assetsWords.whatBelongsToThe });
}

function RemoveAssets({ ids, close }: { ids: readonly string[]; close: () => void }) {
  const { project } = openProject.getState();
  const [first] = ids.flatMap((id) => project.find('asset', id) ?? []);
  const inside = ids.flatMap((id) => subtree(assetTree, project, id)).length - ids.length;
  const uses = usesOf(project, ids);
  return (
    <FormDialog
      title={ids.length === 1 && first ? assetsWords.deleteThe[kindOf(first)](first.name) : assetsWords.deleteMany(ids.length)}
      does={commonWords.remove}
      isDanger
      run={() => send({ do: 'batch', commands: ids.map((id) => ({ do: 'remove', kind: 'asset', id })) })}
      onClose={close}
    >
      <div className="dialog-stack">
        {inside > 0 && <p>{assetsWords.withItGo(inside)}</p>}
        {uses.length === 0 ? (
          <p>{assetsWords.nothingInTheStory}</p>
        ) : (
          <>
            <p>{assetsWords.isUsed(uses.length)}</p>
            <UseList uses={uses} close={close} />
          </>
        )}
        <p className="field-description">{assetsWords.undoBringsItBack}</p>
      </div>
    </FormDialog>
  );
}
