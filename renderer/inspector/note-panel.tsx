/** A note: its words and its look. */

import { StickyNote } from 'lucide-react';
import { Panel } from '../fields/panel.tsx';
import { change, saveChange } from '../fields/save.ts';
import { Shows } from '../fields/shows.tsx';
import { useRecord } from '../state/open-project.ts';
import { inspectorWords } from '../words/en/inspector.ts';
import { PlaceFields } from './place-fields.tsx';
import { RichField } from './rich-field.tsx';
import { ThemeField } from './theme-field.tsx';

const words = inspectorWords.panel.note;

export function NotePanel({ id }: { id: string }) {
  const note = useRecord('note', id);
  if (!note) return null;
  return (
    <Panel title={words.name} Icon={StickyNote}>
      <Shows field="note.content">
        <RichField
          label={words.content}
          id={id}
          name={`${id} content`}
          value={note.content}
          save={(content) => saveChange('note', id, { content })}
          placeholder={words.remark}
          focus="content"
        />
      </Shows>
      <Shows field="note.theme">
        <ThemeField value={note.theme} change={(theme) => change('note', id, { theme })} />
      </Shows>
      <PlaceFields item={note} />
    </Panel>
  );
}
