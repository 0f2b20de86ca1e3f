/** Selects the language in which texts are shown and edited. Renders nothing if there is only one. */

import { Languages } from 'lucide-react';
import { t } from '../../messages/translate.ts';
import { useProject } from '../../state/open-project.ts';
import { setLocale, useSelection } from '../../state/selection.ts';
import { Select } from '../../ui/select.tsx';

/** `showsCode`: its button shows the code of the language instead of its name. */
export function LanguagePicker({ showsCode }: { showsCode: boolean }) {
  const locales = useProject((project) => project.projectRecord.locales);
  const main = useProject((project) => project.mainLocale);
  const chosen = useSelection(({ locale }) => locale);
  if (locales.length < 2) return null;
  const value = locales.some(({ iso }) => iso === chosen) ? chosen : main;
  return (
    <div className="language-picker">
      <Select
        label={t('workspace.language')}
        isLabelHidden
        isQuiet
        {...(showsCode ? { shownValue: (value ?? main).toUpperCase() } : {})}
        options={locales.map(({ iso, name }) => ({
          id: iso,
          label: name,
          ...(iso === main ? { description: t('workspace.mainLanguage') } : {}),
          icon: Languages,
        }))}
        value={value}
        onChange={(iso) => setLocale(iso === main ? null : iso)}
      />
    </div>
  );
}
