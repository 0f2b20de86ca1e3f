/** The panel of an element: texts, appearance, starting element, attachments, attributes and outgoing connections. */
import { ArrowRight, ArrowUpRight, Flag } from 'lucide-react';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { emptyTextCount, unitOf } from '../../../shared/rich-text/text-count.ts';
import { SearchField } from '../../editors/fields/search-field.tsx';
import { t } from '../../messages/translate.ts';
import { revealComponent } from '../../navigation/record-trees/tree-stores.ts';
import { setStartingElement } from '../../records/board/change-board.ts';
import { combineCommands } from '../../records/board/edit-commands.ts';
import { useRecordKind } from '../../records/board/items.ts';
import { detachFromRecords } from '../../records/commands/remove-records.ts';
import { attachComponentCommands, componentMimeType } from '../../records/components/component-attachments.ts';
import { ComponentAvatar } from '../../records/components/component-avatar.tsx';
import { recordTextCounts } from '../../records/counts/story-text-counts.ts';
import { recordName, useRecordName } from '../../records/names/record-names.ts';
import { useLanguage } from '../../records/names/story-languages.ts';
import { componentOptions } from '../../records/search/record-options.ts';
import { openProjectStore, useProject, useRecord, useRecordList } from '../../state/open-project.ts';
import { recordKey } from '../../state/renamed-records.ts';
import { updateFields } from '../../state/save-fields.ts';
import { openBoard, selectItems, useSelection } from '../../state/selection.ts';
import { sendOrShowError } from '../../state/send-command.ts';
import { kindIcons } from '../../ui/icons.ts';
import { MoveButtons } from '../../ui/move-buttons.tsx';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { ReorderableList } from '../../ui/reorderable-list.tsx';
import { AttributeList } from './attributes/attribute-list.tsx';
import { CoverField } from './cover-field.tsx';
import { Panel, PanelSection } from './panel.tsx';
import { PositionFields } from './position-fields.tsx';
import { SoundsField } from './sounds-field.tsx';
import { LocalizedField } from './text-fields.tsx';
import { ThemeField } from './theme-field.tsx';
import { TranslationStatus } from './translation-status.tsx';

export function ElementPanel({ id }: { id: string }) {
  const element = useRecord('element', id);
  const isStart = useProject((project) => project.find('project', projectRecordId)?.startingElement === id);
  if (!element) return null;
  const startButton = (
    <button
      type="button"
      className="start-toggle"
      aria-pressed={isStart}
      data-field="project.startingElement"
      onClick={() => void setStartingElement(isStart ? null : id)}
    >
      <Flag size={13} aria-hidden="true" /> {t('inspector.panel.element.start')}
    </button>
  );
  return (
    <Panel title={t('inspector.panel.element.name')} Icon={kindIcons.element} trailing={startButton}>
      <LocalizedField record={element} field="title" switches placeholder={t('inspector.panel.element.untitled')} line focus="title" />
      <LocalizedField record={element} field="content" placeholder={t('inspector.panel.element.contentPlaceholder')} focus="content" />
      <ElementTextCount element={element} />
      <TranslationStatus record={element} />
      <RecordFieldMarker field="element.theme">
        <ThemeField value={element.theme} change={(theme) => updateFields('element', id, { theme })} />
      </RecordFieldMarker>
      <CoverField elements={[element]} />
      <SoundsField elementId={id} />
      <ElementComponents elementId={id} />
      <AttributeList ownerId={id} />
      <ElementOutputs sourceId={id} />
      <LinkedBoardField element={element} />
      <PositionFields item={element} />
    </Panel>
  );
}

/** In the current language. */
function ElementTextCount({ element }: { element: StoryRecord<'element'> }) {
  const { iso } = useLanguage();
  const count = recordTextCounts(element).get(iso) ?? emptyTextCount;
  return (
    <p className="hint">
      {unitOf(count) === 'words'
        ? t('inspector.panel.element.words', { count: count.words })
        : t('inspector.panel.element.characters', { count: count.characters })}
    </p>
  );
}

/** The components attached to an element: add them by search or by dropping them, reorder and remove them. */
function ElementComponents({ elementId }: { elementId: string }) {
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
          onRemove={(id) =>
            void detachFromRecords(
              { do: 'remove', kind: 'componentAttachment', id },
              t('common.removed.named', { name: rows.find((row) => row.id === id)?.name ?? '' }),
            )
          }
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

/** The outgoing connections of an element or a condition, in the order in which the player sees them. */
function ElementOutputs({ sourceId }: { sourceId: string }) {
  const ids = useRecordList(sourceId, 'outputs');
  if (ids.length === 0) return null;
  return (
    <PanelSection name="outputs" title={ids.length === 1 ? t('inspector.connectedTo') : t('inspector.choices')}>
      <ol className="rows">
        {ids.map((id, at) => (
          <OutputRow key={recordKey(id)} id={id} index={at} count={ids.length} />
        ))}
      </ol>
    </PanelSection>
  );
}

function OutputRow({ id, index, count }: { id: string; index: number; count: number }) {
  const connection = useRecord('connection', id);
  const label = useRecordName(id);
  const kind = useRecordKind(connection?.targetid ?? null);
  const target = useRecordName(connection?.targetid ?? null) || (kind === 'branch' ? t('inspector.branch') : t('common.untitled'));
  return (
    <li className="row">
      <button type="button" className="row-main" onClick={() => selectItems([id])}>
        {label !== '' && <strong>{label}</strong>}
        <span className="faint">
          <ArrowRight size={12} aria-label={t('inspector.to')} /> {target}
        </span>
      </button>
      {count > 1 && (
        <span className="row-tools">
          <MoveButtons
            labels={{ up: t('inspector.moveUp', { label: label || target }), down: t('inspector.moveDown', { label: label || target }) }}
            canMoveUp={index > 0}
            canMoveDown={index < count - 1}
            onMove={(step) => void sendOrShowError({ do: 'move', kind: 'connection', id, at: index + step, list: 'outputs' })}
          />
        </span>
      )}
    </li>
  );
}

/** The board that an element links to: select, open or remove it. */
function LinkedBoardField({ element }: { element: StoryRecord<'element'> }) {
  const boards = useProject((project) => [...project.recordsOfKind('board')].filter(({ type }) => type === 'board'));
  if (boards.length < 2 && element.linkedBoard === null) return null;
  const { linkedBoard } = element;
  return (
    <PanelSection name="linkedBoard" title={t('inspector.linkedBoard')}>
      <RecordFieldMarker field="element.linkedBoard">
        <SearchField
          label={t('inspector.linkedBoard')}
          value={linkedBoard}
          placeholder={t('inspector.none')}
          options={(project) =>
            [...project.recordsOfKind('board')].filter(({ type }) => type === 'board').map(({ id, name }) => ({ id, name, where: '' }))
          }
          nameOf={recordName}
          onChoose={(id) => updateFields('element', element.id, { linkedBoard: id })}
        />
      </RecordFieldMarker>
      {linkedBoard !== null && (
        <button type="button" className="text-button" onClick={() => openBoard(linkedBoard)}>
          <ArrowUpRight size={13} aria-hidden="true" /> {t('inspector.openBoard')}
        </button>
      )}
    </PanelSection>
  );
}
