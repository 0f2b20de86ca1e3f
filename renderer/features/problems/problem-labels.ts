/** The names of the kinds of problems. */
import type { FindingRule } from '../../../shared/contracts/findings.ts';
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
