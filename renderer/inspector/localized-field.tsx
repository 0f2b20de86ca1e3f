/**
 * A localized rich text: in the chosen language, with the main language beside it for reference while another is written, or in all
 * languages side by side.
 */
import { Languages } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LocalizedText } from '../../shared/kinds/fields.ts';
import { RichWords } from '../board/rich-words.tsx';
import type { Saved } from '../fields/draft.ts';
import type { FocusField } from '../fields/focus.ts';
import { type FieldName, Shows } from '../fields/shows.tsx';
import { setSideBySide, useLook } from '../state/look.ts';
import { useLanguage } from '../state/use-words.ts';
import { inspectorWords } from '../words/en/inspector.ts';
import { RichField } from './rich-field.tsx';
import { SourceChange } from './source-change.tsx';

export interface LocalizedFieldProps {
  readonly shows: FieldName;
  readonly label: string;
  readonly id: string;
  readonly field: string;
  readonly text: LocalizedText;
  /** Sends one language's text; the others keep theirs ([Localized content]). */
  readonly save: (text: LocalizedText) => Promise<Saved>;
  readonly placeholder: string;
  readonly line?: boolean;
  readonly focus?: FocusField;
  /** Has the switch between one language and all of them. */
  readonly switches?: boolean;
}

/** With more languages than these one writes in the table of translations. */
const MOST = 6;

export function LocalizedField({ switches = false, ...props }: LocalizedFieldProps) {
  const { iso, main, locales } = useLanguage();
  const asked = useLook(({ sideBySide }) => sideBySide);
  const canShowAll = locales.length > 1 && locales.length <= MOST;
  const isSideBySide = canShowAll && asked;
  const isos = isSideBySide ? [iso, ...locales.map((each) => each.iso).filter((each) => each !== iso)] : [iso];
  const nameOf = (code: string) => locales.find((locale) => locale.iso === code)?.name ?? code;
  const reference = isSideBySide || iso === main ? null : (props.text[main]?.text ?? null);
  const toggle = switches && canShowAll && (
    <button
      type="button"
      className="quiet languages-toggle"
      aria-pressed={isSideBySide}
      aria-label={inspectorWords.allLanguages}
      title={inspectorWords.allLanguages}
      onClick={() => setSideBySide(!isSideBySide)}
    >
      <Languages size={14} aria-hidden="true" />
    </button>
  );
  return (
    <Shows field={props.shows}>
      <div className="in-languages">
        {isos.map((each, at) => (
          <OneLanguage
            key={each}
            {...props}
            iso={each}
            label={at === 0 ? props.label : inspectorWords.labelIn(props.label, nameOf(each))}
            isFirst={at === 0}
            side={
              <span className="language-side">
                {at === 0 && toggle}
                {locales.length > 1 && <span className="language-tag">{nameOf(each)}</span>}
              </span>
            }
          />
        ))}
      </div>
      {isos.map((each, at) => (
        <SourceChange
          key={each}
          id={props.id}
          field={props.field}
          text={props.text}
          iso={each}
          right={() => void props.save({ [each]: { text: props.text[each]?.text ?? null } }).catch(() => undefined)}
        >
          {at === 0 && reference !== null && (
            <blockquote className="reference" lang={main} aria-label={inspectorWords.labelIn(props.label, nameOf(main))}>
              <RichWords html={reference} />
            </blockquote>
          )}
        </SourceChange>
      ))}
    </Shows>
  );
}

interface OneLanguageProps extends Omit<LocalizedFieldProps, 'shows' | 'switches'> {
  readonly iso: string;
  /** The canvas leads the keyboard into this one. */
  readonly isFirst: boolean;
  readonly side: ReactNode;
}

function OneLanguage({ iso, label, id, field, text, save, placeholder, line, focus, isFirst, side }: OneLanguageProps) {
  return (
    <RichField
      label={label}
      id={id}
      name={`${id} ${field} ${iso}`}
      value={text[iso]?.text ?? null}
      save={(html) => save({ [iso]: { text: html } })}
      placeholder={placeholder}
      {...(line ? { line } : {})}
      {...(focus && isFirst ? { focus } : {})}
      lang={iso}
      side={side}
    />
  );
}
