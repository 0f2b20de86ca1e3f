/** The paths from an element: its connections, followed through branches and jumpers to the elements they lead to. */
import { message } from '../messages/message.ts';
import type { Project } from '../model/project.ts';
import type { ScriptDiagnostic } from '../script/script-diagnostic.ts';
import { type EvaluationContext, evaluateExpression } from './evaluate-expression.ts';
import { assertNamesExist, GameStoppedError, runReportingErrors, type ScriptCache } from './run-content.ts';
import { isTruthy } from './script-value.ts';

/** An error and its location: the record, its field and, in a localized text, the language. */
export interface PlayDiagnostic extends ScriptDiagnostic {
  readonly recordId: string;
  readonly field: 'content' | 'label' | 'script' | 'output';
  readonly locale: string | null;
}

export interface StoryPath {
  /** The connection that leaves the element. */
  readonly connectionId: string;
  /** All connections of the path, the first one first. */
  readonly connectionIds: readonly string[];
  readonly targetElementId: string;
}

interface PathContext {
  readonly evaluation: Omit<EvaluationContext, 'field'>;
  readonly scriptCache: ScriptCache;
  readonly report: (diagnostic: PlayDiagnostic) => void;
}

/**
 * [Exports] The open paths from an element, in the order of its outputs. A connection that leads nowhere is no path; a cycle of branches is reported.
 * Throws a GameStoppedError if the profile stops at an error of a condition.
 */
export function findPathsFrom(elementId: string, looking: PathContext): StoryPath[] {
  return looking.evaluation.project.childIds(elementId, 'outputs').flatMap((id) => {
    const connectionIds: string[] = [];
    const targetElementId = followConnection(id, connectionIds, looking);
    return targetElementId === undefined ? [] : [{ connectionId: id, connectionIds, targetElementId }];
  });
}

function followConnection(first: string, connections: string[], looking: PathContext): string | undefined {
  const { project } = looking.evaluation;
  const seen = new Set<string>();
  for (let at: string | undefined = first; at !== undefined; ) {
    const connection = project.find('connection', at);
    if (!connection) return undefined;
    if (seen.has(at)) {
      looking.report({ ...noPosition, message: message('script.run.circle'), recordId: at });
      return undefined;
    }
    seen.add(at);
    connections.push(at);
    const target = project.get(connection.targetid);
    if (target?.kind === 'element') return target.id;
    if (target?.kind === 'jumper') return project.find('element', project.find('jumper', target.id)?.elementId ?? '')?.id;
    if (target?.kind !== 'branch') return undefined;
    const met = listConditions(project, target.id).find(({ id, script }) => conditionHolds(id, script, looking));
    at = met && project.childIds(met.id, 'outputs')[0];
  }
  return undefined;
}

const noPosition = { field: 'output', locale: null, block: 0, line: 1, column: 1 } as const;
const roleOrder = { if: 0, elseIf: 1, else: 2 };

/** The conditions of a branch in the order in which they are evaluated. */
export const listConditions = (project: Project, branchId: string) =>
  project.children('condition', branchId, 'conditions').sort((a, b) => roleOrder[a.role] - roleOrder[b.role]);

/** [Exports] A condition without a script is true. One that fails is reported and counts as false. */
function conditionHolds(recordId: string, script: string | null, { evaluation, scriptCache, report }: PathContext): boolean {
  if (script === null || script.trim() === '') return true;
  const reportHere = (diagnostic: ScriptDiagnostic) => report({ ...diagnostic, recordId, field: 'script', locale: null });
  const parsed = scriptCache.parseCondition(script);
  if (!parsed.ok) {
    for (const diagnostic of parsed.diagnostics) reportHere(diagnostic);
    if (evaluation.profile.afterError === 'stop') throw new GameStoppedError();
    return false;
  }
  const context = { ...evaluation, field: 'script' as const };
  const holds = () => {
    if (evaluation.profile.afterError === 'stop') assertNamesExist(parsed.condition, context);
    return isTruthy(evaluateExpression(parsed.condition, context), context.profile);
  };
  return runReportingErrors({ report: reportHere, evaluation }, holds) ?? false;
}

/** Everything on the paths from an element: along connections, branches and jumpers, and into linked boards at their entry elements. Ignores conditions. */
export function findReachableRecords(project: Project, start: string): ReadonlySet<string> {
  const reached = new Set([start]);
  const waiting = [start];
  const go = (id: string | null): void => {
    if (id === null || reached.has(id)) return;
    reached.add(id);
    waiting.push(id);
  };
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const record = project.get(at);
    if (record?.kind === 'jumper') go(project.find('jumper', at)?.elementId ?? null);
    else if (record?.kind === 'branch') for (const condition of project.childIds(at, 'conditions')) go(condition);
    else {
      for (const output of project.childIds(at, 'outputs')) go(project.find('connection', output)?.targetid ?? null);
      const linked = project.find('element', at)?.linkedBoard ?? null;
      if (linked !== null && !reached.has(linked)) {
        reached.add(linked);
        for (const id of project.childIds(linked, 'elements')) if (isEntryElement(project, id)) go(id);
      }
    }
  }
  return reached;
}

/** Whether no connection leads to the element. */
function isEntryElement(project: Project, id: string): boolean {
  for (const holder of project.referrersOf(id)) if (project.find('connection', holder)?.targetid === id) return false;
  return true;
}
