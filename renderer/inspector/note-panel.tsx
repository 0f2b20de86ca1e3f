/** A note: its words and its look. */
import { StickyNote } from 'lucide-react';
import { useRecord } from '../state/open-project.ts';
import { Panel } from './panel.tsx';
import { RichField } from './rich-field.tsx';
import { change, saveChange } from './save.ts';
import { ThemeField } from './theme-field.tsx';

export function NotePanel({ id }: { id: string }) {
  const note = useRecord('note', id);
  if (!note) return null;
  return (
    <Panel title="Note" Icon={StickyNote}>
      <RichField
        label="Content"
        id={id}
        name={`${id} content`}
        value={note.content}
        save={(content) => saveChange('note', id, { content })}
        placeholder="A remark for yourself"
        focus="content"
      />
      <ThemeField value={note.theme} change={(theme) => change('note', id, { theme })} />
    </Panel>
  );
}
