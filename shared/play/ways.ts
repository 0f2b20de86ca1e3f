/** Where the story can go on from an element: its connections, followed through branches and jumpers to the elements they lead to. */
import type { Project } from '../project.ts';
import type { ScriptFault } from '../script/fault.ts';
import { evaluate, type Surroundings } from './expressions.ts';
import { attempt, type Scripts } from './run.ts';
import { isTrue } from './values.ts';

/** A fault with where it is: the record, its field and, in a localized text, the language. */
export interface PlayFault extends ScriptFault {
  readonly id: string;
  readonly field: 'content' | 'label' | 'script' | 'output';
  readonly locale: string | null;
}

export interface Way {
  /** The connection that leaves the element. */
  readonly id: string;
  /** All connections on the way, the first one first. */
  readonly connections: readonly string[];
  readonly target: string;
}

export interface Looking {
  readonly around: Surroundings;
  readonly scripts: Scripts;
  readonly tell: (fault: PlayFault) => void;
}

/** [Exports] The ways that are open, in the order of the outputs. What leads nowhere is none; what runs in a circle of branches is told. */
export function waysFrom(elementId: string, looking: Looking): Way[] {
  return looking.around.project.list(elementId, 'outputs').flatMap((id) => {
    const connections: string[] = [];
    const target = follow(id, connections, looking);
    return target === undefined ? [] : [{ id, connections, target }];
  });
}

function follow(first: string, connections: string[], looking: Looking): string | undefined {
  const { project } = looking.around;
  for (let at: string | undefined = first; at !== undefined; ) {
    const connection = project.find('connection', at);
    if (!connection) return undefined;
    if (connections.includes(at)) {
      looking.tell({ ...nowhere, message: 'From here the story runs in a circle of branches.', id: at });
      return undefined;
    }
    connections.push(at);
    const target = project.at(connection.targetid);
    if (target?.kind === 'element') return target.id;
    if (target?.kind === 'jumper') return project.find('element', project.find('jumper', target.id)?.elementId ?? '')?.id;
    if (target?.kind !== 'branch') return undefined;
    const met = conditionsOf(project, target.id).find(({ id, script }) => holds(id, script, looking));
    at = met && project.list(met.id, 'outputs')[0];
  }
  return undefined;
}

const nowhere = { field: 'output', locale: null, block: 0, line: 1, column: 1 } as const;
const order = { if: 0, elseIf: 1, else: 2 };

/** The conditions of a branch in the order in which they are tried. */
export const conditionsOf = (project: Project, branchId: string) =>
  project.children('condition', branchId, 'conditions').sort((a, b) => order[a.role] - order[b.role]);

/** [Exports] A condition without a script holds. One that fails is told and does not hold. */
function holds(id: string, script: string | null, { around, scripts, tell }: Looking): boolean {
  if (script === null || script.trim() === '') return true;
  const here = (fault: ScriptFault) => tell({ ...fault, id, field: 'script', locale: null });
  const parsed = scripts.condition(script);
  if (!parsed.ok) {
    for (const fault of parsed.faults) here(fault);
    return false;
  }
  return attempt({ tell: here }, () => isTrue(evaluate(parsed.condition, around))) ?? false;
}
