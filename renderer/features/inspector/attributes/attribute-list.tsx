/** The attributes of a board, an element or a component, in their order. Half-width attributes are placed side by side if there is room. */

import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '../../../messages/translate.ts';
import { useRecordList } from '../../../state/open-project.ts';
import { PanelSection } from '../panel/panel.tsx';
import { AttributeItem } from './attribute-item.tsx';
import { showNewAttributeDialog } from './new-attribute-dialog.tsx';
import './attributes.css';

export function AttributeList({ ownerId }: { ownerId: string }) {
  const ids = useRecordList(ownerId, 'attributes');
  const list = useRef<HTMLOListElement>(null);
  /** The element that had the focus before the order changed: an element that is moved in the page loses it. */
  const focusBeforeMove = useRef<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ids` is not read, but each new order can lose the focus
  useEffect(() => {
    const { current } = focusBeforeMove;
    if (current instanceof HTMLElement && current.isConnected && list.current?.contains(current)) current.focus();
    focusBeforeMove.current = null;
  }, [ids]);
  return (
    <PanelSection name="attributes" title={t('attributes.title')}>
      {ids.length > 0 && (
        <div className="attributes">
          <ol className="attribute-grid" ref={list} data-field="attribute.cId attribute.cType">
            {ids.map((id, at) => (
              <AttributeItem
                key={id}
                id={id}
                index={at}
                count={ids.length}
                onBeforeMove={() => (focusBeforeMove.current = document.activeElement)}
              />
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
