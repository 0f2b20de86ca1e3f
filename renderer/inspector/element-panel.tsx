/** An element: its words, its look, where the story starts, what it carries and where it leads. */
import { Flag, SquareText } from 'lucide-react';
import { CANVAS } from '../../shared/kinds/fields.ts';
import { PROJECT } from '../../shared/kinds/project.ts';
import { CoverField } from '../assets/cover-field.tsx';
import { SoundsField } from '../assets/sounds-field.tsx';
import { AttributeList } from '../attributes/attribute-list.tsx';
import { makeStart } from '../board/act.ts';
import { useProject, useRecord } from '../state/open-project.ts';
import { CarriedComponents } from './carried-components.tsx';
import { ElementOutputs } from './element-outputs.tsx';
import { LinkedBoard } from './linked-board.tsx';
import { LocalizedField } from './localized-field.tsx';
import { NumberField } from './number-field.tsx';
import { Panel, Part } from './panel.tsx';
import { change, saveChange } from './save.ts';
import { ThemeField } from './theme-field.tsx';

export function ElementPanel({ id }: { id: string }) {
  const element = useRecord('element', id);
  const isStart = useProject((project) => project.find('project', PROJECT)?.startingElement === id);
  if (!element) return null;
  const start = (
    <button
      type="button"
      className="start-toggle"
      aria-pressed={isStart}
      onClick={() => void makeStart(isStart ? null : id)}
      title={isStart ? 'The story starts here' : 'Start the story here'}
    >
      <Flag size={13} aria-hidden="true" /> {isStart ? 'Story start' : 'Make start'}
    </button>
  );
  return (
    <Panel title="Element" Icon={SquareText} side={start}>
      <LocalizedField
        label="Title"
        id={id}
        field="title"
        text={element.title}
        save={(title) => saveChange('element', id, { title })}
        placeholder="Untitled"
        line
        focus="title"
      />
      <LocalizedField
        label="Content"
        id={id}
        field="content"
        text={element.content}
        save={(content) => saveChange('element', id, { content })}
        placeholder="What happens here?"
        focus="content"
      />
      <ThemeField value={element.theme} change={(theme) => change('element', id, { theme })} />
      <CoverField element={element} />
      <SoundsField elementId={id} />
      <CarriedComponents elementId={id} />
      <AttributeList ownerId={id} />
      <ElementOutputs sourceId={id} />
      <LinkedBoard element={element} />
      <Part title="Size">
        <div className="numbers">
          <NumberField
            label="Width"
            value={element.width}
            min={120}
            max={CANVAS - element.x}
            save={(width) => width !== null && change('element', id, { width })}
          />
          <NumberField
            label="Height"
            value={element.height}
            min={60}
            max={CANVAS - element.y}
            save={(height) => height !== null && change('element', id, { height, autoHeight: false })}
          />
        </div>
      </Part>
    </Panel>
  );
}
