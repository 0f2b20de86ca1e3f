/** Adds, changes and removes the comments of a record that are not synced with a workspace (shared/model/local-comments.ts). */
import { formatIsoTime } from '../../../shared/environment.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import { kindNoun } from '../../../shared/model/kind-messages.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { LocalComment, LocalComments } from '../../../shared/model/local-comments.ts';
import { notFoundProblem } from '../../../shared/problem.ts';
import type { DecisionContext } from './project-draft.ts';

type CommandNamed<N> = Extract<SingleCommand, { do: N }>;

export function addLocalComment(
  { kind, id, text, author }: CommandNamed<'addLocalComment'>,
  { draft, environment }: DecisionContext,
): readonly string[] {
  const record = draft.getRecordOrThrow(kind, id);
  const commentId = environment.newId();
  const signed = author === undefined ? { text } : { text, author };
  const comment: LocalComment = { ...signed, createdAt: formatIsoTime(environment.now()), updatedAt: null, resolved: false };
  draft.put(withLocalComments(record, { ...record.localComments, [commentId]: comment }));
  return [commentId];
}

export function changeLocalComment(command: CommandNamed<'changeLocalComment'>, { draft, environment }: DecisionContext): void {
  const record = draft.getRecordOrThrow(command.kind, command.id);
  const before = commentOrThrow(record, command.commentId);
  const { text = before.text, resolved = before.resolved } = command;
  const updatedAt = text === before.text ? before.updatedAt : formatIsoTime(environment.now());
  draft.put(withLocalComments(record, { ...record.localComments, [command.commentId]: { ...before, text, resolved, updatedAt } }));
}

export function removeLocalComment({ kind, id, commentId }: CommandNamed<'removeLocalComment'>, { draft }: DecisionContext): void {
  const record = draft.getRecordOrThrow(kind, id);
  commentOrThrow(record, commentId);
  const { [commentId]: _removed, ...others } = record.localComments ?? {};
  draft.put(withLocalComments(record, others));
}

/** Without comments, the field is omitted, so that undo restores exactly the same record. */
export function withLocalComments({ localComments: _before, ...record }: AnyRecord, comments: LocalComments | undefined): AnyRecord {
  const isEmpty = comments === undefined || Object.keys(comments).length === 0;
  // All other fields are those of the record.
  return (isEmpty ? record : { ...record, localComments: comments }) as AnyRecord;
}

function commentOrThrow(record: AnyRecord, commentId: string): LocalComment {
  const comment = record.localComments?.[commentId];
  if (!comment) throw notFoundProblem(kindNoun('comment'), commentId);
  return comment;
}
