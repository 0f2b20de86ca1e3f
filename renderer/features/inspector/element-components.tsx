/** The components attached to an element: add them by search or by dropping them, reorder and remove them. */

import { SearchField } from '../../editors/fields/search-field.tsx';
import { t } from '../../messages/translate.ts';
import { revealComponent } from '../../navigation/record-trees/tree-stores.ts';
import { combineCommands } from '../../records/board/edit-commands.ts';
import { attachComponentCommands, componentMimeType } from '../../records/components/component-attachments.ts';
import { ComponentAvatar } from '../../records/components/component-avatar.tsx';
import { recordName } from '../../records/names/record-names.ts';
import { componentOptions } from '../../records/search/component-options.ts';
import { openProjectStore, useProject, useRecordList } from '../../state/open-project.ts';
import { useSelection } from '../../state/selection.ts';
import { sendOrShowError } from '../../state/send-command.ts';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { ReorderableList } from '../../ui/reorderable-list.tsx';
import { PanelSection } from './panel/panel.tsx';

export function ElementComponents({ elementId }: { elementId: string }) {
  const ids = useRecordList(elementId, 'components');
  const rows = useComponentRows(ids);
  const hasAny = useProject((project) => project.countOfKind('component') > 1);
  if (ids.length === 0 && !hasAny) return null;
  const attach = (components: readonly string[], at?: number) =>
    void sendOrShowError(combineCommands(attachComponentCommands(openProjectStore.getState().project, elementId, components, at)));
  const componentOf = (id: string) => openProjectStore.getState().project.find('componentAttachment', id)?.componentId;
  return (
    <PanelSection name="components" title={t('inspector.components')}>
      <RecordFieldMarker field={['componentAttachment.componentId', 'componentAttachment.elementId']}>
        <ReorderableList
          label={t('inspector.attachedComponents')}
          rows={rows}
          onMove={(id, at) => void sendOrShowError({ do: 'move', kind: 'componentAttachment', id, at })}
          onRemove={(id) => void sendOrShowError({ do: 'remove', kind: 'componentAttachment', id })}
          onOpen={(id) => {
            const component = componentOf(id);
            if (component !== undefined) revealComponent(component);
          }}
          accepts={{ type: componentMimeType, add: attach }}
          emptyText={t('inspector.attachedComponentsHint')}
        />
      </RecordFieldMarker>
      <SearchField
        label={t('inspector.component')}
        value={null}
        placeholder={ids.length === 0 ? t('inspector.attachFirstComponent') : t('inspector.attachAnotherComponent')}
        options={(project) => componentOptions(project, new Set(ids.map((id) => componentOf(id) ?? '')))}
        nameOf={recordName}
        onChoose={(id) => id !== null && attach([id])}
        addsOnChoose
      />
    </PanelSection>
  );
}

/** Creates new rows on each render. They are not memoised because the lists are short. */
function useComponentRows(ids: readonly string[]) {
  const locale = useSelection((state) => state.locale);
  const names = useProject((project) =>
    ids.map((id) => recordName(project, project.find('componentAttachment', id)?.componentId ?? '', locale)),
  );
  const covers = useProject((project) =>
    ids.map((id) => project.find('component', project.find('componentAttachment', id)?.componentId ?? '')?.cover ?? null),
  );
  return ids.map((id, at) => {
    const name = names[at] || t('inspector.unnamed');
    return { id, name, picture: <ComponentAvatar cover={covers[at] ?? null} name={name} /> };
  });
}
