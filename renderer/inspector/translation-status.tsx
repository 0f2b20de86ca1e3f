/** How far the translation of a record is: what its texts tell, and what the translator says of all of them, kept with the record. */
import type { StoryRecord } from '../../shared/kinds/all.ts';
import type { LocalizedText } from '../../shared/kinds/fields.ts';
import type { Locale } from '../../shared/kinds/project.ts';
import { textState } from '../../shared/text-state.ts';
import { translatedFrom } from '../../shared/translated-from.ts';
import { change } from '../fields/save.ts';
import { Shows } from '../fields/shows.tsx';
import { useLanguage } from '../state/use-words.ts';
import { Select } from '../ui/select.tsx';
import { inspectorWords } from '../words/en/inspector.ts';
import { translationsWords } from '../words/en/translations.ts';

const words = inspectorWords.status;

export const statuses = ['untranslated', 'progress', 'review', 'final'] as const;
export type Status = (typeof statuses)[number];
type Translated = StoryRecord<'element' | 'component' | 'connection'>;

const options = [{ id: 'none', label: words.none } as const, ...statuses.map((id) => ({ id, label: words[id] }))];

export function TranslationStatus({ record }: { record: Translated }) {
  const { iso, locales } = useLanguage();
  const locale = locales.find((each) => each.iso === iso);
  if (!locale || locale.base === null) return null;
  const { kind, id, status } = record;
  return (
    <Shows field={`${kind}.status`}>
      <Select
        label={words.of(locale.name)}
        options={options}
        value={status?.[iso] ?? 'none'}
        onChange={(chosen) => change(kind, id, { status: withStatus(status, iso, chosen === 'none' ? null : chosen) })}
      />
      <p className="hint">{statesIn(record, locale, locales).join(' · ')}</p>
    </Shows>
  );
}

/** `Title: Translated`, for each text that says something in any language. */
function statesIn(record: Translated, locale: Locale, locales: readonly Locale[]): string[] {
  return textsIn(record).flatMap(([field, text]) => {
    const isSaid = Object.values(text).some((each) => each.text !== null && each.text !== '');
    const state = textState(text, translatedFrom(record, field, locale.iso), locale, locales);
    return isSaid ? [`${translationsWords.fields[field]}: ${translationsWords.states[state]}`] : [];
  });
}

function textsIn(record: Translated): ['title' | 'content' | 'label' | 'name', LocalizedText][] {
  if (record.kind === 'element')
    return [
      ['title', record.title],
      ['content', record.content],
    ];
  return record.kind === 'connection' ? [['label', record.label]] : [['name', record.name]];
}

/** The statuses with that of one language set or taken out; none at all is null. */
export function withStatus(status: Translated['status'], iso: string, now: Status | null): Translated['status'] {
  const { [iso]: _, ...others } = status ?? {};
  const all = now === null ? others : { ...others, [iso]: now };
  return Object.keys(all).length === 0 ? null : all;
}
