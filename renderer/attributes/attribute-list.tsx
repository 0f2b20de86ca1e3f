/** The attributes of a board, an element or a component, in their order. Half as wide ones stand side by side where there is room. */
import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Part } from '../fields/panel.tsx';
import { useList } from '../state/open-project.ts';
import { attributesWords } from '../words/en/attributes.ts';
import { AttributeItem } from './attribute-item.tsx';
import { showNewAttribute } from './new-attribute.tsx';
import './attributes.css';

export function AttributeList({ ownerId }: { ownerId: string }) {
  const ids = useList(ownerId, 'attributes');
  const list = useRef<HTMLOListElement>(null);
  /** Where the keyboard was before the order changed: what moves in the page loses it. */
  const held = useRef<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new order asks again
  useEffect(() => {
    const { current } = held;
    if (current instanceof HTMLElement && current.isConnected && list.current?.contains(current)) current.focus();
    held.current = null;
  }, [ids]);
  return (
    <Part title={attributesWords.attributes}>
      {ids.length > 0 && (
        <div className="attributes">
          <ol className="attribute-grid" ref={list} data-field="attribute.cId attribute.cType">
            {ids.map((id, at) => (
              <AttributeItem key={id} id={id} at={at} count={ids.length} moves={() => (held.current = document.activeElement)} />
            ))}
          </ol>
        </div>
      )}
      <button type="button" className="text-button" onClick={() => showNewAttribute(ownerId)}>
        <Plus size={13} aria-hidden="true" /> {attributesWords.attributeEntry}
      </button>
    </Part>
  );
}
