/** A connection: what the player reads on it, its line, and the sides it leaves and arrives at. */
import { ArrowRight, CornerDownRight, Spline, Waypoints } from 'lucide-react';
import { NumberField } from '../fields/number-field.tsx';
import { Panel, Part } from '../fields/panel.tsx';
import { change, saveChange } from '../fields/save.ts';
import { Shows } from '../fields/shows.tsx';
import { useRecord } from '../state/open-project.ts';
import { inspectorWords } from '../words/en/inspector.ts';
import { ChoiceField } from './choice-field.tsx';
import { ConnectionEnds } from './connection-ends.tsx';
import { LocalizedField } from './localized-field.tsx';
import { ThemeField } from './theme-field.tsx';
import { TranslationStatus } from './translation-status.tsx';

const types = [
  { value: 'Bezier', label: inspectorWords.curve, icon: <Spline size={14} /> },
  { value: 'Straight', label: 'Straight', icon: <ArrowRight size={14} /> },
  { value: 'Flowchart', label: inspectorWords.steps, icon: <CornerDownRight size={14} /> },
] as const;
const sides = [
  { value: 'auto', label: inspectorWords.auto },
  { value: 'left', label: inspectorWords.left },
  { value: 'right', label: inspectorWords.right },
  { value: 'top', label: inspectorWords.top },
  { value: 'bottom', label: inspectorWords.bottom },
] as const;
const rowSides = sides.filter(({ value }) => value !== 'top' && value !== 'bottom');

export function ConnectionPanel({ id }: { id: string }) {
  const connection = useRecord('connection', id);
  const condition = useRecord('condition', connection?.sourceid ?? null);
  if (!connection) return null;
  const { sourceFace, targetFace } = connection;
  return (
    <Panel title={inspectorWords.connection} Icon={Waypoints}>
      <ConnectionEnds connection={connection} />
      <LocalizedField
        shows="connection.label"
        switches
        label={inspectorWords.label}
        id={id}
        field="label"
        text={connection.label}
        save={(label) => saveChange('connection', id, { label })}
        placeholder={inspectorWords.whatThePlayerChooses}
        line
        focus="content"
      />
      <TranslationStatus record={connection} />
      <Shows field="connection.type">
        <ChoiceField
          label={inspectorWords.line}
          value={connection.type}
          choices={types}
          change={(type) => change('connection', id, { type })}
        />
      </Shows>
      <Shows field="connection.theme">
        <ThemeField value={connection.theme} change={(theme) => change('connection', id, { theme })} />
      </Shows>
      <Shows field="connection.sourceFace">
        <ChoiceField
          label={inspectorWords.leavesAt}
          value={sourceFace ?? 'auto'}
          choices={condition ? rowSides : sides}
          change={(face) => change('connection', id, { sourceFace: face === 'auto' ? null : face })}
        />
      </Shows>
      <Shows field="connection.targetFace">
        <ChoiceField
          label={inspectorWords.arrivesAt}
          value={targetFace ?? 'auto'}
          choices={sides}
          change={(face) => change('connection', id, { targetFace: face === 'auto' ? null : face })}
        />
      </Shows>
      <Part title={inspectorWords.labelOnTheLine}>
        <div className="numbers">
          <Shows field="connection.labelLocation">
            <NumberField
              label={inspectorWords.place01}
              value={connection.labelLocation}
              min={0}
              max={1}
              step={0.05}
              save={(place) => place !== null && change('connection', id, { labelLocation: place })}
            />
          </Shows>
          <Shows field="connection.labelWidth">
            <NumberField
              label={inspectorWords.width}
              value={connection.labelWidth}
              min={20}
              max={2000}
              emptyIs={inspectorWords.auto}
              save={(labelWidth) => change('connection', id, { labelWidth })}
            />
          </Shows>
        </div>
      </Part>
    </Panel>
  );
}
