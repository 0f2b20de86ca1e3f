/** The languages that a target exports. */

import type { Target, TargetSettings } from '../../../shared/contracts/targets.ts';
import type { Locale } from '../../../shared/model/kinds/project.ts';
import { t } from '../../messages/translate.ts';
import { useExporters } from '../../state/exporters-store.ts';
import { useProject } from '../../state/open-project.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Select } from '../../ui/select.tsx';

type LocaleSetting = TargetSettings['locales'];
interface LocalePickerProps {
  readonly engine: Target['engine'] | null;
  readonly value: LocaleSetting;
  readonly onChange: (locales: LocaleSetting) => void;
}

const scopeOptions = () =>
  [
    { id: 'main', label: t('targets.mainLanguageOption') },
    { id: 'all', label: t('targets.allLanguages') },
    { id: 'some', label: t('targets.someLanguages') },
  ] as const;

export function LocalePicker({ engine, value, onChange }: LocalePickerProps) {
  const exporter = useExporters().find(({ id }) => id === engine);
  const locales = useProject((project) => project.projectRecord.locales);
  const main = useProject((project) => project.mainLocale);
  if (locales.length < 2 && value === 'main') return null;
  if (exporter?.languageFiles === 'oneLanguage') return <OneLocalePicker locales={locales} value={value} onChange={onChange} />;
  const some = value === 'main' || value === 'all' ? null : value;
  const toggle = (iso: string, isIncluded: boolean) => {
    const next = locales.map((each) => each.iso).filter((each) => (each === iso ? isIncluded : some?.includes(each)));
    if (next.length > 0) onChange(next);
  };
  return (
    <>
      <Select
        label={t('targets.languages')}
        options={scopeOptions()}
        value={value === 'main' || value === 'all' ? value : 'some'}
        onChange={(kind) => onChange(kind === 'some' ? [main] : kind)}
      />
      {some && (
        <fieldset className="locale-boxes">
          <legend className="visually-hidden">{t('targets.languagesToWrite')}</legend>
          {locales.map(({ iso, name }) => (
            <Checkbox key={iso} isSelected={some.includes(iso)} onChange={(isIncluded) => toggle(iso, isIncluded)}>
              {name}
            </Checkbox>
          ))}
        </fieldset>
      )}
    </>
  );
}

/** An engine that reads one language only. */
function OneLocalePicker({ locales, value, onChange }: Omit<LocalePickerProps, 'engine'> & { readonly locales: readonly Locale[] }) {
  return (
    <Select
      label={t('targets.languages')}
      options={[
        { id: mainLanguageId, label: t('targets.mainLanguageOption') },
        ...locales.map(({ iso, name: label }) => ({ id: iso, label })),
      ]}
      value={typeof value === 'string' ? mainLanguageId : (value[0] ?? mainLanguageId)}
      onChange={(iso) => onChange(iso === mainLanguageId ? 'main' : [iso])}
    />
  );
}
const mainLanguageId = 'main';

/** The setting that the picker shows for an engine: what was chosen for another engine may be more than this one reads. */
export const localesForEngine = (locales: LocaleSetting, languageFiles: string | undefined): LocaleSetting => {
  if (languageFiles !== 'oneLanguage' || locales === 'main') return locales;
  return locales === 'all' ? 'main' : locales.slice(0, 1);
};
