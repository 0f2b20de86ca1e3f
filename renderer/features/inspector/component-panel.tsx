/** The panel of a component or a component folder: names, cover, attributes and usages. */
import { Folder } from 'lucide-react';
import { useMemo } from 'react';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { localeNameOf } from '../../../shared/model/kinds/project.ts';
import { resolveLocalizedText } from '../../../shared/model/localized-text.ts';
import { DraftTextField } from '../../editors/fields/draft-text-field.tsx';
import { useFocusOnRequest } from '../../editors/fields/use-focus-request.ts';
import { SourceChangeNotice } from '../../editors/text/source-change-notice.tsx';
import { t } from '../../messages/translate.ts';
import { showMoveRecordsDialog } from '../../navigation/record-trees/move-records-dialog.tsx';
import { UsageList } from '../../navigation/usage-list.tsx';
import { findComponentUsages } from '../../records/components/component-usages.ts';
import { recordName } from '../../records/names/record-names.ts';
import { useLanguage } from '../../records/names/story-languages.ts';
import { findVariableUsers, useVariableUsages } from '../../records/scripts/variable-usages.ts';
import { openProjectStore, useProject, useRecord, useRecordList } from '../../state/open-project.ts';
import { saveFields, updateFields } from '../../state/save-fields.ts';
import { kindIcons } from '../../ui/icons.ts';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { AttributeList } from './attributes/attribute-list.tsx';
import { ComponentCoverField } from './cover-field.tsx';
import { Panel, PanelSection } from './panel.tsx';
import { FolderField } from './position-fields.tsx';
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

type ComponentRecord = StoryRecord<'component'>;

/** The names of a component: in the current language first, then in the others. */
function ComponentNameFields({ component }: { component: ComponentRecord }) {
  const { iso, locales } = useLanguage();
  const others = locales.filter((each) => each.iso !== iso);
  return (
    <>
      <ComponentNameField
        component={component}
        iso={iso}
        label={others.length === 0 ? t('common.name') : t('components.nameIn', { name: localeNameOf(locales, iso) })}
        isFirst
      />
      {others.length > 0 && (
        <details className="other-names" open={others.length < 4}>
          <summary>{t('components.namesInOtherLanguages')}</summary>
          {others.map((each) => (
            <ComponentNameField key={each.iso} component={component} iso={each.iso} label={t('components.nameIn', { name: each.name })} />
          ))}
        </details>
      )}
    </>
  );
}

interface ComponentNameFieldProps {
  readonly component: ComponentRecord;
  readonly iso: string;
  readonly label: string;
  /** The component tree can request the focus for this field. */
  readonly isFirst?: boolean;
}

function ComponentNameField({ component: { id, name }, iso, label, isFirst = false }: ComponentNameFieldProps) {
  const { locales } = useLanguage();
  const inputRef = useFocusOnRequest(id, isFirst ? 'title' : undefined);
  const fallbackName = resolveLocalizedText({ ...name, [iso]: { text: null } }, iso, locales).html;
  return (
    <RecordFieldMarker field="component.name">
      <DraftTextField
        label={label}
        name={`${id} name ${iso}`}
        value={name[iso]?.text ?? ''}
        save={(text) => saveFields('component', id, { name: { [iso]: { text: text === '' ? null : text } } })}
        placeholder={fallbackName ?? t('components.unnamed')}
        lang={iso}
        inputRef={inputRef}
      />
      <SourceChangeNotice
        id={id}
        field="name"
        text={name}
        iso={iso}
        onConfirm={() => updateFields('component', id, { name: { [iso]: { text: name[iso]?.text ?? null } } })}
      />
    </RecordFieldMarker>
  );
}
