/** The board that an element links to: select, open or remove it. */

import { ArrowUpRight } from 'lucide-react';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { SearchField } from '../../editors/fields/search-field.tsx';
import { t } from '../../messages/translate.ts';
import { recordName } from '../../records/names/record-names.ts';
import { useProject } from '../../state/open-project.ts';
import { updateFields } from '../../state/save-fields.ts';
import { openBoard } from '../../state/selection.ts';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { PanelSection } from './panel/panel.tsx';

export function LinkedBoardField({ element }: { element: StoryRecord<'element'> }) {
  const boards = useProject((project) => [...project.recordsOfKind('board')].filter(({ type }) => type === 'board'));
  if (boards.length < 2 && element.linkedBoard === null) return null;
  const { linkedBoard } = element;
  return (
    <PanelSection name="linkedBoard" title={t('inspector.linkedBoard')}>
      <RecordFieldMarker field="element.linkedBoard">
        <SearchField
          label={t('inspector.linkedBoard')}
          value={linkedBoard}
          placeholder={t('inspector.none')}
          options={(project) =>
            [...project.recordsOfKind('board')].filter(({ type }) => type === 'board').map(({ id, name }) => ({ id, name, where: '' }))
          }
          nameOf={recordName}
          onChoose={(id) => updateFields('element', element.id, { linkedBoard: id })}
        />
      </RecordFieldMarker>
      {linkedBoard !== null && (
        <button type="button" className="text-button" onClick={() => openBoard(linkedBoard)}>
          <ArrowUpRight size={13} aria-hidden="true" /> {t('inspector.openBoard')}
        </button>
      )}
    </PanelSection>
  );
}
