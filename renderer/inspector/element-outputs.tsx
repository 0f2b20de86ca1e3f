/** Where an element or a condition leads, in the order the player sees it. */
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react';
import { perform } from '../board/act.ts';
import { useKindOf } from '../board/use-kind-of.ts';
import { Part } from '../fields/panel.tsx';
import { useList, useRecord } from '../state/open-project.ts';
import { select } from '../state/selection.ts';
import { useName } from '../state/use-words.ts';
import { inspectorWords } from '../words/en/inspector.ts';

export function ElementOutputs({ sourceId }: { sourceId: string }) {
  const ids = useList(sourceId, 'outputs');
  if (ids.length === 0) return null;
  return (
    <Part title={ids.length === 1 ? inspectorWords.leadsTo : inspectorWords.choices}>
      <ol className="rows">
        {ids.map((id, at) => (
          <Output key={id} id={id} at={at} count={ids.length} />
        ))}
      </ol>
    </Part>
  );
}

function Output({ id, at, count }: { id: string; at: number; count: number }) {
  const connection = useRecord('connection', id);
  const label = useName(id);
  const kind = useKindOf(connection?.targetid ?? null);
  const target = useName(connection?.targetid ?? null) || (kind === 'branch' ? inspectorWords.branch : inspectorWords.untitled);
  const move = (to: number) => void perform({ do: 'move', kind: 'connection', id, at: to, list: 'outputs' });
  return (
    <li className="row">
      <button type="button" className="row-main" onClick={() => select([id])}>
        {label !== '' && <strong>{label}</strong>}
        <span className="faint">
          <ArrowRight size={12} aria-label={inspectorWords.to} /> {target}
        </span>
      </button>
      {count > 1 && (
        <span className="row-tools">
          <button
            type="button"
            className="quiet"
            aria-label={inspectorWords.moveUp(label || target)}
            disabled={at === 0}
            onClick={() => move(at - 1)}
          >
            <ArrowUp size={13} />
          </button>
          <button
            type="button"
            className="quiet"
            aria-label={inspectorWords.moveDown(label || target)}
            disabled={at === count - 1}
            onClick={() => move(at + 1)}
          >
            <ArrowDown size={13} />
          </button>
        </span>
      )}
    </li>
  );
}
