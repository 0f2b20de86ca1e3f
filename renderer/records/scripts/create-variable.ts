/** Creates a variable that a script names, from the editor of the script. */

import type { Project } from '../../../shared/model/project.ts';
import { initialValueOf, type VariableType } from '../../../shared/model/variable-value.ts';
import { escapeText } from '../../../shared/rich-text/html.ts';
import { guessVariableType } from '../../../shared/script/guess-variable-type.ts';
import { isValidVariableName } from '../../../shared/script/identifiers.ts';
import { parseContent } from '../../../shared/script/parse-content.ts';
import { t } from '../../messages/translate.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { sendOrShowError } from '../../state/send-command.ts';
import { prepareUndoToast } from '../../state/undo-toast.ts';
import { variableTypeLabels } from '../names/choice-labels.ts';

/** Whether a script could mean a new variable by the name: nothing has it, neither a variable nor what owns some. */
export const canCreateVariable = (project: Project, name: string): boolean =>
  isValidVariableName(name) &&
  project.recordIdByUniqueKey(`variable:${name}`) === undefined &&
  project.recordIdByUniqueKey(`scope:${name}`) === undefined;

/** `source`: the script, or as much of it as is written, from which the type follows. */
export async function createVariable(name: string, source: string, inCondition: boolean): Promise<void> {
  const type = typeInUnfinishedScript(name, source, inCondition);
  const showDone = prepareUndoToast();
  if (!(await sendOrShowError({ do: 'create', kind: 'variable', fields: { name, type, value: initialValueOf(type) } }))) return;
  showDone(t('variables.created', { name, type: variableTypeLabels()[type] }));
}

/** A condition that is not finished asks for a boolean, and a statement most often changes a number. */
function typeInUnfinishedScript(name: string, source: string, inCondition: boolean): VariableType {
  const parsed = parseContent(`<pre><code>${escapeText(inCondition ? `if ${source}\nendif` : source)}</code></pre>`);
  if (parsed.ok) return guessVariableType(parsed.program, { scope: null, name }, variableTypes(openProjectStore.getState().project));
  const lastLine = source.slice(source.lastIndexOf('\n') + 1);
  return inCondition || /^\s*(?:else)?if\b/.test(lastLine) ? 'boolean' : 'integer';
}

const variableTypes =
  (project: Project): Parameters<typeof guessVariableType>[2] =>
  ({ scope, name }) => {
    const id = scope === null ? project.recordIdByUniqueKey(`variable:${name}`) : undefined;
    const variable = id === undefined ? undefined : project.find('variable', id);
    return new Set(variable ? [variable.type] : []);
  };
