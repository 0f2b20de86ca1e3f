import { describe, expect, test } from 'vitest';
import { selectSpellingLanguages } from '../../../../main/desktop/window/spelling-languages.ts';

const available = ['de', 'en-AU', 'en-GB', 'en-US', 'fr', 'pt-BR', 'pt-PT'];
const files = ['de-DE-3-0.bdic', 'en-GB-10-1.bdic', 'Custom Dictionary.txt'];

describe('the spell check', () => {
  test('uses the dictionaries that are there, and no others', () => {
    const { enabled, checked, missing, unknown } = selectSpellingLanguages(['de', 'en-GB', 'fr', 'tlh'], {
      available,
      files,
      bySystem: false,
      downloads: false,
    });
    expect(enabled).toEqual(['de', 'en-GB']);
    expect({ checked, missing, unknown }).toEqual({ checked: ['de', 'en-GB'], missing: ['fr'], unknown: ['tlh'] });
  });

  test('reports a missing dictionary only if the user allows downloads', () => {
    expect(selectSpellingLanguages(['fr'], { available, files: [], bySystem: false, downloads: false }).enabled).toEqual([]);
    expect(selectSpellingLanguages(['fr'], { available, files: [], bySystem: false, downloads: true }).enabled).toEqual(['fr']);
  });

  test('a language uses its nearest dictionary', () => {
    const use = (iso: string) => selectSpellingLanguages([iso], { available, files: [], bySystem: true, downloads: false }).enabled;
    expect(use('en')).toEqual(['en-US']);
    expect(use('pt_BR')).toEqual(['pt-BR']);
    expect(use('de-CH')).toEqual(['de']);
    expect(use('pt')).toEqual(['pt-BR']);
  });

  test('where the system checks spelling, it also chooses the languages', () => {
    expect(selectSpellingLanguages(['tlh', 'de'], { available: [], files: [], bySystem: true, downloads: false })).toEqual({
      enabled: [],
      checked: ['tlh', 'de'],
      missing: [],
      unknown: [],
    });
  });
});
