/** A field that selects one of the twelve themes by its swatch. */

import { Label, Radio, RadioGroup } from 'react-aria-components';
import { type Theme, themes } from '../../../shared/model/kinds/field-schemas.ts';
import { t } from '../../messages/translate.ts';
import { themeLabels } from '../../records/names/theme-labels.ts';

export function ThemeField({ value, change }: { value: Theme | null; change: (theme: Theme) => void }) {
  const choose = (chosen: string) => {
    const theme = themes.find((each) => each === chosen);
    if (theme) change(theme);
  };
  const labels = themeLabels();
  return (
    <RadioGroup className="field themes" value={value ?? ''} onChange={choose} orientation="horizontal">
      <Label className="field-label">{t('inspector.theme')}</Label>
      <div className="swatches">
        {themes.map((theme) => (
          <Radio key={theme} value={theme} className="swatch" data-theme={theme} aria-label={labels[theme]}>
            <i title={labels[theme]} />
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
