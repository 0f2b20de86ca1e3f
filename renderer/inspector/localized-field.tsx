/** A localized rich text in the chosen language, with the main language beside it for reference while another is written. */
import type { LocalizedText } from '../../shared/kinds/fields.ts';
import { RichWords } from '../board/rich-words.tsx';
import { useLanguage } from '../board/use-words.ts';
import { inspectorWords } from '../words/en/inspector.ts';
import type { FocusField } from './focus.ts';
import { RichField } from './rich-field.tsx';
import { type FieldName, Shows } from './shows.tsx';

export interface LocalizedFieldProps {
  readonly shows: FieldName;
  readonly label: string;
  readonly id: string;
  readonly field: string;
  readonly text: LocalizedText;
  /** Sends one language's text; the others keep theirs ([Localized content]). */
  readonly save: (text: LocalizedText) => Promise<unknown>;
  readonly placeholder: string;
  readonly line?: boolean;
  readonly focus?: FocusField;
}

export function LocalizedField({ shows, label, id, field, text, save, placeholder, line, focus }: LocalizedFieldProps) {
  const { iso, main, locales } = useLanguage();
  const reference = iso === main ? null : (text[main]?.text ?? null);
  const nameOf = (code: string) => locales.find((locale) => locale.iso === code)?.name ?? code;
  return (
    <Shows field={shows}>
      <RichField
        label={label}
        id={id}
        name={`${id} ${field} ${iso}`}
        value={text[iso]?.text ?? null}
        save={(html) => save({ [iso]: { text: html } })}
        placeholder={placeholder}
        {...(line ? { line } : {})}
        {...(focus ? { focus } : {})}
        lang={iso}
        side={locales.length > 1 && <span className="language-tag">{nameOf(iso)}</span>}
      />
      {reference !== null && (
        <blockquote className="reference" aria-label={inspectorWords.labelIn(label, nameOf(main))}>
          <RichWords html={reference} />
        </blockquote>
      )}
    </Shows>
  );
}
