/** The usages of a variable as text. */

import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { describeRecord } from '../names/describe-record.ts';
import type { RecordUsage } from '../names/record-usage.ts';
import type { VariableUsages } from './variable-usages.ts';

const usageMessages = (): Readonly<Record<string, string>> => ({
  element: t('scriptUse.script'),
  connection: t('scriptUse.labelScript'),
  condition: t('scriptUse.condition'),
});

/** The usages of a variable; for a name that ends with a dot (`maren.`), those of any variable of that owner. */
export function findVariableUsers(project: Project, uses: VariableUsages, name: string): RecordUsage[] {
  const ids = new Set(
    name.endsWith('.') ? [...uses].flatMap(([each, users]) => (each.startsWith(name) ? users : [])) : (uses.get(name) ?? []),
  );
  return [...ids].flatMap((id) => {
    const kind = project.get(id)?.kind;
    return kind === undefined ? [] : [{ id, who: describeRecord(project, id), how: usageMessages()[kind] ?? '' }];
  });
}
