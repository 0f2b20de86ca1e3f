/** The outgoing connections of an element or a condition, in the order in which the player sees them. */

import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react';
import { t } from '../../messages/translate.ts';
import { useRecordKind } from '../../records/board/use-record-kind.ts';
import { useRecordName } from '../../records/names/record-names.ts';
import { useRecord, useRecordList } from '../../state/open-project.ts';
import { selectItems } from '../../state/selection.ts';
import { sendOrShowError } from '../../state/send-command.ts';
import { PanelSection } from './panel/panel.tsx';

export function ElementOutputs({ sourceId }: { sourceId: string }) {
  const ids = useRecordList(sourceId, 'outputs');
  if (ids.length === 0) return null;
  return (
    <PanelSection name="outputs" title={ids.length === 1 ? t('inspector.leadsTo') : t('inspector.choices')}>
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
  const target = useRecordName(connection?.targetid ?? null) || (kind === 'branch' ? t('inspector.branch') : t('inspector.untitled'));
  const move = (to: number) => void sendOrShowError({ do: 'move', kind: 'connection', id, at: to, list: 'outputs' });
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
          <button
            type="button"
            className="quiet"
            aria-label={t('inspector.moveUp', { label: label || target })}
            disabled={index === 0}
            onClick={() => move(index - 1)}
          >
            <ArrowUp size={13} />
          </button>
          <button
            type="button"
            className="quiet"
            aria-label={t('inspector.moveDown', { label: label || target })}
            disabled={index === count - 1}
            onClick={() => move(index + 1)}
          >
            <ArrowDown size={13} />
          </button>
        </span>
      )}
    </li>
  );
}
