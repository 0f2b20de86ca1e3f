/** The names of the kinds of problems. */
import type { FindingRule } from '../../../shared/contracts/findings.ts';
import type { Locale } from '../../../shared/model/kinds/project.ts';
import { t } from '../../messages/translate.ts';

const kindOfRule = {
  'missing-start': 'missingStart',
  'dangling-id': 'missingReference',
  'dead-end': 'deadEnd',
  unreachable: 'unreachable',
  script: 'script',
  'unknown-variable': 'unknownVariable',
  'unknown-element': 'unknownElement',
  'empty-condition': 'emptyCondition',
  'script-too-long': 'longScript',
  'sets-in-condition': 'assignment',
  'game-stops': 'gameStops',
  'differs-in-game': 'differs',
  'dangling-mention': 'mention',
  'text-outside-blocks': 'outsideParagraph',
  'asset-name-collision': 'assetName',
  'asset-format': 'assetFormat',
  'missing-translation': 'untranslated',
} as const satisfies Readonly<Record<FindingRule, string>>;

const isNamed = (rule: string): rule is FindingRule => rule in kindOfRule;

/** Rules that only one exporter has may be without a name. */
export const ruleLabel = (rule: string): string => t(`problems.kinds.${isNamed(rule) ? kindOfRule[rule] : 'other'}`);

/** “65 translations missing: German 28, Greek 37”: what the table of translations counts. */
export function missingTextsLabel(missing: Readonly<Record<string, number>>, languages: readonly Locale[]): string {
  const lacking = languages.flatMap(({ iso, name }) => {
    const count = missing[iso] ?? 0;
    return count > 0 ? [{ name, count }] : [];
  });
  return t('problems.untranslated', {
    count: lacking.reduce((sum, { count }) => sum + count, 0),
    languages: lacking.map(({ name, count }) => t('problems.untranslatedLanguage', { language: name, count })),
  });
}
