/** The names of the kinds of problems. */
import type { MessageKey } from '../../../shared/messages/message.ts';
import { t } from '../../messages/translate.ts';

const ruleLabels: Readonly<Record<string, MessageKey>> = {
  'missing-start': 'problems.kinds.missingStart',
  'dangling-id': 'problems.kinds.missingReference',
  'dead-end': 'problems.kinds.deadEnd',
  unreachable: 'problems.kinds.unreachable',
  script: 'problems.kinds.script',
  'unknown-variable': 'problems.kinds.unknownVariable',
  'unknown-element': 'problems.kinds.unknownElement',
  'empty-condition': 'problems.kinds.emptyCondition',
  'sets-in-condition': 'problems.kinds.assignment',
  'game-stops': 'problems.kinds.gameStops',
  'differs-in-game': 'problems.kinds.differs',
  'dangling-mention': 'problems.kinds.mention',
  'text-outside-blocks': 'problems.kinds.outsideParagraph',
  'asset-name-collision': 'problems.kinds.assetName',
  'icon-cover': 'problems.kinds.iconCover',
  'missing-translation': 'problems.kinds.untranslated',
};

/** Rules that only one exporter has may be without a name. */
export const ruleLabel = (rule: string): string => t({ key: ruleLabels[rule] ?? 'problems.kinds.other' });
