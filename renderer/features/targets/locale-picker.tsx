/** The languages that a target exports. */

import type { TargetSettings } from '../../../shared/contracts/targets.ts';
import { t } from '../../messages/translate.ts';
import { useProject } from '../../state/open-project.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Select } from '../../ui/select.tsx';

type LocaleSetting = TargetSettings['locales'];
const scopeOptions = () =>
  [
    { id: 'main', label: t('targets.mainLanguageOption') },
    { id: 'all', label: t('targets.allLanguages') },
    { id: 'some', label: t('targets.someBoards') },
  ] as const;

export function LocalePicker({ value, onChange }: { value: LocaleSetting; onChange: (locales: LocaleSetting) => void }) {
  const locales = useProject((project) => project.projectRecord.locales);
  const main = useProject((project) => project.mainLocale);
  if (locales.length < 2 && value === 'main') return null;
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
