/** What a text field takes, made into what is stored: the dialect of who writes (G21), and the languages ([Localized content]). */
import { message } from '../../../shared/messages/message.ts';
import type { CommandOrigin } from '../../../shared/model/commands.ts';
import type { TextRule } from '../../../shared/model/kinds/define-kind.ts';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { Problem } from '../../../shared/problem.ts';
import { canonicalizeRichText } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { canonicalizeConditionScript } from '../../../shared/rich-text/condition-script.ts';
import type { ValidationErrors } from './validation-errors.ts';

/** A text as stored: canonical, and null when there is nothing in it. A fault goes to `faults` under `path`. */
export function toStoredText(value: unknown, rule: TextRule, origin: CommandOrigin, path: string, faults: ValidationErrors): string | null {
  if (value === null) return null;
  if (typeof value !== 'string') {
    faults.addInvalidField(path, 'must be a text or null');
    return null;
  }
  if (value === '' || rule.format === 'plain') return value === '' && rule.format !== 'plain' ? null : value;
  if (rule.format === 'script') {
    const read = canonicalizeConditionScript(value);
    if (!read.ok) faults.addInvalidField(path, read.error);
    return read.ok ? read.script : null;
  }
  const dialect = origin !== 'api' ? 'story' : rule.format === 'note' ? 'note' : 'api';
  const read = canonicalizeRichText(value, dialect);
  if (!read.ok) faults.addInvalidField(path, read.error);
  return read.ok ? read.html : null;
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

/** A string or null writes the main language, a map just the languages it names; clearing what is empty changes nothing. */
export function mergeLocalizedText(
  { value, current, rule, origin, path, locales, mainLocale }: LocalizedTextInput,
  faults: ValidationErrors,
): LocalizedText {
  const after = { ...current };
  for (const [locale, given, at] of parseLocalizedInput(value, mainLocale, path, faults)) {
    const text = toStoredText(given, rule, origin, at, faults);
    if (!locales.includes(locale)) {
      faults.addProblem(at, unknownLocaleProblem(locale));
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
  faults: ValidationErrors,
): [locale: string, text: unknown, path: string][] {
  if (value === null || typeof value === 'string') return [[main, value, path]];
  if (typeof value !== 'object' || Array.isArray(value)) {
    faults.addInvalidField(path, 'must be a text, null or a map of languages');
    return [];
  }
  return Object.entries(value).flatMap(([locale, held]): [string, unknown, string][] => {
    const at = `${path}.${locale}`;
    if (held === null || typeof held === 'string') return [[locale, held, at]];
    const keys = typeof held === 'object' ? Object.keys(held) : [];
    if (keys.length === 1 && keys[0] === 'text') return [[locale, (held as { text: unknown }).text, at]];
    faults.addInvalidField(at, 'must be a text, null or an object that holds only text');
    return [];
  });
}

const unknownLocaleProblem = (locale: string): Problem =>
  new Problem('unknownLocale', message('problem.locale.unknown', { locale }), { conflictType: 'unknown_locale', context: { locale } });
