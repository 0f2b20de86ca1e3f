/** The attributes of a board, an element or a component, in their order. Half as wide ones stand side by side where there is room. */

import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '../../../messages/translate.ts';
import { useRecordList } from '../../../state/open-project.ts';
import { PanelSection } from '../parts/panel.tsx';
import { AttributeItem } from './attribute-item.tsx';
import { showNewAttributeDialog } from './new-attribute-dialog.tsx';
import './attributes.css';

export function AttributeList({ ownerId }: { ownerId: string }) {
  const ids = useRecordList(ownerId, 'attributes');
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
    <PanelSection title={t('attributes.attributes')}>
      {ids.length > 0 && (
        <div className="attributes">
          <ol className="attribute-grid" ref={list} data-field="attribute.cId attribute.cType">
            {ids.map((id, at) => (
              <AttributeItem key={id} id={id} index={at} count={ids.length} onBeforeMove={() => (held.current = document.activeElement)} />
            ))}
          </ol>
        </div>
      )}
      <button type="button" className="text-button" onClick={() => showNewAttributeDialog(ownerId)}>
        <Plus size={13} aria-hidden="true" /> {t('attributes.attributeEntry')}
      </button>
    </PanelSection>
  );
}
