/** How the inspector changes a record: one command for each field that is edited. */
import type { ChangeFields, Command, CommandResult } from '../../shared/model/commands.ts';
import type { KindName } from '../../shared/model/kinds/kinds.ts';
import { sendCommand } from './send-command.ts';

export function changeFieldsCommand<K extends KindName>(kind: K, id: string, fields: ChangeFields<K>): Command {
  // The pair of kind and fields is right by the signature; a union over all kinds cannot say so.
  return { do: 'change', kind, id, fields } as Command;
}

/** Sends and hands a refusal back to the field. */
export const saveFields = <K extends KindName>(kind: K, id: string, fields: ChangeFields<K>): Promise<CommandResult> =>
  sendCommand(changeFieldsCommand(kind, id, fields));

/** Sends; a refusal has been told by then. */
export const updateFields = <K extends KindName>(kind: K, id: string, fields: ChangeFields<K>): void =>
  void saveFields(kind, id, fields).catch(() => undefined);
