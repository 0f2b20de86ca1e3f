/** Where the story can go on from an element: its connections, followed through branches and jumpers to the elements they lead to. */
import type { Project } from '../model/project.ts';
import type { ScriptDiagnostic } from '../script/script-diagnostic.ts';
import { type EvaluationContext, evaluateExpression } from './evaluate-expression.ts';
import { runReportingErrors, type ScriptCache } from './run-content.ts';
import { isTruthy } from './script-value.ts';

/** A fault with where it is: the record, its field and, in a localized text, the language. */
export interface PlayDiagnostic extends ScriptDiagnostic {
  readonly recordId: string;
  readonly field: 'content' | 'label' | 'script' | 'output';
  readonly locale: string | null;
}

export interface StoryPath {
  /** The connection that leaves the element. */
  readonly connectionId: string;
  /** All connections on the way, the first one first. */
  readonly connectionIds: readonly string[];
  readonly targetElementId: string;
}

export interface PathContext {
  readonly evaluation: EvaluationContext;
  readonly scriptCache: ScriptCache;
  readonly report: (fault: PlayDiagnostic) => void;
}

/** [Exports] The ways that are open, in the order of the outputs. What leads nowhere is none; what runs in a circle of branches is told. */
export function findPathsFrom(elementId: string, looking: PathContext): StoryPath[] {
  return looking.evaluation.project.childIds(elementId, 'outputs').flatMap((id) => {
    const connectionIds: string[] = [];
    const targetElementId = followConnection(id, connectionIds, looking);
    return targetElementId === undefined ? [] : [{ connectionId: id, connectionIds, targetElementId }];
  });
}

function followConnection(first: string, connections: string[], looking: PathContext): string | undefined {
  const { project } = looking.evaluation;
  for (let at: string | undefined = first; at !== undefined; ) {
    const connection = project.find('connection', at);
    if (!connection) return undefined;
    if (connections.includes(at)) {
      looking.report({ ...noPosition, message: 'From here the story runs in a circle of branches.', recordId: at });
      return undefined;
    }
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

/** The conditions of a branch in the order in which they are tried. */
export const listConditions = (project: Project, branchId: string) =>
  project.children('condition', branchId, 'conditions').sort((a, b) => roleOrder[a.role] - roleOrder[b.role]);

/** [Exports] A condition without a script holds. One that fails is told and does not hold. */
function conditionHolds(recordId: string, script: string | null, { evaluation, scriptCache, report }: PathContext): boolean {
  if (script === null || script.trim() === '') return true;
  const here = (fault: ScriptDiagnostic) => report({ ...fault, recordId, field: 'script', locale: null });
  const parsed = scriptCache.parseCondition(script);
  if (!parsed.ok) {
    for (const fault of parsed.diagnostics) here(fault);
    return false;
  }
  return runReportingErrors({ report: here }, () => isTruthy(evaluateExpression(parsed.condition, evaluation))) ?? false;
}
