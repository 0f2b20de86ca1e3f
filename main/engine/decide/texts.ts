/** What a text field takes, made into what is stored: the dialect of who writes (G21), and the languages ([Localized content]). */
import type { Origin } from '../../../shared/commands.ts';
import type { TextRule } from '../../../shared/kinds/define.ts';
import type { LocalizedText } from '../../../shared/kinds/fields.ts';
import { Problem } from '../../../shared/problem.ts';
import { readConditionScript } from '../../../shared/rich-text/condition-script.ts';
import { readRichText } from '../../../shared/rich-text/read.ts';
import type { Faults } from '../faults.ts';

/** A text as stored: canonical, and null when there is nothing in it. A fault goes to `faults` under `path`. */
export function readText(value: unknown, rule: TextRule, origin: Origin, path: string, faults: Faults): string | null {
  if (value === null) return null;
  if (typeof value !== 'string') {
    faults.wrong(path, 'must be a text or null');
    return null;
  }
  if (value === '' || rule.holds === 'plain') return value === '' && rule.holds !== 'plain' ? null : value;
  if (rule.holds === 'script') {
    const read = readConditionScript(value);
    if (!read.ok) faults.wrong(path, read.fault);
    return read.ok ? read.script : null;
  }
  const dialect = origin !== 'api' ? 'story' : rule.holds === 'note' ? 'note' : 'api';
  const read = readRichText(value, dialect);
  if (!read.ok) faults.wrong(path, read.fault);
  return read.ok ? read.html : null;
}

interface LocalizedWrite {
  readonly value: unknown;
  readonly now: LocalizedText;
  readonly rule: TextRule;
  readonly origin: Origin;
  readonly path: string;
  readonly locales: readonly string[];
  readonly main: string;
}

/** A string or null writes the main language, a map just the languages it names; clearing what is empty changes nothing. */
export function writeLocalized({ value, now, rule, origin, path, locales, main }: LocalizedWrite, faults: Faults): LocalizedText {
  const after = { ...now };
  for (const [locale, given, at] of givenTexts(value, main, path, faults)) {
    const text = readText(given, rule, origin, at, faults);
    if (!locales.includes(locale)) {
      faults.against(at, unknownLocale(locale));
      continue;
    }
    if (text !== (now[locale]?.text ?? null)) after[locale] = { text };
  }
  return after;
}

function givenTexts(value: unknown, main: string, path: string, faults: Faults): [locale: string, text: unknown, path: string][] {
  if (value === null || typeof value === 'string') return [[main, value, path]];
  if (typeof value !== 'object' || Array.isArray(value)) {
    faults.wrong(path, 'must be a text, null or a map of languages');
    return [];
  }
  return Object.entries(value).flatMap(([locale, held]): [string, unknown, string][] => {
    const at = `${path}.${locale}`;
    if (held === null || typeof held === 'string') return [[locale, held, at]];
    const keys = typeof held === 'object' ? Object.keys(held) : [];
    if (keys.length === 1 && keys[0] === 'text') return [[locale, (held as { text: unknown }).text, at]];
    faults.wrong(at, 'must be a text, null or an object that holds only text');
    return [];
  });
}

const unknownLocale = (locale: string): Problem =>
  new Problem('unknownLocale', `The project has no language ${locale}.`, { conflictType: 'unknown_locale', context: { locale } });
