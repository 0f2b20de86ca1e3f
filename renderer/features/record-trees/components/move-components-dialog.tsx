/** Moves components into another folder without dragging. */

import { useState } from 'react';
import type { Project } from '../../../../shared/model/project.ts';
import { t } from '../../../messages/translate.ts';
import { revealComponent } from '../../../navigation/components/component-tree-state.ts';
import { recordName } from '../../../records/names/record-names.ts';
import { componentTree, createMoveCommands, subtreeIds, withoutDescendants } from '../../../records/trees/tree-move-commands.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { FormDialog } from '../../../ui/dialog.tsx';
import { showDialog } from '../../../ui/dialog-store.ts';
import { Select } from '../../../ui/select.tsx';

export function showMoveComponentsDialog(ids: readonly string[]): void {
  const movable = withoutDescendants(componentTree, openProjectStore.getState().project, ids);
  if (movable.length > 0) showDialog((close) => <MoveComponentsDialog ids={movable} close={close} />);
}

function MoveComponentsDialog({ ids, close }: { ids: readonly string[]; close: () => void }) {
  const { project } = openProjectStore.getState();
  const root = project.projectRecord.roots.component;
  const [first = ''] = ids;
  const [to, setTo] = useState(project.find('component', first)?.parentId ?? root);
  const own = new Set(ids.flatMap((id) => subtreeIds(componentTree, project, id)));
  const isElsewhere = ids.some((id) => project.find('component', id)?.parentId !== to);
  const move = async () => {
    await sendCommand({ do: 'batch', commands: createMoveCommands(componentTree, openProjectStore.getState().project, ids, { on: to }) });
    revealComponent(first, to);
  };
  return (
    <FormDialog
      title={
        ids.length === 1
          ? t('components.moveQuoted', { name: recordName(project, first) })
          : t('components.moveMany', { count: ids.length })
      }
      submitLabel={t('common.move')}
      isReady={isElsewhere}
      run={move}
      onClose={close}
    >
      <Select
        label={t('components.into')}
        options={[{ id: root, label: t('components.topLevel') }, ...folderOptions(project, root, own, '')]}
        value={to}
        onChange={setTo}
      />
    </FormDialog>
  );
}

const folderOptions = (project: Project, parent: string, without: ReadonlySet<string>, path: string): { id: string; label: string }[] =>
  project.children('component', parent, 'components').flatMap(({ id, type }) => {
    if (type !== 'folder' || without.has(id)) return [];
    const label = `${path}${recordName(project, id) || t('components.unnamed')}`;
    return [{ id, label }, ...folderOptions(project, id, without, `${label} / `)];
  });
