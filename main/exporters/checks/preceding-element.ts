/** Determines which element was played before the label of a connection or a condition runs. */
import { appendAll } from '../../../shared/lists.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';

/** The only element from which a connection or condition can be reached, directly or through branches; null if there is not exactly one. */
export function findPrecedingElement(project: Project, id: string): StoryRecord<'element'> | null {
  const elements = new Set<string>();
  const seen = new Set<string>();
  const waiting = [id];
  for (let at = waiting.pop(); at !== undefined && elements.size < 2; at = waiting.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    if (project.find('element', at)) elements.add(at);
    else appendAll(waiting, sourcesOf(project, at));
  }
  const [element] = elements;
  return element === undefined || elements.size > 1 ? null : (project.find('element', element) ?? null);
}

/** The ids of the source of a connection, the branch of a condition, or the connections into a branch. */
function sourcesOf(project: Project, id: string): string[] {
  const connection = project.find('connection', id);
  if (connection) return [connection.sourceid];
  const condition = project.find('condition', id);
  if (condition) return [condition.branchId];
  return [...project.referrersOf(id)].filter((referrer) => project.find('connection', referrer)?.targetid === id);
}

/**
 * The branches and connections whose only preceding element may differ after these records have changed: everything after the records up to
 * the next elements.
 */
export function recordsUpToNextElements(project: Project, ids: Iterable<string>): Set<string> {
  const found = new Set<string>();
  const waiting = [...ids];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const connection = project.find('connection', at);
    const next = connection
      ? [connection.targetid].filter((target) => project.find('branch', target))
      : [...project.childIds(at, 'outputs'), ...(project.find('branch', at) ? project.childIds(at, 'conditions') : [])];
    for (const id of next) {
      if (found.has(id)) continue;
      found.add(id);
      waiting.push(id);
    }
  }
  return found;
}
