/** Which languages a target writes. */
import type { TargetSettings } from '../../shared/targets.ts';
import { useProject } from '../state/open-project.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Select } from '../ui/select.tsx';
import { targetsWords } from '../words/en/targets.ts';

type Locales = TargetSettings['locales'];
const kinds = [
  { id: 'main', label: targetsWords.theMainLanguage },
  { id: 'all', label: targetsWords.allLanguages },
  { id: 'some', label: targetsWords.someOfThem },
] as const;

export function LocaleChoice({ value, onChange }: { value: Locales; onChange: (locales: Locales) => void }) {
  const locales = useProject((project) => project.root.locales);
  const main = useProject((project) => project.mainLocale);
  if (locales.length < 2 && value === 'main') return null;
  const some = value === 'main' || value === 'all' ? null : value;
  const flip = (iso: string, isIn: boolean) => {
    const next = locales.map((each) => each.iso).filter((each) => (each === iso ? isIn : some?.includes(each)));
    if (next.length > 0) onChange(next);
  };
  return (
    <>
      <Select
        label={targetsWords.languages}
        options={kinds}
        value={some ? 'some' : value === 'all' ? 'all' : 'main'}
        onChange={(kind) => onChange(kind === 'some' ? [main] : kind)}
      />
      {some && (
        <fieldset className="locale-boxes">
          <legend className="unseen">{targetsWords.languagesToWrite}</legend>
          {locales.map(({ iso, name }) => (
            <Checkbox key={iso} isSelected={some.includes(iso)} onChange={(isIn) => flip(iso, isIn)}>
              {name}
            </Checkbox>
          ))}
        </fieldset>
      )}
    </>
  );
}
