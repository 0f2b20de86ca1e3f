/** A connection: what the player reads on it, its line, and the sides it leaves and arrives at. */
import { ArrowRight, CornerDownRight, Spline, Waypoints } from 'lucide-react';
import { useName } from '../board/use-words.ts';
import { useRecord } from '../state/open-project.ts';
import { select } from '../state/selection.ts';
import { ChoiceField } from './choice-field.tsx';
import { LocalizedField } from './localized-field.tsx';
import { NumberField } from './number-field.tsx';
import { Panel, Part } from './panel.tsx';
import { change, saveChange } from './save.ts';
import { ThemeField } from './theme-field.tsx';

const types = [
  { value: 'Bezier', label: 'Curve', icon: <Spline size={14} /> },
  { value: 'Straight', label: 'Straight', icon: <ArrowRight size={14} /> },
  { value: 'Flowchart', label: 'Steps', icon: <CornerDownRight size={14} /> },
] as const;
const sides = [
  { value: 'auto', label: 'Auto' },
  { value: 'left', label: 'Left' },
  { value: 'right', label: 'Right' },
  { value: 'top', label: 'Top' },
  { value: 'bottom', label: 'Bottom' },
] as const;
const rowSides = sides.filter(({ value }) => value !== 'top' && value !== 'bottom');

export function ConnectionPanel({ id }: { id: string }) {
  const connection = useRecord('connection', id);
  const condition = useRecord('condition', connection?.sourceid ?? null);
  const from = useName(connection?.sourceid ?? null);
  const to = useName(connection?.targetid ?? null);
  if (!connection) return null;
  const { sourceFace, targetFace } = connection;
  return (
    <Panel title="Connection" Icon={Waypoints}>
      <p className="route">
        <button type="button" onClick={() => select([condition?.branchId ?? connection.sourceid])}>
          {condition ? 'Branch' : from || 'Untitled'}
        </button>
        <ArrowRight size={13} aria-label="to" />
        <button type="button" onClick={() => select([connection.targetid])}>
          {to || 'Untitled'}
        </button>
      </p>
      <LocalizedField
        label="Label"
        id={id}
        field="label"
        text={connection.label}
        save={(label) => saveChange('connection', id, { label })}
        placeholder="What the player chooses"
        line
        focus="content"
      />
      <ChoiceField label="Line" value={connection.type} choices={types} change={(type) => change('connection', id, { type })} />
      <ThemeField value={connection.theme} change={(theme) => change('connection', id, { theme })} />
      <ChoiceField
        label="Leaves at"
        value={sourceFace ?? 'auto'}
        choices={condition ? rowSides : sides}
        change={(face) => change('connection', id, { sourceFace: face === 'auto' ? null : face })}
      />
      <ChoiceField
        label="Arrives at"
        value={targetFace ?? 'auto'}
        choices={sides}
        change={(face) => change('connection', id, { targetFace: face === 'auto' ? null : face })}
      />
      <Part title="Label on the line">
        <div className="numbers">
          <NumberField
            label="Place (0–1)"
            value={connection.labelLocation}
            min={0}
            max={1}
            step={0.05}
            save={(place) => place !== null && change('connection', id, { labelLocation: place })}
          />
          <NumberField
            label="Width"
            value={connection.labelWidth}
            min={20}
            max={2000}
            emptyIs="Auto"
            save={(labelWidth) => change('connection', id, { labelWidth })}
          />
        </div>
      </Part>
    </Panel>
  );
}
