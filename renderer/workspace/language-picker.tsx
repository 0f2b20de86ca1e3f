/** The language that is shown and written in. With one language there is nothing to pick. */
import { Languages } from 'lucide-react';
import { showLanguages } from '../project/show-languages.tsx';
import { useProject } from '../state/open-project.ts';
import { chooseLocale, useSelection } from '../state/selection.ts';
import { IconButton } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { workspaceWords } from '../words/en/workspace.ts';

export function LanguagePicker() {
  const locales = useProject((project) => project.root.locales);
  const main = useProject((project) => project.mainLocale);
  const chosen = useSelection(({ locale }) => locale);
  if (locales.length < 2) return <IconButton icon={Languages} label={workspaceWords.languages} onPress={() => showLanguages()} />;
  const value = locales.some(({ iso }) => iso === chosen) ? chosen : main;
  return (
    <div className="language-picker">
      <Select
        label={workspaceWords.language}
        isLabelHidden
        isQuiet
        options={locales.map(({ iso, name }) => ({
          id: iso,
          label: name,
          ...(iso === main ? { says: workspaceWords.theMainLanguage } : {}),
          icon: Languages,
        }))}
        value={value}
        onChange={(iso) => chooseLocale(iso === main ? null : iso)}
      />
    </div>
  );
}
