/** The names of values that people choose from a list, such as a colour or the type of a variable. */
import type { KindName } from '../../../shared/model/kinds/kinds.ts';
import { t } from '../../messages/translate.ts';
import { themeLabels } from './theme-labels.ts';

type Labels = Readonly<Record<string, string>>;

const faces = (): Labels => ({
  left: t('inspector.left'),
  right: t('inspector.right'),
  top: t('inspector.top'),
  bottom: t('inspector.bottom'),
});

export const variableTypeLabels = () => ({
  string: t('variables.types.text'),
  integer: t('variables.types.integer'),
  float: t('variables.types.decimal'),
  boolean: t('variables.types.boolean'),
});

/** By the name of the field, for one kind or for all that have it. */
const choices: Readonly<Record<string, () => Labels>> = {
  theme: themeLabels,
  status: () => ({
    untranslated: t('inspector.status.untranslated'),
    progress: t('inspector.status.progress'),
    review: t('inspector.status.review'),
    final: t('inspector.status.final'),
  }),
  'variable.type': variableTypeLabels,
  'connection.type': () => ({ Bezier: t('inspector.curve'), Straight: t('inspector.straight'), Flowchart: t('inspector.steps') }),
  'connection.sourceFace': faces,
  'connection.targetFace': faces,
};

/** The value itself where it is not one of a list. */
export function choiceLabel(kind: KindName, field: string, value: string): string {
  const labels = (choices[`${kind}.${field}`] ?? choices[field])?.();
  return labels?.[value] ?? value;
}
