/** Small projects for tests: complete records, of which a test gives only the relevant fields. */
import { type AnyRecord, type KindName, kinds, type RecordDraft } from '../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../shared/model/kinds/project.ts';
import { Project } from '../shared/model/project.ts';

let last = 0;

export function record<K extends KindName>(kind: K, id: string, fields: RecordDraft<K>): AnyRecord {
  const rank = `a${String(++last).padStart(6, '0')}`;
  return { kind, id, rank, outputRank: rank, ...kinds[kind].defaults, ...fields };
}

export function projectOf(...records: AnyRecord[]): Project {
  return new Project([
    record('project', projectRecordId, { name: 'Test', roots: { board: 'root', component: 'croot', asset: 'aroot', variable: 'vroot' } }),
    record('board', 'root', { parentId: null, type: 'folder', name: 'Root' }),
    record('board', 'board', { parentId: 'root', name: 'Board' }),
    ...records,
  ]);
}

export const elementAt = (id: string, x: number, y: number): AnyRecord => record('element', id, { boardId: 'board', x, y });

export const arrow = (
  id: string,
  sourceid: string,
  targetid: string,
  targetType: 'elements' | 'branches' | 'jumpers' = 'elements',
): AnyRecord =>
  record('connection', id, {
    boardId: 'board',
    sourceid,
    sourceType: sourceid.startsWith('c') ? 'conditions' : 'elements',
    targetid,
    targetType,
  });

/** A branch with one condition and an else, `c-if` and `c-else`. */
export const branchRecords = (x: number, y: number): AnyRecord[] => [
  record('branch', 'fork', { boardId: 'board', x, y }),
  record('condition', 'c-if', { branchId: 'fork', role: 'if' }),
  record('condition', 'c-else', { branchId: 'fork', role: 'else' }),
];
