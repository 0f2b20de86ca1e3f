/** The panel of a component or a component folder: names, cover, attributes and usages. */

import { Folder } from 'lucide-react';
import { useMemo } from 'react';
import { DraftTextField } from '../../editors/fields/draft-text-field.tsx';
import { t } from '../../messages/translate.ts';
import { showMoveRecordsDialog } from '../../navigation/record-trees/move-records-dialog.tsx';
import { UsageList } from '../../navigation/usage-list.tsx';
import { findComponentUsages } from '../../records/components/component-usages.ts';
import { recordName } from '../../records/names/record-names.ts';
import { useVariableUsages } from '../../records/scripts/use-variable-usages.ts';
import { findVariableUsers } from '../../records/scripts/variable-users.ts';
import { openProjectStore, useProject, useRecord, useRecordList } from '../../state/open-project.ts';
import { kindIcons } from '../../ui/kind-icons.ts';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { AttributeList } from './attributes/attribute-list.tsx';
import { ComponentCoverField } from './component-cover-field.tsx';
import { ComponentNameFields } from './component-name-fields.tsx';
import { FolderField } from './location-fields.tsx';
import { Panel, PanelSection } from './panel/panel.tsx';
import { TranslationStatus } from './translation-status.tsx';

export function ComponentPanel({ id }: { id: string }) {
  const component = useRecord('component', id);
  const { length } = useRecordList(id, 'components');
  const folder = useProject((project) => {
    const parent = project.find('component', project.find('component', id)?.parentId ?? '');
    return parent?.parentId == null ? '' : recordName(project, parent.id);
  });
  if (!component) return null;
  if (component.type === 'folder')
    return (
      <Panel title={t('inspector.componentFolder')} fieldName="component.type" Icon={Folder}>
        <ComponentNameFields component={component} />
        <p className="hint">{length === 0 ? t('inspector.emptyFolder') : t('inspector.folderContents', { count: length })}</p>
      </Panel>
    );
  return (
    <Panel title={t('inspector.component')} fieldName="component.type" Icon={kindIcons.component}>
      <ComponentNameFields component={component} />
      <TranslationStatus record={component} />
      <RecordFieldMarker field="component.customId">
        <DraftTextField
          label={t('inspector.scriptId')}
          name={`${id} customId`}
          value={component.customId ?? ''}
          readOnly
          code
          hint={t('inspector.componentScriptIdHint')}
          save={async () => undefined}
        />
      </RecordFieldMarker>
      <ComponentCoverField component={component} />
      <AttributeList ownerId={id} />
      <FolderField field="component.parentId" where={folder} move={() => showMoveRecordsDialog('component', [id])} />
      <ComponentUsages id={id} customId={component.customId} />
    </Panel>
  );
}

function ComponentUsages({ id, customId }: { id: string; customId: string | null }) {
  const scripts = useVariableUsages();
  const referrers = useProject((project) => project.referrersOf(id));
  const count = useProject((project) => project.referrerCount(id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: many referrers are a set that is mutated in place, so their number is what changes
  const uses = useMemo(() => {
    const { project } = openProjectStore.getState();
    const own = findComponentUsages(project, [id]);
    return scripts && customId !== null ? [...own, ...findVariableUsers(project, scripts, `${customId}.`)] : own;
  }, [id, customId, scripts, referrers, count]);
  return (
    <PanelSection
      name="usages"
      title={uses.length === 0 ? t('inspector.usesTitle') : t('inspector.usesTitleCount', { count: uses.length })}
    >
      {uses.length === 0 ? <p className="hint">{t('inspector.noUses')}</p> : <UsageList uses={uses} />}
    </PanelSection>
  );
}
