/** The panel of a connection: its label, its line, and the sides of the items that it connects. */
import { ArrowRight, CornerDownRight, Spline } from 'lucide-react';
import type { ReactNode } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import { RecordNumberField } from '../../editors/fields/number-field.tsx';
import { t } from '../../messages/translate.ts';
import { useRecord } from '../../state/open-project.ts';
import { saveFields, updateFields } from '../../state/save-fields.ts';
import { kindIcons } from '../../ui/icons.ts';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { ConnectionEnds } from './connection-ends.tsx';
import { Panel, PanelSection } from './panel.tsx';
import { LocalizedField } from './text-fields.tsx';
import { ThemeField } from './theme-field.tsx';
import { TranslationStatus } from './translation-status.tsx';

const lineTypeOptions = () =>
  [
    { value: 'Bezier', label: t('inspector.curve'), icon: <Spline size={14} /> },
    { value: 'Straight', label: t('inspector.straight'), icon: <ArrowRight size={14} /> },
    { value: 'Flowchart', label: t('inspector.steps'), icon: <CornerDownRight size={14} /> },
  ] as const;
const faceOptions = () =>
  [
    { value: 'auto', label: t('inspector.auto') },
    { value: 'left', label: t('inspector.left') },
    { value: 'right', label: t('inspector.right') },
    { value: 'top', label: t('inspector.top') },
    { value: 'bottom', label: t('inspector.bottom') },
  ] as const;
const conditionFaceOptions = () => faceOptions().filter(({ value }) => value !== 'top' && value !== 'bottom');

export function ConnectionPanel({ id }: { id: string }) {
  const connection = useRecord('connection', id);
  const condition = useRecord('condition', connection?.sourceid ?? null);
  if (!connection) return null;
  const { sourceFace, targetFace } = connection;
  return (
    <Panel title={t('inspector.connection')} Icon={kindIcons.connection}>
      <ConnectionEnds connection={connection} />
      <LocalizedField record={connection} field="label" switches placeholder={t('inspector.choiceLabelHint')} line focus="content" />
      <TranslationStatus record={connection} />
      <RecordFieldMarker field="connection.type">
        <ChoiceField
          label={t('inspector.line')}
          value={connection.type}
          choices={lineTypeOptions()}
          change={(type) => updateFields('connection', id, { type })}
        />
      </RecordFieldMarker>
      <RecordFieldMarker field="connection.theme">
        <ThemeField value={connection.theme} change={(theme) => updateFields('connection', id, { theme })} />
      </RecordFieldMarker>
      <RecordFieldMarker field="connection.sourceFace">
        <ChoiceField
          label={t('inspector.startSide')}
          value={sourceFace ?? 'auto'}
          choices={condition ? conditionFaceOptions() : faceOptions()}
          change={(face) => updateFields('connection', id, { sourceFace: face === 'auto' ? null : face })}
        />
      </RecordFieldMarker>
      <RecordFieldMarker field="connection.targetFace">
        <ChoiceField
          label={t('inspector.endSide')}
          value={targetFace ?? 'auto'}
          choices={faceOptions()}
          change={(face) => updateFields('connection', id, { targetFace: face === 'auto' ? null : face })}
        />
      </RecordFieldMarker>
      <PanelSection title={t('inspector.labelOnLine')}>
        <div className="numbers">
          <RecordFieldMarker field="connection.labelLocation">
            <RecordNumberField
              label={t('inspector.labelPosition')}
              name={`${id} labelLocation`}
              value={connection.labelLocation * 100}
              min={0}
              max={100}
              step={5}
              save={(percent) => saveFields('connection', id, { labelLocation: percent / 100 })}
            />
          </RecordFieldMarker>
          <RecordFieldMarker field="connection.labelWidth">
            <RecordNumberField
              label={t('inspector.width')}
              name={`${id} labelWidth`}
              value={connection.labelWidth}
              min={20}
              max={2000}
              emptyMeaning={t('inspector.auto')}
              save={(labelWidth: number | null) => saveFields('connection', id, { labelWidth })}
            />
          </RecordFieldMarker>
        </div>
      </PanelSection>
    </Panel>
  );
}

interface ChoiceOption<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly icon?: ReactNode;
}

/** A choice between a few options that are all visible. */
function ChoiceField<V extends string>({
  label,
  value,
  choices,
  change,
}: {
  label: string;
  value: V;
  choices: readonly ChoiceOption<V>[];
  change: (value: V) => void;
}) {
  const choose = (chosen: string) => {
    const choice = choices.find((each) => each.value === chosen);
    if (choice) change(choice.value);
  };
  return (
    <RadioGroup className="field" value={value} onChange={choose} orientation="horizontal">
      <Label className="field-label">{label}</Label>
      <div className="choices">
        {choices.map((choice) => (
          <Radio key={choice.value} value={choice.value} className="choice" aria-label={choice.label}>
            {choice.icon}
            <span title={choice.label}>{choice.label}</span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
