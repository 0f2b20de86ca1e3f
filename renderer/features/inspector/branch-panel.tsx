/** The panel of a branch: its conditions in order. The first true condition is followed, `else` if none is true. */

import { Plus, Trash2 } from 'lucide-react';
import type { ConditionsInput } from '../../../shared/model/commands.ts';
import { useFocusRequested } from '../../editors/fields/use-focus-request.ts';
import { ScriptField } from '../../editors/script/script-field.tsx';
import { t } from '../../messages/translate.ts';
import { addElse, addElseIf, branchConditionsInput, moveElseIf, removeCondition } from '../../records/board/branch-conditions.ts';
import { saveConditionScript } from '../../records/board/change-board.ts';
import { openProjectStore, useRecord, useRecordList } from '../../state/open-project.ts';
import { recordKey } from '../../state/renamed-records.ts';
import { updateFields } from '../../state/save-fields.ts';
import { sendOrShowError } from '../../state/send-command.ts';
import { prepareUndoToast } from '../../state/undo-toast.ts';
import { kindIcons } from '../../ui/icons.ts';
import { MoveButtons } from '../../ui/move-buttons.tsx';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { ConditionTarget } from './connection-ends.tsx';
import { Panel, PanelSection } from './panel.tsx';
import { PositionFields } from './position-fields.tsx';
import { ThemeField } from './theme-field.tsx';

export function BranchPanel({ id }: { id: string }) {
  const branch = useRecord('branch', id);
  const ids = useRecordList(id, 'conditions');
  const last = useRecord('condition', ids.at(-1) ?? null);
  if (!branch) return null;
  const set = (make: (now: ConditionsInput) => ConditionsInput): Promise<boolean> =>
    sendOrShowError({ do: 'setConditions', id, conditions: make(branchConditionsInput(openProjectStore.getState().project, id)) });
  return (
    <Panel title={t('inspector.branch')} Icon={kindIcons.branch}>
      <PanelSection title={t('inspector.conditions')}>
        <ol className="conditions" data-field="condition.branchId">
          {ids.map((conditionId, at) => (
            <ConditionEditor key={recordKey(conditionId)} id={conditionId} index={at} boardId={branch.boardId} update={set} />
          ))}
        </ol>
        <div className="buttons">
          <button type="button" className="text-button" onClick={() => void set(addElseIf)}>
            <Plus size={13} aria-hidden="true" /> {t('board.roles.elseIf')}
          </button>
          {last?.role !== 'else' && (
            <button
              type="button"
              className="text-button"
              onClick={({ currentTarget }) => {
                void set(addElse);
                // This button is removed, so the focus moves to the one before it.
                if (currentTarget.previousElementSibling instanceof HTMLElement) currentTarget.previousElementSibling.focus();
              }}
            >
              <Plus size={13} aria-hidden="true" /> {t('board.roles.else')}
            </button>
          )}
        </div>
      </PanelSection>
      <RecordFieldMarker field="branch.theme">
        <ThemeField value={branch.theme} change={(theme) => updateFields('branch', id, { theme })} />
      </RecordFieldMarker>
      <PositionFields item={branch} />
    </Panel>
  );
}

interface ConditionEditorProps {
  readonly id: string;
  readonly index: number;
  readonly boardId: string;
  readonly update: (make: (now: ConditionsInput) => ConditionsInput) => Promise<boolean>;
}

function ConditionEditor({ id, index, boardId, update }: ConditionEditorProps) {
  const condition = useRecord('condition', id);
  const siblings = useRecordList(condition?.branchId ?? null, 'conditions');
  const next = useRecord('condition', siblings[index + 1] ?? null);
  const isRequested = useFocusRequested(id, 'content');
  const isRequestedAsFirst = useFocusRequested(condition?.branchId ?? '', index === 0 ? 'content' : undefined);
  if (!condition) return null;
  const { role, branchId } = condition;
  const isMovable = role === 'elseIf';
  const remove = async () => {
    const name = t(`board.roles.${role}`);
    const showDone = prepareUndoToast();
    if (await update((now) => removeCondition(now, id))) showDone(t('common.deleted.named', { name }));
  };
  return (
    <li className="condition-edit">
      <div className="condition-head">
        <b data-field="condition.role">{t(`board.roles.${role}`)}</b>
        <span className="row-tools">
          {isMovable && (
            <MoveButtons
              labels={{ up: t('inspector.moveConditionUp'), down: t('inspector.moveConditionDown') }}
              canMoveUp={index > 1}
              canMoveDown={next?.role === 'elseIf'}
              onMove={(step) => void update((now) => moveElseIf(now, id, step))}
            />
          )}
          {role !== 'if' && (
            <button type="button" className="quiet" aria-label={t(`inspector.deleteCondition.${role}`)} onClick={() => void remove()}>
              <Trash2 size={13} />
            </button>
          )}
        </span>
      </div>
      {role !== 'else' && (
        <RecordFieldMarker field="condition.script">
          <ScriptField
            label={t('inspector.condition', { at: index + 1 })}
            name={`${id} script`}
            value={condition.script}
            focusRequested={isRequested || isRequestedAsFirst}
            save={(script) => saveConditionScript(branchId, id, script)}
          />
        </RecordFieldMarker>
      )}
      <ConditionTarget
        conditionId={id}
        boardId={boardId}
        label={t('inspector.outgoing.ofCondition', { condition: `${t(`board.roles.${role}`)} (${index + 1})` })}
      />
    </li>
  );
}
