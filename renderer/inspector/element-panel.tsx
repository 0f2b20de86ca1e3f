/** An element: its words, its look, where the story starts, what it carries and where it leads. */

import { Flag, SquareText } from 'lucide-react';
import { PROJECT } from '../../shared/kinds/project.ts';
import { CoverField } from '../assets/cover-field.tsx';
import { SoundsField } from '../assets/sounds-field.tsx';
import { AttributeList } from '../attributes/attribute-list.tsx';
import { makeStart } from '../board/act.ts';
import { Panel } from '../fields/panel.tsx';
import { change, saveChange } from '../fields/save.ts';
import { Shows } from '../fields/shows.tsx';
import { useProject, useRecord } from '../state/open-project.ts';
import { inspectorWords } from '../words/en/inspector.ts';
import { CarriedComponents } from './carried-components.tsx';
import { ElementOutputs } from './element-outputs.tsx';
import { ElementWords } from './element-words.tsx';
import { LinkedBoard } from './linked-board.tsx';
import { LocalizedField } from './localized-field.tsx';
import { PlaceFields } from './place-fields.tsx';
import { ThemeField } from './theme-field.tsx';
import { TranslationStatus } from './translation-status.tsx';

const words = inspectorWords.panel.element;

export function ElementPanel({ id }: { id: string }) {
  const element = useRecord('element', id);
  const isStart = useProject((project) => project.find('project', PROJECT)?.startingElement === id);
  if (!element) return null;
  const start = (
    <button
      type="button"
      className="start-toggle"
      aria-pressed={isStart}
      data-field="project.startingElement"
      onClick={() => void makeStart(isStart ? null : id)}
      title={isStart ? words.starts : words.startHere}
    >
      <Flag size={13} aria-hidden="true" /> {isStart ? words.isStart : words.makeStart}
    </button>
  );
  return (
    <Panel title={words.name} Icon={SquareText} side={start}>
      <LocalizedField
        shows="element.title"
        switches
        label={words.title}
        id={id}
        field="title"
        text={element.title}
        save={(title) => saveChange('element', id, { title })}
        placeholder={words.untitled}
        line
        focus="title"
      />
      <LocalizedField
        shows="element.content"
        label={words.content}
        id={id}
        field="content"
        text={element.content}
        save={(content) => saveChange('element', id, { content })}
        placeholder={words.whatHappens}
        focus="content"
      />
      <ElementWords element={element} />
      <TranslationStatus record={element} />
      <Shows field="element.theme">
        <ThemeField value={element.theme} change={(theme) => change('element', id, { theme })} />
      </Shows>
      <CoverField element={element} />
      <SoundsField elementId={id} />
      <CarriedComponents elementId={id} />
      <AttributeList ownerId={id} />
      <ElementOutputs sourceId={id} />
      <LinkedBoard element={element} />
      <PlaceFields item={element} />
    </Panel>
  );
}
