/** A jumper: the element it leads to, on whatever board that is. */

import { CornerUpRight } from 'lucide-react';
import type { Project } from '../../../shared/model/project.ts';
import { SearchField } from '../../editors/fields/search-field.tsx';
import { useFocusRequested } from '../../editors/fields/use-focus-request.ts';
import { inspectorMessages } from '../../messages/en/inspector.ts';
import { recordName } from '../../records/names/record-names.ts';
import { useRecord } from '../../state/open-project.ts';
import { updateFields } from '../../state/save-fields.ts';
import { revealItem } from '../../state/selection.ts';
import { FieldMarker } from '../../ui/field-marker.tsx';
import { Panel, PanelSection } from './parts/panel.tsx';
import { PositionFields } from './position-fields.tsx';

const messages = inspectorMessages.panel.jumper;

export function JumperPanel({ id }: { id: string }) {
  const jumper = useRecord('jumper', id);
  const wanted = useFocusRequested(id, 'content');
  const target = useRecord('element', jumper?.elementId ?? null);
  if (!jumper) return null;
  return (
    <Panel title={messages.name} Icon={CornerUpRight}>
      <PanelSection title={messages.jumpsTo}>
        <FieldMarker field="jumper.elementId">
          <SearchField
            label={messages.element}
            value={jumper.elementId}
            placeholder={messages.find}
            options={elementOptions}
            nameOf={recordName}
            focusRequested={wanted}
            onChoose={(elementId) => updateFields('jumper', id, { elementId })}
          />
        </FieldMarker>
        {target && (
          <div className="buttons">
            <button type="button" className="text-button" onClick={() => revealItem(target.boardId, target.id)}>
              {messages.go}
            </button>
            <button type="button" className="text-button" onClick={() => updateFields('jumper', id, { elementId: null })}>
              {messages.clear}
            </button>
          </div>
        )}
      </PanelSection>
      <PositionFields item={jumper} />
    </Panel>
  );
}

const elementOptions = (project: Project) =>
  [...project.recordsOfKind('element')].map(({ id, boardId }) => ({
    id,
    name: recordName(project, id),
    where: project.find('board', boardId)?.name ?? '',
  }));
