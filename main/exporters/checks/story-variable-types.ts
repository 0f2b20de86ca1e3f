/**
 * The types that each variable of a story may have: its own, and those of everything that a script assigns to it. The assignments of each
 * record are kept between checks, and equal ones are stored once. The types are only derived again if an assignment appears for the first
 * time, or the last equal one disappears.
 */

import { runSteps } from '../../../shared/lists.ts';
import type { Project } from '../../../shared/model/project.ts';
import { findVariableByName } from '../../../shared/play/play-memory.ts';
import { listScriptParts } from '../../../shared/script/script-hazards.ts';
import type { ScriptProfile } from '../../../shared/script/script-profile.ts';
import type { Program, Statement, VariableReference } from '../../../shared/script/syntax.ts';
import { typesOfBinary, typesOfExpression, type ValueType, type ValueTypes } from '../../../shared/script/value-types.ts';
import { parseContentOnce } from './parsed-scripts.ts';

type Assignment = Extract<Statement, { type: 'assign' }>;

interface SourcedAssignment {
  /** Equal for assignments that only differ in their positions. */
  readonly source: string;
  readonly assignment: Assignment;
}

export interface StoryVariableTypes {
  typesOf(variable: VariableReference): ValueTypes;
  /** Equal for equal types. Findings of an earlier check depend on it. */
  readonly key: string;
}

interface KnownAssignments {
  /** The number of changes of the project that are included. */
  count: number;
  /** The sources of the assignments in each record that has any. */
  readonly byRecord: Map<string, readonly string[]>;
  /** By source: the assignment, and the number of its occurrences. */
  readonly distinct: Map<string, SourcedAssignment & { uses: number }>;
  /** By profile; discarded when an assignment changes. */
  types: WeakMap<ScriptProfile, StoryVariableTypes>;
}
const knownByProject = new WeakMap<Project, KnownAssignments>();

export function storyVariableTypes(project: Project, profile: ScriptProfile): StoryVariableTypes {
  const known = runSteps(updateAssignments(project));
  const types =
    known.types.get(profile) ??
    deriveTypes(
      project,
      profile,
      [...known.distinct.values()].map(({ assignment }) => assignment),
    );
  known.types.set(profile, types);
  return types;
}

/** Reads the assignments of a large story in steps, so that the types are available immediately afterwards. */
export function* readAssignments(project: Project): Generator<void> {
  yield* updateAssignments(project);
}

/** Records that are read in one step. */
const recordsPerStep = 100;

function* updateAssignments(project: Project): Generator<void, KnownAssignments> {
  const { recentChanges } = project;
  const before = knownByProject.get(project);
  const changes = before && recentChanges.since(before.count);
  const known = before && changes ? before : { count: 0, byRecord: new Map(), distinct: new Map(), types: new WeakMap() };
  const { count } = recentChanges;
  const changed = changes ? changes.map((change) => (change.after ?? change.before).id) : [...project.records()].map(({ id }) => id);
  const variables = new Set(
    (changes ?? []).map(({ before, after }) => after ?? before).flatMap(({ id, kind }) => (isVariableKind(kind) ? [id] : [])),
  );
  let read = 0;
  for (const id of new Set(changed)) {
    if (++read % recordsPerStep === 0) yield;
    const isAssignmentChanged = replaceAssignments(known, id, assignmentsOf(project, id));
    if (variables.has(id) || isAssignmentChanged) known.types = new WeakMap();
  }
  known.count = count;
  knownByProject.set(project, known);
  return known;
}

