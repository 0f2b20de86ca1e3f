/**
 * Renames a global variable, or one of a board or component. The service cannot ([Variables] renaming is unsupported, [Attribute] an existing customId cannot
 * be changed), so a variable of the new name is created, all scripts are rewritten, and the old one is deleted, in one step. Pure.
 */
import type { SingleCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord, StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { textsOfRecord } from '../../../shared/model/references.ts';
import { editCondition, editScripts, type ScriptEdits } from '../../../shared/rich-text/edit-scripts.ts';
import type { ScriptSource, SourceSpan } from '../../../shared/rich-text/script-source.ts';
import { computedChangeCommand, computedCreateCommand, putEnvelopeCommands } from '../commands/computed-commands.ts';
import { findGlobalNames, findOwnedNames, scriptNameOf } from './script-names.ts';
import { variablesOfRecord } from './variable-usages.ts';

interface Renaming {
  readonly commands: readonly SingleCommand[];
  /** How many records have scripts that were rewritten. */
  readonly rewritten: number;
}

/** `id` is that of the new variable. Scripts with syntax errors are rewritten, too. */
export function renameVariable(project: Project, variable: StoryRecord<'variable'>, name: string, id: string): Renaming {
  const { type, value, folders } = variable;
  const at = project.childIds(null, 'variables').indexOf(variable.id);
  const findNames: NameFinder = ({ text, mentions }) => findGlobalNames(text, mentions).filter((each) => each.name === variable.name);
  const rewrites = [...project.records()].flatMap((record) => rewriteScripts(record, variable.name, findNames, name));
  const commands: SingleCommand[] = [
    computedCreateCommand('variable', id, { name, type, value, folders }, { at }),
    ...putEnvelopeCommands(variable, id),
    ...rewrites,
    { do: 'remove', kind: 'variable', id: variable.id },
  ];
  return { commands, rewritten: rewrites.length };
}

/** The same for the script ID of an attribute. `id` is that of the new attribute. */
export function renameAttribute(project: Project, attribute: StoryRecord<'attribute'>, customId: string, id: string): Renaming {
  const { cId, cType, name, size, value } = attribute;
  const scriptName = scriptNameOf(project, attribute.id) ?? '';
  const [owner = ''] = scriptName.split('.');
  const at = project.childIds(cId, 'attributes').indexOf(attribute.id);
  const findNames: NameFinder = ({ text, mentions }) =>
    findOwnedNames(text, mentions, owner).filter((each) => each.name === attribute.customId);
  const rewrites = [...project.records()].flatMap((record) => rewriteScripts(record, scriptName, findNames, customId));
  const commands: SingleCommand[] = [
    computedCreateCommand('attribute', id, { cId, cType, name, size, value, customId }, { at }),
    ...putEnvelopeCommands(attribute, id),
    ...rewrites,
    { do: 'remove', kind: 'attribute', id: attribute.id },
  ];
  return { commands, rewritten: rewrites.length };
}

type NameFinder = (source: ScriptSource) => readonly SourceSpan[];

/** The command that renames the variable in the scripts of a record, if they use it. `used`: as `variablesOfRecord` lists it. */
function rewriteScripts(record: AnyRecord, used: string, findNames: NameFinder, to: string): SingleCommand[] {
  if (!variablesOfRecord(record).includes(used)) return [];
  const edits: ScriptEdits = (source) => findNames(source).map(({ start, end }) => ({ start, end, html: to }));
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
