/** What becomes of the values of variables between scripts and between elements, under the profile of a plug-in (ScriptProfile.variablesBetweenElements). */
import { type Message, message } from '../messages/message.ts';
import type { Project } from '../model/project.ts';
import { type ScriptProfile, taleportScriptProfile } from '../script/script-profile.ts';
import { findVariableById, type PlayMemory, type PlayVariable } from './play-memory.ts';
import { floatValue, formatScriptValue, integerValue, type ScriptValue, toPlainValue } from './script-value.ts';

/** Before an element is entered: what `reset` assigned counts again. */
export function restoreResetVariables({ values }: PlayMemory, { resetVariables }: ScriptProfile): void {
  if (resetVariables === 'calculate') return;
  for (const [id, value] of values) if (typeof value === 'object' && value.type === 'inert') values.delete(id);
}

/** After a script: where the profile converts variables, they take what they can of the values that it has set. */
export function convertVariables(project: Project, { values }: PlayMemory, profile: ScriptProfile): void {
  if (profile.variablesBetweenElements !== 'converted') return;
  for (const [id, value] of values) {
    const variable = findVariableById(project, id);
    if (variable) values.set(id, convertValue(value, variable.type));
  }
}

/**
 * After the choices of an element were listed: where the profile parses variables, they are saved as texts and loaded again. Returns why that stops the
 * game; null if it does not.
 */
export function reloadVariables(project: Project, { values }: PlayMemory, profile: ScriptProfile): Message | null {
  if (profile.variablesBetweenElements !== 'parsed') return null;
  const { floats, integers, integersOfAttributes } = findUnloadedVariables(project);
  const isUnset = ({ id }: PlayVariable): boolean => !values.has(id);
  const lost = profile.floatVariables === 'uninitialized' ? floats.find(isUnset) : undefined;
  if (lost) return message('script.run.variableLost', { name: lost.name });
  const large = integers.find(isUnset) ?? (profile.hasScopedVariables ? integersOfAttributes.find(isUnset) : undefined);
  if (large) return notParsedMessage(project, large.id, integerValue(Number(large.initialValue)), profile);
  for (const [id, value] of values) {
    const variable = findVariableById(project, id);
    if (!variable) continue;
    const parsed = parseValue(value, variable.type, profile);
    if (parsed === null) return notParsedMessage(project, id, value, profile);
    values.set(id, parsed);
  }
  return null;
}

/** Variables with initial values that an engine which parses variables cannot load. */
interface UnloadedVariables {
  readonly changeCount: number;
  readonly floats: readonly PlayVariable[];
  readonly integers: readonly PlayVariable[];
  readonly integersOfAttributes: readonly PlayVariable[];
}
const knownUnloadedVariables = new WeakMap<Project, UnloadedVariables>();

/** Found once for each state of the project, because they are looked up in each element. */
function findUnloadedVariables(project: Project): UnloadedVariables {
  const changeCount = project.recentChanges.count;
  const known = knownUnloadedVariables.get(project);
  if (known?.changeCount === changeCount) return known;
  const floats: PlayVariable[] = [];
  const integers: PlayVariable[] = [];
  const integersOfAttributes: PlayVariable[] = [];
  for (const { kind, id } of project.records()) {
    const variable = kind === 'variable' || kind === 'attribute' ? findVariableById(project, id) : undefined;
    if (!variable) continue;
    if (variable.type === 'float' && kind === 'variable') floats.push(variable);
    if (variable.type !== 'integer' || isLoadedInteger(variable.initialValue)) continue;
    (kind === 'variable' ? integers : integersOfAttributes).push(variable);
  }
  const found = { changeCount, floats, integers, integersOfAttributes };
  knownUnloadedVariables.set(project, found);
  return found;
}

function notParsedMessage(project: Project, id: string, value: ScriptValue, profile: ScriptProfile): Message {
  const { name = '', type = 'string' } = findVariableById(project, id) ?? {};
  return message('script.run.variableNotParsed', { name, type, value: formatScriptValue(value, profile).slice(0, 40) });
}

/** Whether an engine that parses variables loads the value into an integer. */
export const isLoadedInteger = (value: unknown): boolean => Number(value) >= -2_147_483_648 && Number(value) <= 2_147_483_647;

/** The value that a variable has in the next element; null where the game stops. */
export function valueInNextElement(value: ScriptValue, { type }: Pick<PlayVariable, 'type'>, profile: ScriptProfile): ScriptValue | null {
  if (profile.variablesBetweenElements === 'parsed') return parseValue(value, type, profile);
  return profile.variablesBetweenElements === 'converted' ? convertValue(value, type) : value;
}

/** As .NET writes a value and parses the text; null if that throws. */
function parseValue(value: ScriptValue, type: PlayVariable['type'], profile: ScriptProfile): ScriptValue | null {
  const text = savedText(value, profile);
  if (type === 'string') return text;
  const trimmed = text.trim();
  if (type === 'boolean') return /^(true|false)$/i.test(trimmed) ? trimmed.toLowerCase() === 'true' : null;
  if (type === 'integer') {
    const number = Number(trimmed);
    return /^[+-]?\d+$/.test(trimmed) && isLoadedInteger(number) ? integerValue(number + 0) : null;
  }
  const digits = trimmed.replaceAll(',', '');
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(digits)) return /^-?(NaN|Infinity)$/.test(digits) ? floatValue(Number(digits)) : null;
  return loadedFloat(Number(digits), profile);
}

/** .NET writes booleans with a capital letter. */
function savedText(value: ScriptValue, profile: ScriptProfile): string {
  if (typeof value !== 'boolean') return formatScriptValue(value, profile);
  return value ? 'True' : 'False';
}

function loadedFloat(number: number, { floatVariables }: ScriptProfile): ScriptValue {
  if (floatVariables === 'double') return floatValue(number);
  return { type: floatVariables === 'single' ? 'single' : 'inert', shown: number };
}

/** As Unreal stores a value by the type that it has, and reads it by the type of its variable. */
function convertValue(value: ScriptValue, type: PlayVariable['type']): ScriptValue {
  const plain = toPlainValue(value);
  if (type === 'float' && typeof plain === 'number' && !Number.isFinite(plain)) return floatValue(plain);
  const text = storedText(value);
  if (type === 'string') return text;
  if (type === 'boolean') return text === 'true';
  const number = /^\s*[+-]?\d+/.exec(text)?.[0] ?? '0';
  if (type === 'integer') return integerValue(Math.min(Math.max(Number(number), -2_147_483_648), 2_147_483_647) + 0);
  return floatValue(Number(/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?/i.exec(text)?.[0] ?? '0') + 0);
}

/** Decimal numbers have single precision and up to six decimals, at least one. */
function storedText(value: ScriptValue): string {
  const plain = toPlainValue(value);
  if (typeof value !== 'object' || value.type === 'integer' || typeof plain !== 'number') return String(plain);
  if (!Number.isFinite(plain)) return formatScriptValue(value, taleportScriptProfile);
  const fixed = Math.abs(plain) < 1e21 ? Math.fround(plain).toFixed(6) : String(Math.fround(plain));
  // The lengths are those of six decimals.
  return fixed.includes('.') ? fixed.replace(/(\.\d{1,5}?)0{1,5}$/, '$1') : fixed;
}
