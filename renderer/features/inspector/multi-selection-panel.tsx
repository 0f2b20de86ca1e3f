/** The panel of several selected items. A change applies to all of them in one undo step, and values that differ are shown as such. */
import { Copy, Layers, Plus, Trash2, X } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { AttributeValue } from '../../../shared/model/kinds/attribute-value.ts';
import { themes } from '../../../shared/model/kinds/field-schemas.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { runAction } from '../../commands/action-registry.ts';
import { SearchField, type SearchFieldProps } from '../../editors/fields/search-field.tsx';
import { t } from '../../messages/translate.ts';
import { newId } from '../../platform/new-id.ts';
import { setTheme } from '../../records/board/change-board.ts';
import { detachFromRecords, removeRecords } from '../../records/commands/remove-records.ts';
import { recordName } from '../../records/names/record-names.ts';
import { assetName, componentOptions } from '../../records/search/record-options.ts';
import { currentProject, useProject, useRevisedProject } from '../../state/open-project.ts';
import { recordKey } from '../../state/renamed-records.ts';
import { updateValues } from '../../state/save-fields.ts';
import { useSelection } from '../../state/selection.ts';
import { sendOrShowError } from '../../state/send-command.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { valueTypeLabels } from './attributes/attribute-types.ts';
import { showNewAttributeDialog } from './attributes/new-attribute-dialog.tsx';
import { AssetThumbnail, assetFileOptions, ComponentAvatarById, PlainTextValue, RichTextValue } from './attributes/value-editor.tsx';
import { CoverField } from './cover-field.tsx';
import { Panel, PanelSection } from './panel.tsx';
import {
  addToOthersCommand,
  attachToAllCommand,
  detachFromAllCommand,
  removeAttributesCommand,
  type SharedAttribute,
  sharedAttributes,
  sharedComponents,
  sharedEntries,
  withEntry,
  withoutEntry,
} from './several-elements.ts';
import { ThemeField } from './theme-field.tsx';

export function MultiSelectionPanel() {
  const ids = useSelection((state) => state.ids);
  const commonTheme = useProject((project) => {
    const themesInUse = new Set([...ids].map((id) => project.get(id)?.theme));
    return themesInUse.size === 1 ? (themes.find((theme) => themesInUse.has(theme)) ?? null) : null;
  });
  return (
    <Panel title={t('common.counted.item', { count: ids.size })} Icon={Layers}>
      <ThemeField value={commonTheme} change={(chosen) => void setTheme(ids, chosen)} />
      <div className="buttons">
        <button type="button" className="text-button" onClick={() => runAction('duplicate')}>
          <Copy size={13} aria-hidden="true" /> {t('inspector.duplicate')}
        </button>
        <button type="button" className="text-button danger" onClick={() => runAction('removeItems')}>
          <Trash2 size={13} aria-hidden="true" /> {t('common.delete')}
        </button>
      </div>
      <ElementsFields ids={ids} />
    </Panel>
  );
}

/** The fields of the elements among the selected items. A single one has them in a panel of its own. */
function ElementsFields({ ids }: { ids: ReadonlySet<string> }) {
  const project = useRevisedProject();
  const elements = useMemo(() => [...ids].flatMap((id) => project.value.find('element', id) ?? []), [ids, project]);
  if (elements.length < 2) return null;
  return (
    <>
      {elements.length < ids.size && <p className="hint">{t('inspector.several.elementsOnly', { count: elements.length })}</p>}
      <CoverField elements={elements} />
      <ComponentsOfAll elements={elements} project={project.value} />
      <AttributesOfAll elements={elements} project={project.value} />
    </>
  );
}

interface ElementsProps {
  readonly elements: readonly StoryRecord<'element'>[];
  readonly project: Project;
}

const send = (command: Parameters<typeof sendOrShowError>[0]): void => void sendOrShowError(command);

function ComponentsOfAll({ elements, project }: ElementsProps) {
  const ids = elements.map(({ id }) => id);
  const shared = sharedComponents(project, ids);
  if (shared.length === 0 && project.countOfKind('component') < 2) return null;
  const attachedToAll = new Set(shared.flatMap((each) => (each.attachmentIds.length === ids.length ? [each.componentId] : [])));
  return (
    <PanelSection name="components" title={t('inspector.components')}>
      <EntriesOfAll
        label={t('inspector.attachedComponents')}
        total={ids.length}
        entries={shared.map(({ componentId, attachmentIds }) => ({
          id: componentId,
          name: recordName(project, componentId) || t('inspector.unnamed'),
          picture: <ComponentAvatarById componentId={componentId} />,
          count: attachmentIds.length,
          addToAll: () => send(attachToAllCommand(currentProject(), ids, componentId)),
          removeFromAll: (name) => void detachFromRecords(detachFromAllCommand(attachmentIds), t('common.removed.named', { name })),
        }))}
        search={{
          label: t('inspector.component'),
          placeholder: t('inspector.several.attachToAll'),
          options: (from) => componentOptions(from, attachedToAll),
          nameOf: recordName,
        }}
        add={(componentId) => send(attachToAllCommand(currentProject(), ids, componentId))}
      />
    </PanelSection>
  );
}

interface EntryOfAll {
  readonly id: string;
  readonly name: string;
  readonly picture: ReactNode;
  /** How many of the elements or lists have it. */
  readonly count: number;
  readonly addToAll: () => void;
  readonly removeFromAll: (name: string) => void;
}

interface EntriesOfAllProps {
  readonly label: string;
  readonly total: number;
  readonly entries: readonly EntryOfAll[];
  readonly search: Pick<SearchFieldProps, 'label' | 'placeholder' | 'options' | 'nameOf'>;
  readonly add: (id: string) => void;
}

