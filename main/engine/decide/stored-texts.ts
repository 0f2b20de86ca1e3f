/** Converts texts of a command to their stored form: from the rich-text dialect of the sender (G21), by language ([Localized content]). */
import { message } from '../../../shared/messages/message.ts';
import type { CommandOrigin } from '../../../shared/model/commands.ts';
import type { TextRule } from '../../../shared/model/kinds/define-kind.ts';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { Problem } from '../../../shared/problem.ts';
import { canonicalizeRichText } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { canonicalizeConditionScript } from '../../../shared/rich-text/condition-script.ts';
import type { RichTextDialect } from '../../../shared/rich-text/dialects.ts';
import type { ValidationErrors } from './validation-errors.ts';

/** The canonical text; null if it is empty. Adds an error to `errors` under `path` if the value is not a valid text. */
export function toStoredText(value: unknown, rule: TextRule, origin: CommandOrigin, path: string, errors: ValidationErrors): string | null {
  if (value === null) return null;
  if (typeof value !== 'string') {
    errors.addInvalidField(path, message('fault.text.textOrNull'));
    return null;
  }
  if (value === '' || rule.format === 'plain') return value === '' && rule.format !== 'plain' ? null : value;
  if (rule.format === 'script') {
    const read = canonicalizeConditionScript(value);
    if (!read.ok) errors.addInvalidField(path, read.error);
    return read.ok ? read.script : null;
  }
  const read = canonicalizeRichText(value, dialectOf(rule, origin));
  if (!read.ok) errors.addInvalidField(path, read.error);
  return read.ok ? read.html : null;
}

/** [G21] the API uses its own dialect, and another one in notes; every other sender uses the stored dialect. */
function dialectOf({ format }: TextRule, origin: CommandOrigin): RichTextDialect {
  if (origin !== 'api') return 'story';
  return format === 'note' ? 'note' : 'api';
}

interface LocalizedTextInput {
  readonly value: unknown;
  readonly current: LocalizedText;
  readonly rule: TextRule;
  readonly origin: CommandOrigin;
  readonly path: string;
  readonly locales: readonly string[];
  readonly mainLocale: string;
}

/**
 * Merges a requested value into a localized text: a string or null sets the main language, a map sets the languages it contains. Clearing
 * an empty text changes nothing.
 */
export function mergeLocalizedText(
  { value, current, rule, origin, path, locales, mainLocale }: LocalizedTextInput,
  errors: ValidationErrors,
): LocalizedText {
  const after = { ...current };
  for (const [locale, input, at] of parseLocalizedInput(value, mainLocale, path, errors)) {
    const text = toStoredText(input, rule, origin, at, errors);
    if (!locales.includes(locale)) {
      errors.addProblem(at, unknownLocaleProblem(locale));
      continue;
    }
    if (text !== (current[locale]?.text ?? null)) after[locale] = { text };
  }
  return after;
}

function parseLocalizedInput(
  value: unknown,
  main: string,
  path: string,
  errors: ValidationErrors,
): [locale: string, text: unknown, path: string][] {
  if (value === null || typeof value === 'string') return [[main, value, path]];
  if (typeof value !== 'object' || Array.isArray(value)) {
    errors.addInvalidField(path, message('fault.text.localized'));
    return [];
  }
  return Object.entries(value).flatMap(([locale, entry]: [string, unknown]): [string, unknown, string][] => {
    const at = `${path}.${locale}`;
    if (entry === null || typeof entry === 'string') return [[locale, entry, at]];
    if (typeof entry === 'object' && 'text' in entry && Object.keys(entry).length === 1) return [[locale, entry.text, at]];
    errors.addInvalidField(at, message('fault.text.languageText'));
    return [];
  });
}

const unknownLocaleProblem = (locale: string): Problem =>
  new Problem('unknownLocale', message('problem.locale.unknown', { locale }), { conflictType: 'unknown_locale', context: { locale } });
