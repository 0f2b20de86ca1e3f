/** The attributes of a board, an element or a component, in their order. Half-width attributes are placed side by side if there is room. */

import { ArrowDown, ArrowUp, Code, Columns2, Plus, RectangleHorizontal, Replace, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { actionEntry } from '../../../commands/action-menus.ts';
import { useDraft } from '../../../editors/fields/draft.ts';
import { DraftNotices } from '../../../editors/fields/field.tsx';
import { t } from '../../../messages/translate.ts';
import { removeOrConfirm } from '../../../navigation/removal-dialog.tsx';
import { isEnter } from '../../../platform/composition.ts';
import { removeRecords } from '../../../records/commands/remove-records.ts';
import { CommentBadge } from '../../../records/comments/comment-badge.tsx';
import { scriptNameOf } from '../../../records/scripts/script-names.ts';
import { findVariableUsages, findVariableUsers } from '../../../records/scripts/variable-usages.ts';
import { openProjectStore, useProject, useRecord, useRecordList } from '../../../state/open-project.ts';
import { recordKey } from '../../../state/renamed-records.ts';
import { yieldToMain } from '../../../state/run-in-slices.ts';
import { saveFields, updateFields } from '../../../state/save-fields.ts';
import { sendOrShowError } from '../../../state/send-command.ts';
import { isInside } from '../../../ui/focus.ts';
import { MenuButton, type MenuEntry } from '../../../ui/menu.tsx';
import { RecordFieldMarker } from '../../../ui/record-field-marker.tsx';
import { PanelSection } from '../panel.tsx';
import { type Attribute, needsScriptId, valueTypeLabels, valueTypeOf } from './attribute-types.ts';
import { showChangeTypeDialog } from './change-type-dialog.tsx';
import { showNewAttributeDialog } from './new-attribute-dialog.tsx';
import { showAttributeScriptIdDialog, showRenameScriptIdDialog } from './script-id-dialogs.tsx';
import { ValueEditor } from './value-editor.tsx';

export function AttributeList({ ownerId }: { ownerId: string }) {
  const ids = useRecordList(ownerId, 'attributes');
  return (
    <PanelSection name="attributes" title={t('attributes.title')}>
      {ids.length > 0 && (
        <div className="attributes">
          <ol className="attribute-grid" data-field="attribute.cId attribute.cType">
            {ids.map((id, at) => (
              <AttributeItem key={recordKey(id)} id={id} index={at} count={ids.length} />
            ))}
          </ol>
        </div>
      )}
      <button type="button" className="text-button" onClick={() => showNewAttributeDialog(ownerId)}>
        <Plus size={13} aria-hidden="true" /> {t('attributes.menu.addAttribute')}
      </button>
    </PanelSection>
  );
}

interface AttributeItemProps {
  readonly id: string;
  readonly index: number;
  readonly count: number;
}

/** One attribute: its name, its value editor, its script ID, and its menu. */
function AttributeItem({ id, index, count }: AttributeItemProps) {
  const attribute = useRecord('attribute', id);
  const scriptName = useProject((project) => scriptNameOf(project, id));
  if (!attribute) return null;
  const { size, customId, cType, value } = attribute;
  const type = valueTypeOf(value);
  const label = attribute.name || valueTypeLabels()[type].label;
  const move = (to: number) => {
    if (to < 0 || to >= count) return;
    void sendOrShowError({ do: 'move', kind: 'attribute', id, at: to });
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isInside(event) || !event.altKey || !(event.key === 'ArrowUp' || event.key === 'ArrowDown')) return;
    event.preventDefault();
    event.stopPropagation();
    move(event.key === 'ArrowUp' ? index - 1 : index + 1);
  };
  const lacksId = customId === null && needsScriptId(cType, type);
  const entries: readonly (MenuEntry | null)[] = [
    { id: 'up', label: t('common.moveUp'), icon: ArrowUp, keys: 'Alt+↑', isDisabled: index === 0, run: () => move(index - 1) },
    {
      id: 'down',
      label: t('common.moveDown'),
      icon: ArrowDown,
      keys: 'Alt+↓',
      isDisabled: index === count - 1,
      run: () => move(index + 1),
    },
    size === 'full'
      ? { id: 'size', label: t('attributes.width.half'), icon: Columns2, run: () => updateFields('attribute', id, { size: 'half' }) }
      : {
          id: 'size',
          label: t('attributes.width.full'),
          icon: RectangleHorizontal,
          run: () => updateFields('attribute', id, { size: 'full' }),
        },
    null,
    { id: 'type', label: t('attributes.menu.changeType'), icon: Replace, run: () => showChangeTypeDialog(id) },
    ...(lacksId ? [{ id: 'script', label: t('attributes.menu.addScriptId'), icon: Code, run: () => showAttributeScriptIdDialog(id) }] : []),
    ...(scriptName === null
      ? []
      : [{ id: 'renameScript', label: t('attributes.menu.renameScriptId'), icon: Code, run: () => showRenameScriptIdDialog(id) }]),
    actionEntry('recordHistory', { kind: 'attribute', id }),
    actionEntry('addComment', { kind: 'attribute', id }),
    null,
    { id: 'remove', label: t('common.delete'), icon: Trash2, isDanger: true, run: () => void removeAttribute(id) },
  ];
  return (
    <li className="attribute" data-size={size} onKeyDown={handleKeyDown}>
      <AttributeHead attribute={attribute} placeholder={valueTypeLabels()[type].label}>
        <RecordFieldMarker field={lacksId ? ['attribute.size', 'attribute.customId'] : 'attribute.size'}>
          <CommentBadge record={attribute} />
          {size === 'half' && <span className="half-tag">½</span>}
          <MenuButton label={t('common.more', { name: label })} entries={entries} className="attribute-more" />
        </RecordFieldMarker>
      </AttributeHead>
      <RecordFieldMarker field="attribute.value">
        <ValueEditor attribute={attribute} label={label} />
      </RecordFieldMarker>
      {scriptName !== null && (
        <p className="attribute-script" data-field="attribute.customId" title={t('attributes.scriptIdHint')}>
          <code>{scriptName}</code>
        </p>
      )}
    </li>
  );
}

