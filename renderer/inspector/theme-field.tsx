/** The twelve themes as swatches. */
import { Label, Radio, RadioGroup } from 'react-aria-components';
import { type Theme, themes } from '../../shared/kinds/fields.ts';

const names: Record<Theme, string> = {
  default: 'Default',
  orange: 'Orange',
  brown: 'Brown',
  gold: 'Gold',
  moss: 'Moss',
  green: 'Green',
  cyan: 'Cyan',
  lightBlue: 'Light blue',
  blue: 'Blue',
  purple: 'Purple',
  pink: 'Pink',
  red: 'Red',
};

export function ThemeField({ value, change }: { value: Theme | null; change: (theme: Theme) => void }) {
  const choose = (chosen: string) => {
    const theme = themes.find((each) => each === chosen);
    if (theme) change(theme);
  };
  return (
    <RadioGroup className="field themes" value={value ?? ''} onChange={choose} orientation="horizontal">
      <Label className="field-label">Theme</Label>
      <div className="swatches">
        {themes.map((theme) => (
          <Radio key={theme} value={theme} className="swatch" data-theme={theme} aria-label={names[theme]}>
            <i title={names[theme]} />
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
