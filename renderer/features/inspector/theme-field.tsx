/** The twelve themes as swatches. */
import { Label, Radio, RadioGroup } from 'react-aria-components';
import { type Theme, themes } from '../../../shared/model/kinds/field-schemas.ts';
import { inspectorMessages } from '../../messages/en/inspector.ts';

const themeLabels: Record<Theme, string> = {
  default: inspectorMessages.defaultIt,
  orange: inspectorMessages.orange,
  brown: inspectorMessages.brown,
  gold: inspectorMessages.gold,
  moss: inspectorMessages.moss,
  green: inspectorMessages.green,
  cyan: inspectorMessages.cyan,
  lightBlue: inspectorMessages.lightBlue,
  blue: inspectorMessages.blue,
  purple: inspectorMessages.purple,
  pink: inspectorMessages.pink,
  red: inspectorMessages.red,
};

export function ThemeField({ value, change }: { value: Theme | null; change: (theme: Theme) => void }) {
  const choose = (chosen: string) => {
    const theme = themes.find((each) => each === chosen);
    if (theme) change(theme);
  };
  return (
    <RadioGroup className="field themes" value={value ?? ''} onChange={choose} orientation="horizontal">
      <Label className="field-label">{inspectorMessages.theme}</Label>
      <div className="swatches">
        {themes.map((theme) => (
          <Radio key={theme} value={theme} className="swatch" data-theme={theme} aria-label={themeLabels[theme]}>
            <i title={themeLabels[theme]} />
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
