/** Notes, jumpers, branches with their conditions, and connections as the API shows them ([Note], [Jumper], [Branch and conditions], [Connection]). */
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { defineReply, requireBoard, requireRecord } from './records.ts';

/** [Note] an entry of a list has `autoHeight`, a single read has the board. */
const noteItem = defineReply('note', 'list', { order: ['content', '*'], omit: ['boardId'] });
const storedNote = defineReply('note', 'single');

export const serializeBoardNotes = (project: Project, boardId: string) =>
  project.children('note', requireBoard(project, boardId).id, 'notes').map((note) => noteItem(note, project));
export const serializeNote = (project: Project, noteId: string) => storedNote(requireRecord(project, 'note', noteId), project);

/** [Jumper] an entry of a list also has width and height. */
const jumperItem = defineReply('jumper', 'list');
const storedJumper = defineReply('jumper', 'single');

export const serializeBoardJumpers = (project: Project, boardId: string) =>
  project.children('jumper', requireBoard(project, boardId).id, 'jumpers').map((jumper) => jumperItem(jumper, project));
export const serializeJumper = (project: Project, jumperId: string) => storedJumper(requireRecord(project, 'jumper', jumperId), project);

/** A list contains only the ids of conditions; a single read contains each condition. */
const branchItem = defineReply('branch', 'list', {
  order: ['*', 'conditions'],
  computed: { conditions: ({ id }, project) => serializeConditions(project, id, (condition) => condition.id) },
});
const storedBranch = defineReply('branch', 'single', {
  order: ['*', 'conditions'],
  computed: { conditions: ({ id }, project) => serializeConditions(project, id, (condition) => serializeCondition(project, condition)) },
});

export const serializeBoardBranches = (project: Project, boardId: string) =>
  project.children('branch', requireBoard(project, boardId).id, 'branches').map((branch) => branchItem(branch, project));
export const serializeBranch = (project: Project, branchId: string) => storedBranch(requireRecord(project, 'branch', branchId), project);

type ConditionRecord = StoryRecord<'condition'>;

function serializeConditions<Shown>(project: Project, branchId: string, show: (condition: ConditionRecord) => Shown) {
  const all = project.children('condition', branchId, 'conditions');
  const withRole = (requiredRole: ConditionRecord['role']) => all.filter(({ role }) => role === requiredRole).map(show);
  return { ifCondition: withRole('if')[0] ?? null, elseIfConditions: withRole('elseIf'), elseCondition: withRole('else')[0] ?? null };
}

const serializeCondition = (project: Project, { id, script }: ConditionRecord) => ({
  id,
  output: project.childIds(id, 'outputs')[0] ?? null,
  script: script === '' ? null : script,
});

/** [Connection] a list contains the label as a string, a single read as the localized map. */
const connectionItem = defineReply('connection', 'list');
const storedConnection = defineReply('connection', 'single');

export const serializeBoardConnections = (project: Project, boardId: string) =>
  project.children('connection', requireBoard(project, boardId).id, 'connections').map((connection) => connectionItem(connection, project));
export const serializeConnection = (project: Project, connectionId: string) =>
  storedConnection(requireRecord(project, 'connection', connectionId), project);
