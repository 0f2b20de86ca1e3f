/** The twelve themes as swatches. */
import { Label, Radio, RadioGroup } from 'react-aria-components';
import { type Theme, themes } from '../../shared/kinds/fields.ts';
import { inspectorWords } from '../words/en/inspector.ts';

const names: Record<Theme, string> = {
  default: inspectorWords.defaultIt,
  orange: inspectorWords.orange,
  brown: inspectorWords.brown,
  gold: inspectorWords.gold,
  moss: inspectorWords.moss,
  green: inspectorWords.green,
  cyan: inspectorWords.cyan,
  lightBlue: inspectorWords.lightBlue,
  blue: inspectorWords.blue,
  purple: inspectorWords.purple,
  pink: inspectorWords.pink,
  red: inspectorWords.red,
};

export function ThemeField({ value, change }: { value: Theme | null; change: (theme: Theme) => void }) {
  const choose = (chosen: string) => {
    const theme = themes.find((each) => each === chosen);
    if (theme) change(theme);
  };
  return (
    <RadioGroup className="field themes" value={value ?? ''} onChange={choose} orientation="horizontal">
      <Label className="field-label">{inspectorWords.theme}</Label>
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
