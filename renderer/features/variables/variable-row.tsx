/** One variable in the table. */

import { ArrowDown, ArrowUp, History, MessageSquarePlus, PenLine, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { isVariableValueOfType } from '../../../shared/model/kinds/variable.ts';
import { convertVariableValue, defaultVariableValues, type VariableType } from '../../../shared/model/variable-value.ts';
import type { PlainValue } from '../../../shared/play/script-value.ts';
import { runAction } from '../../commands/action-registry.ts';
import { type SaveResult, useDraft } from '../../editors/fields/draft.ts';
import { DraftNotices } from '../../editors/fields/field.tsx';
import { NumberValueField } from '../../editors/fields/number-value-field.tsx';
import { formatTypedNumber } from '../../editors/fields/typed-number.ts';
import { useFocusRequested } from '../../editors/fields/use-focus-request.ts';
import { t } from '../../messages/translate.ts';
import { confirmRemoval } from '../../navigation/removal-dialog.tsx';
import { UsageList } from '../../navigation/usage-list.tsx';
import { isEnter } from '../../platform/composition.ts';
import { removeRecords } from '../../records/commands/remove-records.ts';
import { CommentBadge } from '../../records/comments/comment-badge.tsx';
import { variableTypeLabels } from '../../records/names/choice-labels.ts';
import { findVariableUsers, type VariableUsages } from '../../records/scripts/variable-usages.ts';
import { clearFocusRequest } from '../../state/focus-request.ts';
import { openProjectStore, useProject, useRecord } from '../../state/open-project.ts';
import { changeFieldsCommand, saveFields, updateFields } from '../../state/save-fields.ts';
import { sendCommand, sendOrShowError } from '../../state/send-command.ts';
import { IconButton } from '../../ui/button.tsx';
import { Dialog, showConfirmation } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { isInside } from '../../ui/focus.ts';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { showRenameVariableDialog } from './rename-variable-dialog.tsx';

type Variable = StoryRecord<'variable'>;

interface VariableRowProps {
  readonly id: string;
  /** null while the usages are being counted. */
  readonly usages: VariableUsages | null;
}

export function VariableRow({ id, usages }: VariableRowProps) {
  const variable = useRecord('variable', id);
  const at = useProject((project) => project.childIds(null, 'variables').indexOf(id));
  const lastAt = useProject((project) => project.listSize(null, 'variables') - 1);
  const row = useRef<HTMLTableRowElement>(null);
  const isFocusRequested = useFocusRequested(id, 'row');
  useEffect(() => {
    if (!isFocusRequested) return;
    clearFocusRequest();
    row.current?.querySelector<HTMLElement>('.variable-value input')?.focus();
  }, [isFocusRequested]);
  if (!variable) return null;
  const { name } = variable;
  const folders = variable.folders.flatMap((folder) => folder.name ?? []).join(' › ');
  const move = (to: number) => {
    if (to < 0 || to > lastAt) return;
    void sendOrShowError({ do: 'move', kind: 'variable', id, at: to });
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isInside(event)) return;
    if (event.key === 'F2') {
      event.preventDefault();
      event.stopPropagation();
      showRenameVariableDialog(variable);
      return;
    }
    if (!event.altKey || !(event.key === 'ArrowUp' || event.key === 'ArrowDown')) return;
    event.preventDefault();
    event.stopPropagation();
    move(event.key === 'ArrowUp' ? at - 1 : at + 1);
  };
  return (
    <tr ref={row} onKeyDownCapture={handleKeyDown} data-variable={name}>
      <th scope="row">
        <div className="variable-name">
          <code title={name} data-field="variable.name">
            {name}
          </code>
          <CommentBadge record={variable} />
        </div>
        {folders !== '' && (
          <span className="variable-folders" data-field="variable.folders">
            {folders}
          </span>
        )}
      </th>
      <td data-label={t('variables.type')}>
        <RecordFieldMarker field="variable.type">
          <Select
            label={t('variables.typeOf', { name })}
            isLabelHidden
            options={variableTypeOptions()}
            value={variable.type}
            onChange={(type) => changeVariableType(variable, type)}
          />
        </RecordFieldMarker>
      </td>
      <td className="variable-value" data-label={t('variables.initialValue')}>
        <RecordFieldMarker field="variable.value">
          <VariableValue variable={variable} />
        </RecordFieldMarker>
      </td>
      <td>
        <VariableUses name={name} usages={usages} />
      </td>
      <td className="variable-tools">
        <VariableTools variable={variable} usages={usages} at={at} lastAt={lastAt} move={move} />
      </td>
    </tr>
  );
}

function VariableUses({ name, usages }: { name: string; usages: VariableUsages | null }) {
  if (usages === null) return <span className="faint">…</span>;
  const count = usages.get(name)?.length ?? 0;
  if (count === 0) return <span className="faint">{t('variables.unused')}</span>;
  return (
    <button type="button" className="variable-uses" onClick={() => showVariableUsagesDialog(name, usages)}>
      {t('common.counted.place', { count })}
    </button>
  );
}

interface VariableToolsProps {
  readonly variable: Variable;
  readonly usages: VariableUsages | null;
  readonly at: number;
  readonly lastAt: number;
  readonly move: (to: number) => void;
}