/** Returns whether an assignment has appeared for the first time, or the last equal one has disappeared. */
function replaceAssignments({ byRecord, distinct }: KnownAssignments, id: string, found: readonly SourcedAssignment[]): boolean {
  let isChanged = false;
  for (const { source, assignment } of found) {
    const known = distinct.get(source);
    if (known) known.uses += 1;
    else distinct.set(source, { source, assignment, uses: 1 });
    isChanged ||= !known;
  }
  for (const source of byRecord.get(id) ?? []) {
    const known = distinct.get(source);
    if (!known) continue;
    known.uses -= 1;
    if (known.uses > 0) continue;
    distinct.delete(source);
    isChanged = true;
  }
  if (found.length > 0)
    byRecord.set(
      id,
      // The same string object for all records.
      found.map(({ source }) => distinct.get(source)?.source ?? source),
    );
  else byRecord.delete(id);
  return isChanged;
}

const sourceOf = ({ variable, operator, value }: Assignment): string =>
  JSON.stringify([variable.scope, variable.name, operator, value], (key, part: unknown) => (key === 'at' ? undefined : part));

const isVariableKind = (kind: string): boolean => kind === 'variable' || kind === 'attribute';

function assignmentsOf(project: Project, id: string): readonly SourcedAssignment[] {
  const texts = project.find('element', id)?.content ?? project.find('connection', id)?.label ?? {};
  const programs = Object.values(texts).map(({ text }) => (text?.includes('<code') ? parseContentOnce(text).script : null));
  return programs.flatMap((program) => (program ? assignmentsIn(program) : noAssignments));
}

const noAssignments: readonly SourcedAssignment[] = [];
const knownAssignments = new WeakMap<Program, readonly SourcedAssignment[]>();

function assignmentsIn(program: Program): readonly SourcedAssignment[] {
  const known = knownAssignments.get(program);
  if (known) return known;
  const found = listScriptParts(program).flatMap((part) =>
    part.type === 'statement' && part.statement.type === 'assign' ? [{ source: sourceOf(part.statement), assignment: part.statement }] : [],
  );
  knownAssignments.set(program, found);
  return found;
}

function deriveTypes(project: Project, profile: ScriptProfile, assignments: readonly Assignment[]): StoryVariableTypes {
  const types = new Map<string, Set<ValueType>>();
  const typesOf = ({ scope, name }: VariableReference): Set<ValueType> => {
    const key = scope === null ? name : `${scope}.${name}`;
    const found = types.get(key) ?? initialTypes(project, scope, name, profile);
    types.set(key, found);
    return found;
  };
  for (let isGrowing = true; isGrowing; ) {
    isGrowing = false;
    for (const { variable, operator, value } of assignments) {
      const target = typesOf(variable);
      const assigned = typesOfExpression(value, typesOf, profile);
      const { size } = target;
      const types = operator === '=' ? assigned : typesAfter(operator, target, assigned);
      for (const type of types) target.add(type);
      // What is loaded after an element has single precision again.
      if (isReloadedAsSingle(profile) && target.has('single') && types.has('float')) target.add('roundedSingle');
      isGrowing ||= target.size > size;
    }
  }
  const key = [...types].map(([name, each]) => `${name} ${[...each].sort().join()}`).sort();
  return { typesOf, key: key.join(';') };
}

const isReloadedAsSingle = ({ floatVariables, variablesBetweenElements }: ScriptProfile): boolean =>
  floatVariables === 'single' && variablesBetweenElements === 'parsed';

const operators = { '+=': '+', '-=': '-', '*=': '*', '/=': '/', '%=': '%' } as const;
const typesAfter = (operator: keyof typeof operators, before: ValueTypes, value: ValueTypes): ValueTypes =>
  typesOfBinary(operators[operator], before, value);

function initialTypes(project: Project, scope: string | null, name: string, { floatVariables }: ScriptProfile): Set<ValueType> {
  const { type, initialValue } = findVariableByName(project, scope, name) ?? { type: 'integer' };
  if (type !== 'float' || floatVariables === 'double') return new Set([type]);
  if (floatVariables !== 'single') return new Set(['inert']);
  return new Set([typeof initialValue === 'number' && Math.fround(initialValue) !== initialValue ? 'roundedSingle' : 'single']);
}
