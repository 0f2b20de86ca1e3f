/** The state of a play: the variables that differ from their initial values, and how often each element was entered. */
import type { Project } from '../model/project.ts';
import type { ScriptProfile } from '../script/script-profile.ts';
import { fromPlainValue, type PlainValue, type ScriptValue } from './script-value.ts';

/** Mutable only while a step is played; earlier steps keep a copy. */
export interface PlayMemory {
  /** By the id of the variable, or of the attribute that serves as one. */
  readonly values: Map<string, ScriptValue>;
  readonly visits: Map<string, number>;
}

export const createMemory = (): PlayMemory => ({ values: new Map(), visits: new Map() });
export const copyMemory = ({ values, visits }: PlayMemory): PlayMemory => ({ values: new Map(values), visits: new Map(visits) });

export interface PlayVariable {
  readonly id: string;
  /** The name as scripts write it: `oil`, `maren.trust`. */
  readonly name: string;
  readonly type: 'string' | 'integer' | 'float' | 'boolean';
  readonly initialValue: PlainValue;
}

/** [Variables, Attributes] Finds a variable by name: a global one, or one of the board or component whose customId is `scope`. */
export function findVariableByName(project: Project, scope: string | null, name: string): PlayVariable | undefined {
  const owner = scope === null ? undefined : project.recordIdByUniqueKey(`scope:${scope}`);
  if (scope !== null && owner === undefined) return undefined;
  const id = project.recordIdByUniqueKey(owner === undefined ? `variable:${name}` : `variable:${owner}:${name}`);
  return id === undefined ? undefined : findVariableById(project, id);
}

/** The variable that a record defines; undefined if it defines none. */
export function findVariableById(project: Project, id: string): PlayVariable | undefined {
  const global = project.find('variable', id);
  if (global) return { id, name: global.name, type: global.type, initialValue: global.value };
  const attribute = project.find('attribute', id);
  if (!attribute || attribute.customId === null) return undefined;
  const owner = project.find('board', attribute.cId) ?? project.find('component', attribute.cId);
  const { value } = attribute;
  if (!owner?.customId || value.type === 'component-list' || value.type === 'asset-list') return undefined;
  return { id, name: `${owner.customId}.${attribute.customId}`, type: value.type, initialValue: value.data ?? '' };
}

/** All variables of the story: the global ones in their order, then those of boards and components by name. */
export function listVariables(project: Project): PlayVariable[] {
  const global = project.childIds(null, 'variables').flatMap((id) => findVariableById(project, id) ?? []);
  const scoped = [...project.recordsOfKind('attribute')].flatMap(({ id, customId }) =>
    customId === null ? [] : (findVariableById(project, id) ?? []),
  );
  return [...global, ...scoped.sort((a, b) => (a.name < b.name ? -1 : 1))];
}

export const readVariable = (
  { values }: PlayMemory,
  variable: PlayVariable,
  { floatVariables }: Pick<ScriptProfile, 'floatVariables'>,
): ScriptValue => values.get(variable.id) ?? initialScriptValue(variable, floatVariables);

function initialScriptValue({ type, initialValue }: PlayVariable, floatVariables: ScriptProfile['floatVariables']): ScriptValue {
  if (type !== 'float' || floatVariables === 'double') return fromPlainValue(initialValue, type);
  if (floatVariables !== 'single') return { type: floatVariables, shown: initialValue };
  return typeof initialValue === 'number' ? { type: 'single', shown: initialValue } : initialValue;
}
