/** The outgoing connections of an element or a condition, in the order in which the player sees them. */

import { ArrowRight } from 'lucide-react';
import { t } from '../../messages/translate.ts';
import { useRecordKind } from '../../records/board/use-record-kind.ts';
import { useRecordName } from '../../records/names/record-names.ts';
import { useRecord, useRecordList } from '../../state/open-project.ts';
import { selectItems } from '../../state/selection.ts';
import { sendOrShowError } from '../../state/send-command.ts';
import { MoveButtons } from '../../ui/move-buttons.tsx';
import { PanelSection } from './panel/panel.tsx';

export function ElementOutputs({ sourceId }: { sourceId: string }) {
  const ids = useRecordList(sourceId, 'outputs');
  if (ids.length === 0) return null;
  return (
    <PanelSection name="outputs" title={ids.length === 1 ? t('inspector.connectedTo') : t('inspector.choices')}>
      <ol className="rows">
        {ids.map((id, at) => (
          <OutputRow key={id} id={id} index={at} count={ids.length} />
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