/** Components or assets, each with the number of elements that have it unless all do. */
function EntriesOfAll({ label, total, entries, search, add }: EntriesOfAllProps) {
  return (
    <>
      {entries.length > 0 && (
        <ul className="rows" aria-label={label}>
          {entries.map(({ id, name, picture, count, addToAll, removeFromAll }) => (
            <li key={id} className="row">
              {picture}
              <span className="row-text user-text" title={name}>
                {name} {count < total && <small>{t('inspector.several.countOf', { count, total })}</small>}
              </span>
              {count < total && (
                <button
                  type="button"
                  className="quiet"
                  aria-label={t('inspector.several.addNamedToAll', { name })}
                  title={t('inspector.several.addToAll')}
                  onClick={addToAll}
                >
                  <Plus size={13} aria-hidden />
                </button>
              )}
              <button
                type="button"
                className="quiet"
                aria-label={t('inspector.several.removeNamedFromAll', { name })}
                title={t('inspector.several.removeFromAll')}
                onClick={() => removeFromAll(name)}
              >
                <X size={13} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <SearchField {...search} value={null} onChoose={(id) => id !== null && add(id)} addsOnChoose />
    </>
  );
}

function AttributesOfAll({ elements, project }: ElementsProps) {
  const ids = elements.map(({ id }) => id);
  const shared = sharedAttributes(project, ids);
  return (
    <PanelSection name="attributes" title={t('attributes.title')}>
      {shared.length > 0 && (
        <ol className="attribute-grid">
          {shared.map((each) => (
            // A field keeps what is typed for these attributes only.
            <AttributeOfAll key={each.attributes.map(({ id }) => recordKey(id)).join(' ')} shared={each} elementIds={ids} />
          ))}
        </ol>
      )}
      <button type="button" className="text-button" onClick={() => showNewAttributeDialog(...ids)}>
        <Plus size={13} aria-hidden="true" /> {t('inspector.several.addAttribute')}
      </button>
    </PanelSection>
  );
}

/** The attributes of one name and type. */
function AttributeOfAll({ shared, elementIds }: { shared: SharedAttribute; elementIds: readonly string[] }) {
  const { name, type, ownerIds } = shared;
  const label = name ?? valueTypeLabels()[type].label;
  const total = elementIds.length;
  const removeFromAll = () => {
    const command = removeAttributesCommand(shared);
    const ids = shared.attributes.map(({ id }) => id);
    if (command) void removeRecords(ids, command).catch(() => undefined);
  };
  const entries = [
    ...(ownerIds.size < total
      ? [
          {
            id: 'add',
            label: t('inspector.several.addToOthers', { count: total - ownerIds.size }),
            icon: Plus,
            run: () => send(addToOthersCommand(shared, elementIds)),
          },
        ]
      : []),
    {
      id: 'remove',
      label: t('inspector.several.removeFromAll'),
      icon: Trash2,
      isDanger: true,
      run: removeFromAll,
    },
  ];
  return (
    <li className="attribute" data-size="full">
      <div className="attribute-head">
        <span className="attribute-name">
          {label} {ownerIds.size < total && <small>{t('inspector.several.countOf', { count: ownerIds.size, total })}</small>}
        </span>
        <MenuButton label={t('common.more', { name: label })} entries={entries} className="attribute-more" />
      </div>
      <SharedValueEditor shared={shared} label={label} />
    </li>
  );
}

/** Elements have texts and lists only ([Attribute]). */
function SharedValueEditor({ shared, label }: { shared: SharedAttribute; label: string }) {
  const { attributes, type, value } = shared;
  if (type === 'component-list' || type === 'asset-list') return <SharedListField shared={shared} label={label} />;
  const text = {
    ids: attributes.map(({ id }) => id),
    data: value?.type === 'string' ? value.data : null,
    label,
    ...(value === null && { placeholder: t('inspector.several.mixedValues') }),
  };
  return type === 'string' ? <PlainTextValue {...text} /> : <RichTextValue {...text} />;
}

function SharedListField({ shared, label }: { shared: SharedAttribute; label: string }) {
  const project = useRevisedProject().value;
  const total = shared.attributes.length;
  const isForComponents = shared.type === 'component-list';
  const entries = sharedEntries(shared);
  const inAll = new Set(entries.flatMap(({ targetId, count }) => (count === total ? [targetId] : [])));
  const change = (changed: (value: AttributeValue) => AttributeValue): void =>
    updateValues(
      'attribute',
      shared.attributes.map(({ id }) => id),
      'value',
      changed,
    );
  const add = (targetId: string): void => change((value) => withEntry(value, targetId, newId));
  return (
    <div className="value-list">
      <EntriesOfAll
        label={label}
        total={total}
        entries={entries.map(({ targetId, count }) => ({
          id: targetId,
          name: isForComponents
            ? recordName(project, targetId) || t('inspector.unnamed')
            : assetName(project, targetId) || t('attributes.missingAsset'),
          picture: isForComponents ? <ComponentAvatarById componentId={targetId} /> : <AssetThumbnail assetId={targetId} />,
          count,
          addToAll: () => add(targetId),
          removeFromAll: () => change((value) => withoutEntry(value, targetId)),
        }))}
        search={
          isForComponents
            ? {
                label: t('attributes.components.for', { label }),
                placeholder: t('attributes.components.add'),
                options: (from) => componentOptions(from, inAll),
                nameOf: recordName,
              }
            : {
                label: t('attributes.assets.for', { label }),
                placeholder: t('attributes.assets.add'),
                options: (from) => assetFileOptions(from, inAll),
                nameOf: assetName,
              }
        }
        add={add}
      />
    </div>
  );
}
