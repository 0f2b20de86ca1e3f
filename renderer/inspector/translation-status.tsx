/** How far the translation of a record is, said by the translator: one for the language that is shown, kept with the record. */
import type { StoryRecord } from '../../shared/kinds/all.ts';
import { useLanguage } from '../board/use-words.ts';
import { Select } from '../ui/select.tsx';
import { inspectorWords } from '../words/en/inspector.ts';
import { change } from './save.ts';
import { Shows } from './shows.tsx';

const words = inspectorWords.status;

export const statuses = ['untranslated', 'progress', 'review', 'final'] as const;
export type Status = (typeof statuses)[number];
type Translated = StoryRecord<'element' | 'component' | 'connection'>;

const options = [{ id: 'none', label: words.none } as const, ...statuses.map((id) => ({ id, label: words[id] }))];

export function TranslationStatus({ record: { kind, id, status } }: { record: Translated }) {
  const { iso, main, locales } = useLanguage();
  if (iso === main) return null;
  const name = locales.find((each) => each.iso === iso)?.name ?? iso;
  return (
    <Shows field={`${kind}.status`}>
      <Select
        label={words.of(name)}
        options={options}
        value={status?.[iso] ?? 'none'}
        onChange={(chosen) => change(kind, id, { status: withStatus(status, iso, chosen === 'none' ? null : chosen) })}
      />
    </Shows>
  );
}

/** The statuses with that of one language set or taken out; none at all is null. */
export function withStatus(status: Translated['status'], iso: string, now: Status | null): Translated['status'] {
  const { [iso]: _, ...others } = status ?? {};
  const all = now === null ? others : { ...others, [iso]: now };
  return Object.keys(all).length === 0 ? null : all;
}
