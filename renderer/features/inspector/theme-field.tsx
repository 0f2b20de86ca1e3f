/** A field that selects one of the twelve themes by its swatch. */

import { Label, Radio, RadioGroup } from 'react-aria-components';
import { type Theme, themes } from '../../../shared/model/kinds/field-schemas.ts';
import { t } from '../../messages/translate.ts';

const themeLabels = (): Record<Theme, string> => ({
  default: t('inspector.themes.default'),
  orange: t('inspector.themes.orange'),
  brown: t('inspector.themes.brown'),
  gold: t('inspector.themes.gold'),
  moss: t('inspector.themes.moss'),
  green: t('inspector.themes.green'),
  cyan: t('inspector.themes.cyan'),
  lightBlue: t('inspector.themes.lightBlue'),
  blue: t('inspector.themes.blue'),
  purple: t('inspector.themes.purple'),
  pink: t('inspector.themes.pink'),
  red: t('inspector.themes.red'),
});

export function ThemeField({ value, change }: { value: Theme | null; change: (theme: Theme) => void }) {
  const choose = (chosen: string) => {
    const theme = themes.find((each) => each === chosen);
    if (theme) change(theme);
  };
  return (
    <RadioGroup className="field themes" value={value ?? ''} onChange={choose} orientation="horizontal">
      <Label className="field-label">{t('inspector.theme')}</Label>
      <div className="swatches">
        {themes.map((theme) => (
          <Radio key={theme} value={theme} className="swatch" data-theme={theme} aria-label={themeLabels()[theme]}>
            <i title={themeLabels()[theme]} />
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
