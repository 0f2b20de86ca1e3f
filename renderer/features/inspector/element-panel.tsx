/** The panel of an element: texts, appearance, starting element, attachments, attributes and outgoing connections. */

import { Flag } from 'lucide-react';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { emptyTextCount, unitOf } from '../../../shared/rich-text/text-count.ts';
import { t } from '../../messages/translate.ts';
import { setStartingElement } from '../../records/board/change-board.ts';
import { recordTextCounts } from '../../records/counts/story-text-counts.ts';
import { useLanguage } from '../../records/names/story-languages.ts';
import { useProject, useRecord } from '../../state/open-project.ts';
import { updateFields } from '../../state/save-fields.ts';
import { kindIcons } from '../../ui/kind-icons.ts';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { AttributeList } from './attributes/attribute-list.tsx';
import { CoverField } from './cover-field.tsx';
import { ElementComponents } from './element-components.tsx';
import { ElementOutputs } from './element-outputs.tsx';
import { LinkedBoardField } from './linked-board-field.tsx';
import { LocalizedField } from './localized-field.tsx';
import { Panel } from './panel/panel.tsx';
import { PositionFields } from './position-fields.tsx';
import { SoundsField } from './sounds-field.tsx';
import { ThemeField } from './theme-field.tsx';
import { TranslationStatus } from './translation-status.tsx';

export function ElementPanel({ id }: { id: string }) {
  const element = useRecord('element', id);
  const isStart = useProject((project) => project.find('project', projectRecordId)?.startingElement === id);
  if (!element) return null;
  const startButton = (
    <button
      type="button"
      className="start-toggle"
      aria-pressed={isStart}
      data-field="project.startingElement"
      onClick={() => void setStartingElement(isStart ? null : id)}
    >
      <Flag size={13} aria-hidden="true" /> {t('inspector.panel.element.start')}
    </button>
  );
  return (
    <Panel title={t('inspector.panel.element.name')} Icon={kindIcons.element} trailing={startButton}>
      <LocalizedField record={element} field="title" switches placeholder={t('inspector.panel.element.untitled')} line focus="title" />
      <LocalizedField record={element} field="content" placeholder={t('inspector.panel.element.contentPlaceholder')} focus="content" />
      <ElementTextCount element={element} />
      <TranslationStatus record={element} />
      <RecordFieldMarker field="element.theme">
        <ThemeField value={element.theme} change={(theme) => updateFields('element', id, { theme })} />
      </RecordFieldMarker>
      <CoverField element={element} />
      <SoundsField elementId={id} />
      <ElementComponents elementId={id} />
      <AttributeList ownerId={id} />
      <ElementOutputs sourceId={id} />
      <LinkedBoardField element={element} />
      <PositionFields item={element} />
    </Panel>
  );
}

/** In the current language. */
function ElementTextCount({ element }: { element: StoryRecord<'element'> }) {
  const { iso } = useLanguage();
  const count = recordTextCounts(element).get(iso) ?? emptyTextCount;
  return (
    <p className="hint">
      {unitOf(count) === 'words'
        ? t('inspector.panel.element.words', { count: count.words })
        : t('inspector.panel.element.characters', { count: count.characters })}
    </p>
  );
}