function VariableTools({ variable, usages, at, lastAt, move }: VariableToolsProps) {
  const { id, name } = variable;
  return (
    <>
      <IconButton icon={ArrowUp} label={t('variables.moveUp', { name })} keys="Alt+↑" isDisabled={at === 0} onPress={() => move(at - 1)} />
      <IconButton
        icon={ArrowDown}
        label={t('variables.moveDown', { name })}
        keys="Alt+↓"
        isDisabled={at === lastAt}
        onPress={() => move(at + 1)}
      />
      <IconButton
        icon={PenLine}
        label={t('variables.renameNamed', { name })}
        keys="F2"
        onPress={() => showRenameVariableDialog(variable)}
      />
      <IconButton
        icon={History}
        label={t('history.versionsOf', { name })}
        onPress={() => runAction('recordHistory', { kind: 'variable', id })}
      />
      <IconButton
        icon={MessageSquarePlus}
        label={t('variables.comment', { name })}
        onPress={() => runAction('addComment', { kind: 'variable', id })}
      />
      <IconButton icon={Trash2} label={t('variables.removeNamed', { name })} onPress={() => confirmRemoveVariable(variable, usages)} />
    </>
  );
}

function VariableValue({ variable: { id, name, type, value } }: { variable: Variable }) {
  const label = t('variables.valueOf', { name });
  const save = (now: string | number | boolean) => saveFields('variable', id, { value: now });
  if (typeof value === 'boolean')
    return (
      <Switch label={label} isSelected={value} onChange={(on) => updateFields('variable', id, { value: on })}>
        {value ? t('variables.option.yes') : t('variables.option.no')}
      </Switch>
    );
  if (typeof value === 'number' && (type === 'integer' || type === 'float'))
    return <NumberValueField key={type} label={label} name={`${id} ${type}`} type={type} value={value} save={save} />;
  return <TextValueInput id={id} label={label} value={String(value)} save={save} />;
}

function TextValueInput({
  id,
  label,
  value,
  save,
}: {
  id: string;
  label: string;
  value: string;
  save: (value: string) => Promise<SaveResult>;
}) {
  const draft = useDraft({ name: `${id} text`, value, save });
  const faultId = useId();
  return (
    <>
      <input
        className="input"
        value={draft.value}
        placeholder={t('variables.empty')}
        aria-label={label}
        aria-invalid={draft.error !== null || undefined}
        aria-describedby={draft.error === null ? undefined : faultId}
        onChange={({ target }) => draft.type(target.value)}
        onBlur={draft.flush}
        onKeyDown={(event) => isEnter(event) && draft.flush()}
      />
      <DraftNotices draft={draft} id={faultId} />
    </>
  );
}

/** If the value cannot be kept, describes the new value and asks for confirmation first. */
function changeVariableType(variable: Variable, type: VariableType): void {
  if (type === variable.type) return;
  const { fields, lost } = convertToType(variable.value, type);
  const run = () => sendCommand(changeFieldsCommand('variable', variable.id, fields));
  if (lost === null) void run().catch(() => undefined);
  else
    showConfirmation({
      title: t('variables.typeChange.title', { name: variable.name }),
      confirms: 'undoable',
      confirmLabel: t('common.typeChange.confirm'),
      message: <p>{t('common.typeChange.undoHint', { lost })}</p>,
      run,
    });
}

function confirmRemoveVariable({ id, name }: Variable, usages: VariableUsages | null): void {
  const uses = usages ? findVariableUsers(openProjectStore.getState().project, usages, name) : [];
  confirmRemoval({
    title: t('variables.remove.title', { name }),
    uses,
    usesHint: uses.length > 0 ? t('common.usages.inScripts', { count: uses.length }) : hintWithoutUses(usages),
    remove: () => removeRecords([id], { do: 'remove', kind: 'variable', id }),
  });
}

const hintWithoutUses = (usages: VariableUsages | null): string =>
  usages === null ? t('variables.remove.counting') : t('variables.remove.unused');

function showVariableUsagesDialog(name: string, uses: VariableUsages): void {
  showDialog((closeUses) => (
    <Dialog title={t('variables.usesOf', { name })} onClose={closeUses} width={520}>
      <UsageList uses={findVariableUsers(openProjectStore.getState().project, uses, name)} close={closeUses} />
    </Dialog>
  ));
}

/** Labels of the variable types, and the conversion of a value to another type ([Variables]). Pure. */
export const variableTypeOptions = (): readonly { readonly id: VariableType; readonly label: string }[] =>
  (['string', 'integer', 'float', 'boolean'] as const).map((id) => ({ id, label: variableTypeLabels()[id] }));

/** The fields to save for another type: only the type if the value can be converted, else also an empty value; `lost` describes the loss. */
export function convertToType(
  value: PlainValue,
  type: VariableType,
): { fields: { type: VariableType; value?: PlainValue }; lost: string | null } {
  if (isVariableValueOfType[type](convertVariableValue(value, type))) return { fields: { type }, lost: null };
  const empty = defaultVariableValues[type];
  const fresh = typeof empty === 'boolean' || typeof empty === 'number' ? empty : '';
  return {
    fields: { type, value: fresh },
    lost: t('variables.typeChange.becomes', { value: valueLabel(value), fresh: valueLabel(fresh) }),
  };
}

function valueLabel(value: PlainValue): string {
  if (typeof value === 'boolean') return value ? t('variables.value.yes') : t('variables.value.no');
  return typeof value === 'number' ? formatTypedNumber(value) : String(value);
}
