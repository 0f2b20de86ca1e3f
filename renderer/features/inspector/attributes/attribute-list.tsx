/** The attributes of a board, an element or a component, in their order. Half-width attributes are placed side by side if there is room. */

import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { t } from '../../../messages/translate.ts';
import { useRecordList } from '../../../state/open-project.ts';
import { useFocusAfterMove } from '../../../ui/use-focus-after-move.ts';
import { PanelSection } from '../panel/panel.tsx';
import { AttributeItem } from './attribute-item.tsx';
import { showNewAttributeDialog } from './new-attribute-dialog.tsx';
import './attributes.css';

export function AttributeList({ ownerId }: { ownerId: string }) {
  const ids = useRecordList(ownerId, 'attributes');
  const list = useRef<HTMLOListElement>(null);
  const keepFocus = useFocusAfterMove(list, ids);
  return (
    <PanelSection name="attributes" title={t('attributes.title')}>
      {ids.length > 0 && (
        <div className="attributes">
          <ol className="attribute-grid" ref={list} data-field="attribute.cId attribute.cType">
            {ids.map((id, at) => (
              <AttributeItem key={id} id={id} index={at} count={ids.length} onBeforeMove={keepFocus} />
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
