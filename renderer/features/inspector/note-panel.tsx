/** The panel of a note or a frame: its text and its appearance. */

import { saveNoteText } from '../../editors/cards/save-card-text.ts';
import { RichTextField } from '../../editors/text/rich-text-field.tsx';
import { t } from '../../messages/translate.ts';
import { useRecord } from '../../state/open-project.ts';
import { updateFields } from '../../state/save-fields.ts';
import { kindIcons } from '../../ui/icons.ts';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { Panel } from './panel.tsx';
import { PositionFields } from './position-fields.tsx';
import { ThemeField } from './theme-field.tsx';

export function NotePanel({ id }: { id: string }) {
  const note = useRecord('note', id);
  if (!note) return null;
  return (
    <Panel
      title={t(note.isFrame ? 'board.kinds.frame' : 'inspector.panel.note.name')}
      Icon={note.isFrame ? kindIcons.frame : kindIcons.note}
    >
      <RecordFieldMarker field="note.content">
        <RichTextField
          label={t(note.isFrame ? 'inspector.panel.frame.title' : 'inspector.panel.note.content')}
          id={id}
          name={`${id} content`}
          value={note.content}
          save={(content) => saveNoteText(id, content)}
          placeholder={t(note.isFrame ? 'inspector.panel.frame.titlePlaceholder' : 'inspector.panel.note.contentPlaceholder')}
          allowsScripts={!note.isFrame}
          focus="content"
        />
      </RecordFieldMarker>
      <RecordFieldMarker field="note.theme">
        <ThemeField value={note.theme} change={(theme) => updateFields('note', id, { theme })} />
      </RecordFieldMarker>
      <PositionFields item={note} />
    </Panel>
  );
}
