/** Confirms deleting components, and lists their usages and what is deleted with them, with links. */

import { countedKind } from '../../../../shared/model/kind-messages.ts';
import { t } from '../../../messages/translate.ts';
import { RemovalDialog } from '../../../navigation/removal-dialog.tsx';
import { removeRecords } from '../../../records/commands/remove-records.ts';
import { findComponentUsages } from '../../../records/components/component-usages.ts';
import { recordName } from '../../../records/names/record-names.ts';
import { findVariableUsers, useVariableUsages } from '../../../records/scripts/variable-usages.ts';
import { componentTree, subtreeIds, withoutDescendants } from '../../../records/trees/record-tree.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { selectComponent, selectionStore } from '../../../state/selection.ts';
import { showDialog } from '../../../ui/dialog-store.ts';

export function showRemoveComponentsDialog(ids: readonly string[]): void {
  const named = withoutDescendants(componentTree, openProjectStore.getState().project, ids);
  if (named.length > 0) showDialog((close) => <RemoveComponentsDialog ids={named} close={close} />);
}

function RemoveComponentsDialog({ ids, close }: { ids: readonly string[]; close: () => void }) {
  const { project } = openProjectStore.getState();
  const scripts = useVariableUsages();
  const [first = ''] = ids;
  const removedIds = ids.flatMap((id) => subtreeIds(componentTree, project, id));
  const isComponent = (id: string) => project.find('component', id)?.type === 'component';
  const removedCount = removedIds.filter(isComponent).length;
  const inside = removedIds.filter((id) => !ids.includes(id) && isComponent(id)).length;
  const attributes = removedIds.reduce((sum, id) => sum + project.listSize(id, 'attributes'), 0);
  const removedToo = [
    ...(inside > 0 ? [t(countedKind('component', inside))] : []),
    ...(attributes > 0 ? [t(countedKind('attribute', attributes))] : []),
  ];
  const scopes = removedIds.flatMap((id) => project.find('component', id)?.customId ?? []);
  const uses = [
    ...findComponentUsages(project, ids),
    ...(scripts === null ? [] : scopes.flatMap((scope) => findVariableUsers(project, scripts, `${scope}.`))),
  ];
  const remove = async () => {
    await removeRecords(ids, { do: 'batch', commands: ids.map((id) => ({ do: 'remove', kind: 'component', id })) });
    const { component } = selectionStore.getState();
    if (component !== null && removedIds.includes(component)) selectComponent(null);
  };
  const kind = project.find('component', first)?.type ?? 'component';
  return (
    <RemovalDialog
      title={
        ids.length === 1
          ? t(`components.remove.title.${kind}`, { name: recordName(project, first) })
          : t('components.remove.manyTitle', { count: ids.length })
      }
      consequences={removedToo.length > 0 ? [t('components.remove.contents', { things: removedToo })] : []}
      uses={uses}
      usesHint={uses.length === 0 ? t('common.usages.none') : t('components.remove.usedCount', { count: removedCount, uses: uses.length })}
      remove={remove}
      close={close}
    />
  );
}
