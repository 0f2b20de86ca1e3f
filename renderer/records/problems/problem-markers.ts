/** Which records have problems: the marks on the cards of the board and in the trees. */
import type { Finding, StoryProblems } from '../../../shared/contracts/findings.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { Project } from '../../../shared/model/project.ts';
import { boardLocationOf, componentIdOf } from '../record-location.ts';

/** The rule of texts that other languages lack. Records are not marked for it: it is no mistake while a story is written. */
export const untranslatedRule = 'missing-translation';

export interface ProblemMarker {
  /** The most severe one. */
  readonly severity: Finding['severity'];
  readonly count: number;
  /** The first ones. */
  readonly messages: readonly Message[];
}

const maxMessages = 5;

/** The markers of items, boards and their folders, components and assets, by id. */
export function markProblems(project: Project, { groups }: StoryProblems): ReadonlyMap<string, ProblemMarker> {
  const markers = new Map<string, ProblemMarker>();
  const mark = (id: string, { severity, message }: Finding): void => {
    const known = markers.get(id);
    // The groups are sorted by severity, so the first finding is the most severe one.
    if (!known) markers.set(id, { severity, count: 1, messages: [message] });
    else markers.set(id, { ...known, count: known.count + 1, messages: [...known.messages, message].slice(0, maxMessages) });
  };
  for (const { rule, findings } of groups) {
    if (rule === untranslatedRule) continue;
    for (const finding of findings) for (const id of markedIds(project, finding)) mark(id, finding);
  }
  return markers;
}

/** The item that shows the record, its board and the folders of that; or the component or asset. */
function markedIds(project: Project, { id }: Finding): string[] {
  if (project.find('asset', id)) return [id];
  const location = boardLocationOf(project, id);
  if (!location) return [componentIdOf(project, id)].filter((each) => each !== undefined);
  const { boardId, itemId } = location;
  return [...(itemId === null ? [] : [markedItem(project, itemId)]), ...withFolders(project, boardId)];
}

/** A connection has no room for a mark: the item that it leaves shows it. */
function markedItem(project: Project, id: string): string {
  const source = project.find('connection', id)?.sourceid;
  if (source === undefined) return id;
  return project.find('condition', source)?.branchId ?? source;
}

function withFolders(project: Project, boardId: string): string[] {
  const ids: string[] = [];
  const { roots } = project.projectRecord;
  for (let at: string | null | undefined = boardId; typeof at === 'string' && at !== roots.board && !ids.includes(at); ) {
    ids.push(at);
    at = project.find('board', at)?.parentId;
  }
  return ids;
}
