/** Deleting components: what goes with them and who uses them is said before, each with a way to go there. */

import { commonMessages } from '../../../messages/en/common.ts';
import { componentsMessages } from '../../../messages/en/components.ts';
import { UsageList } from '../../../navigation/usage-list.tsx';
import { findComponentUsages } from '../../../records/components/component-usages.ts';
import { recordName } from '../../../records/names/record-names.ts';
import { useVariableUsages } from '../../../records/scripts/use-variable-usages.ts';
import { findVariableUsers } from '../../../records/scripts/variable-users.ts';
import { componentTree, subtreeIds, withoutDescendants } from '../../../records/trees/tree-move-commands.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { selectComponent, selectionStore } from '../../../state/selection.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { FormDialog } from '../../../ui/dialog.tsx';
import { showDialog } from '../../../ui/dialog-store.ts';

export function showRemoveComponentsDialog(ids: readonly string[]): void {
  const named = withoutDescendants(componentTree, openProjectStore.getState().project, ids);
  if (named.length > 0) showDialog((close) => <RemoveComponentsDialog ids={named} close={close} />);
}

function RemoveComponentsDialog({ ids, close }: { ids: readonly string[]; close: () => void }) {
  const { project } = openProjectStore.getState();
  const scripts = useVariableUsages();
  const [first = ''] = ids;
  const gone = ids.flatMap((id) => subtreeIds(componentTree, project, id));
  const inside = gone.filter((id) => !ids.includes(id) && project.find('component', id)?.type === 'component').length;
  const attributes = gone.reduce((sum, id) => sum + project.listSize(id, 'attributes'), 0);
  const goes = [
    ...(inside > 0 ? [commonMessages.counted.component(inside)] : []),
    ...(attributes > 0 ? [commonMessages.counted.attribute(attributes)] : []),
  ];
  const scopes = gone.flatMap((id) => project.find('component', id)?.customId ?? []);
  const uses = [
    ...findComponentUsages(project, ids),
    ...(scripts === null ? [] : scopes.flatMap((scope) => findVariableUsers(project, scripts, `${scope}.`))),
  ];
  const remove = async () => {
    await sendCommand({ do: 'batch', commands: ids.map((id) => ({ do: 'remove', kind: 'component', id })) });
    const { component } = selectionStore.getState();
    if (component !== null && gone.includes(component)) selectComponent(null);
  };
  const kind = project.find('component', first)?.type ?? 'component';
  return (
    <FormDialog
      title={ids.length === 1 ? componentsMessages.deleteThe[kind](recordName(project, first)) : componentsMessages.deleteMany(ids.length)}
      submitLabel={commonMessages.remove}
      isDanger
      run={remove}
      onClose={close}
    >
      <div className="dialog-stack">
        {goes.length > 0 && <p>{componentsMessages.withItGo(goes)}</p>}
        {uses.length === 0 ? (
          <p>{componentsMessages.nothingInTheStory}</p>
        ) : (
          <>
            <p>{componentsMessages.isUsed(uses.length)}</p>
            <UsageList uses={uses} close={close} />
          </>
        )}
        <p className="field-description">{componentsMessages.undoBringsItBack}</p>
      </div>
    </FormDialog>
  );
}
