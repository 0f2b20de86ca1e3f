/** The components that an element carries, in their order. */
import { X } from 'lucide-react';
import { perform } from '../board/act.ts';
import { useName } from '../board/use-words.ts';
import { useList, useRecord } from '../state/open-project.ts';
import { Part } from './panel.tsx';

export function CarriedComponents({ elementId }: { elementId: string }) {
  const ids = useList(elementId, 'components');
  if (ids.length === 0) return null;
  return (
    <Part title="Components">
      <ul className="rows">
        {ids.map((id) => (
          <Carried key={id} id={id} />
        ))}
      </ul>
    </Part>
  );
}

function Carried({ id }: { id: string }) {
  const attachment = useRecord('componentAttachment', id);
  const name = useName(attachment?.componentId ?? null) || 'Unnamed';
  return (
    <li className="row">
      <i className="avatar" aria-hidden="true">
        {[...name][0]}
      </i>
      <span>{name}</span>
      <button
        type="button"
        className="quiet"
        aria-label={`Take ${name} off`}
        title="Take off"
        onClick={() => void perform({ do: 'remove', kind: 'componentAttachment', id })}
      >
        <X size={13} />
      </button>
    </li>
  );
}
