/** The panel of a jumper: its target element, which may be on any board. */

import { SearchField } from '../../editors/fields/search-field.tsx';
import { useFocusRequested } from '../../editors/fields/use-focus-request.ts';
import { t } from '../../messages/translate.ts';
import { recordName } from '../../records/names/record-names.ts';
import { elementOptions } from '../../records/search/record-options.ts';
import { useRecord } from '../../state/open-project.ts';
import { updateFields } from '../../state/save-fields.ts';
import { revealItem } from '../../state/selection.ts';
import { kindIcons } from '../../ui/icons.ts';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { Panel, PanelSection } from './panel.tsx';
import { PositionFields } from './position-fields.tsx';

export function JumperPanel({ id }: { id: string }) {
  const jumper = useRecord('jumper', id);
  const focusRequested = useFocusRequested(id, 'content');
  const target = useRecord('element', jumper?.elementId ?? null);
  if (!jumper) return null;
  return (
    <Panel title={t('inspector.panel.jumper.name')} Icon={kindIcons.jumper}>
      <PanelSection title={t('inspector.panel.jumper.jumpsTo')}>
        <RecordFieldMarker field="jumper.elementId">
          <SearchField
            label={t('inspector.panel.jumper.element')}
            value={jumper.elementId}
            placeholder={t('inspector.panel.jumper.find')}
            options={elementOptions}
            nameOf={recordName}
            focusRequested={focusRequested}
            onChoose={(elementId) => updateFields('jumper', id, { elementId })}
          />
        </RecordFieldMarker>
        {target && (
          <div className="buttons">
            <button type="button" className="text-button" onClick={() => revealItem(target.boardId, target.id)}>
              {t('inspector.panel.jumper.go')}
            </button>
            <button type="button" className="text-button" onClick={() => updateFields('jumper', id, { elementId: null })}>
              {t('inspector.panel.jumper.unlink')}
            </button>
          </div>
        )}
      </PanelSection>
      <PositionFields item={jumper} />
    </Panel>
  );
}
