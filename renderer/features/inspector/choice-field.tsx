/** A choice between a few options that are all visible. */

import type { ReactNode } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';

interface ChoiceOption<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly icon?: ReactNode;
}

export function ChoiceField<V extends string>({
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