interface AttributeHeadProps {
  readonly attribute: Attribute;
  readonly placeholder: string;
  /** Shown beside the field for its name. */
  readonly children: ReactNode;
}

function AttributeHead({ attribute: { id, name }, placeholder, children }: AttributeHeadProps) {
  const draft = useDraft({
    name: `${id} name`,
    value: name ?? '',
    save: (text) => saveFields('attribute', id, { name: text === '' ? null : text }),
  });
  const faultId = useId();
  return (
    <>
      <div className="attribute-head">
        <RecordFieldMarker field="attribute.name">
          <input
            className="attribute-name"
            value={draft.value}
            placeholder={placeholder}
            aria-label={draft.value === '' ? t('attributes.nameLabel') : t('attributes.nameLabelOf', { name: draft.value })}
            aria-invalid={draft.error !== null || undefined}
            aria-describedby={draft.error === null ? undefined : faultId}
            onChange={({ target }) => draft.type(target.value)}
            onBlur={draft.flush}
            onKeyDown={(event) => isEnter(event) && draft.flush()}
          />
        </RecordFieldMarker>
        {children}
      </div>
      <DraftNotices draft={draft} id={faultId} />
    </>
  );
}

/** Deletes an attribute. If scripts use it, lists them and asks for confirmation first. */
async function removeAttribute(id: string): Promise<void> {
  const { hash, project } = openProjectStore.getState();
  const name = scriptNameOf(project, id) ?? '';
  const usages = name === '' ? null : await findVariableUsages(project, yieldToMain, () => true);
  if (openProjectStore.getState().hash !== hash) return;
  const uses = usages === null ? [] : findVariableUsers(project, usages, name);
  await removeOrConfirm({
    title: t('attributes.remove.title', { name }),
    uses,
    usesHint: t('common.usages.inScripts', { count: uses.length }),
    remove: () => removeRecords([id], { do: 'remove', kind: 'attribute', id }),
  });
}
