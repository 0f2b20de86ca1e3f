/** Small stories for the tests of the exports: each call adds one record with the defaults of its kind, behind the ones before it. */
import { type AnyRecord, getKind, type KindName, type RecordDraft } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { Project } from '../../../shared/model/project.ts';
import { rankBetween } from '../../../shared/model/rank.ts';

export const roots = { board: 'root-b', component: 'root-c', asset: 'root-a', variable: 'root-v' };

/** By the kind of the target, where it is no element. */
const targetTypes: Readonly<Record<string, 'branches' | 'jumpers'>> = { branch: 'branches', jumper: 'jumpers' };

/** Text in the main language. */
export const en = (text: string | null) => ({ en: { text } });

/** A UUID v4, always the same for a number, whose order is not that of the numbers. */
function uuid(count: number): string {
  const mixed = (Math.imul(count, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
  return `${mixed}-0000-4000-8000-${String(count).padStart(12, '0')}`;
}

export class StoryBuilder {
  readonly records = new Map<string, AnyRecord>();
  #last: string | null = null;
  #count = 0;

  constructor(project: Partial<RecordDraft<'project'>> = {}) {
    this.records.set(projectRecordId, {
      kind: 'project',
      id: projectRecordId,
      rank: '',
      ...getKind('project').defaults,
      name: 'Story',
      roots,
      ...project,
    });
    this.add('board', { parentId: null, type: 'folder', name: 'Root' }, { id: roots.board });
    this.add('component', { parentId: null, type: 'folder', name: en('Root') }, { id: roots.component });
    this.add('asset', { parentId: null, type: 'folder', name: 'Root' }, { id: roots.asset });
  }

  add<K extends KindName>(kind: K, draft: RecordDraft<K>, { id, extra }: { id?: string; extra?: Record<string, unknown> } = {}): string {
    const key = id ?? uuid(++this.#count);
    const rank = rankBetween(this.#last, null);
    this.#last = rank;
    const outputRank = kind === 'connection' ? { outputRank: rank } : {};
    this.records.set(key, { ...getKind(kind).defaults, ...draft, ...(extra ? { extra } : {}), ...outputRank, kind, id: key, rank });
    return key;
  }

  change(id: string, fields: Record<string, unknown>): void {
    const record = this.records.get(id);
    if (!record) throw new Error(`nothing to change: ${id}`);
    this.records.set(id, { ...record, ...fields });
  }

  start(id: string | null): void {
    this.change(projectRecordId, { startingElement: id });
  }

  board(name = 'Board', draft: Partial<RecordDraft<'board'>> = {}): string {
    return this.add('board', { parentId: roots.board, name, ...draft });
  }

  element(boardId: string, content: string | null = '<p>Text</p>', draft: Partial<RecordDraft<'element'>> = {}): string {
    return this.add('element', { boardId, x: 10, y: 20, content: en(content), title: en('<p>Title</p>'), ...draft });
  }

  /** A connection on a board; the types of its ends are read from the records. */
  connect(sourceid: string, targetid: string, draft: Partial<RecordDraft<'connection'>> = {}): string {
    const source = this.records.get(sourceid);
    const target = this.records.get(targetid);
    const from = source?.kind === 'condition' ? this.records.get(String(source.branchId)) : source;
    return this.add('connection', {
      boardId: String(from?.boardId),
      sourceid,
      targetid,
      sourceType: source?.kind === 'condition' ? 'conditions' : 'elements',
      targetType: targetTypes[target?.kind ?? ''] ?? 'elements',
      ...draft,
    });
  }

  branch(boardId: string, scripts: readonly (string | null)[], withElse = true): { branch: string; conditions: string[] } {
    const branch = this.add('branch', { boardId, x: 1, y: 2 });
    const conditions = scripts.map((script, at) => this.add('condition', { branchId: branch, role: at === 0 ? 'if' : 'elseIf', script }));
    if (withElse) conditions.push(this.add('condition', { branchId: branch, role: 'else' }));
    return { branch, conditions };
  }

  component(name = 'Knight', draft: Partial<RecordDraft<'component'>> = {}): string {
    return this.add('component', { parentId: roots.component, name: en(name), ...draft });
  }

  asset(name = 'hall.png', draft: Partial<RecordDraft<'asset'>> = {}): string {
    return this.add('asset', { parentId: roots.asset, type: 'image', name, ...draft });
  }

  project(): Project {
    return new Project(this.records.values());
  }
}

/** A story with a board and one element, with which it starts. */
export function smallStory(project: Partial<RecordDraft<'project'>> = {}): { story: StoryBuilder; board: string; element: string } {
  const story = new StoryBuilder(project);
  const board = story.board();
  const element = story.element(board);
  story.start(element);
  return { story, board, element };
}
