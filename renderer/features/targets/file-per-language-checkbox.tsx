/** Whether to write one file per language. Shown only for exporters that support one file for all languages as well. */

import type { Target, TargetSettings } from '../../../shared/contracts/targets.ts';
import { t } from '../../messages/translate.ts';
import { useExporters } from '../../state/exporters-store.ts';
import { Checkbox } from '../../ui/checkbox.tsx';

export function FilePerLanguageCheckbox({
  engine,
  locales,
  value,
  onChange,
}: {
  engine: Target['engine'] | null;
  locales: TargetSettings['locales'];
  value: boolean;
  onChange: (fileEach: boolean) => void;
}) {
  const exporter = useExporters().find(({ id }) => id === engine);
  if (exporter?.languageFiles !== 'either' || locales === 'main') return null;
  return (
    <Checkbox isSelected={value} onChange={onChange}>
      {t('targets.options.filePerLanguage')}
    </Checkbox>
  );
}
