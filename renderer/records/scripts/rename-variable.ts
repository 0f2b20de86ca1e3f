/**
 * Renames a global variable. The service cannot ([Variables] renaming is unsupported), so a variable of the new name is created, all scripts are rewritten,
 * and the old one is deleted, in one step. Pure.
 */
import type { SingleCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord, StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { textsOfRecord } from '../../../shared/model/references.ts';
import { editCondition, editScripts, type ScriptEdits } from '../../../shared/rich-text/edit-scripts.ts';
import { computedChangeCommand, computedCreateCommand } from '../commands/computed-commands.ts';
import { findGlobalNames } from './script-names.ts';
import { variablesOfRecord } from './variable-usages.ts';

interface Renaming {
  readonly commands: readonly SingleCommand[];
  /** How many records have scripts that were rewritten. */
  readonly rewritten: number;
}

/** `id` is that of the new variable. Scripts with syntax errors are rewritten, too. */
export function renameVariable(project: Project, variable: StoryRecord<'variable'>, name: string, id: string): Renaming {
  const { type, value, folders, localComments = {} } = variable;
  const at = project.childIds(null, 'variables').indexOf(variable.id);
  const rewrites = [...project.records()].flatMap((record) => rewriteScripts(record, variable.name, name));
  const commands: SingleCommand[] = [
    computedCreateCommand('variable', id, { name, type, value, folders }, { at }),
    ...(Object.keys(localComments).length > 0 ? [{ do: 'putLocalComments', kind: 'variable', id, comments: localComments } as const] : []),
    ...rewrites,
    { do: 'remove', kind: 'variable', id: variable.id },
  ];
  return { commands, rewritten: rewrites.length };
}

/** The command that renames the variable in the scripts of a record, if they use it. */
function rewriteScripts(record: AnyRecord, from: string, to: string): SingleCommand[] {
  if (!variablesOfRecord(record).includes(from)) return [];
  const edits: ScriptEdits = ({ text, mentions }) =>
    findGlobalNames(text, mentions)
      .filter(({ name }) => name === from)
      .map(({ start, end }) => ({ start, end, html: to }));
  const fields: Record<string, unknown> = {};
  for (const { field, locale, text, rule } of textsOfRecord(record)) {
    const isScript = rule.format === 'script';
    if (!isScript && !text.includes('<code')) continue;
    const rewritten = isScript ? editCondition(text, edits) : editScripts(text, edits);
    if (rewritten === text) continue;
    fields[field] = locale === null ? rewritten : { ...Object(fields[field]), [locale]: { text: rewritten } };
  }
  return Object.keys(fields).length === 0 ? [] : [computedChangeCommand(record.kind, record.id, fields)];
}
