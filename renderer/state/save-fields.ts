/** Changes fields of a record, one command per edited field. */
import type { ChangeFields, Command, CommandResult } from '../../shared/model/commands.ts';
import type { KindName } from '../../shared/model/kinds/kinds.ts';
import { sendCommand, sendFieldChange } from './send-command.ts';

export function changeFieldsCommand<K extends KindName>(kind: K, id: string, fields: ChangeFields<K>): Command {
  // True by the signature: `fields` belong to `kind`. A union over all kinds cannot express that.
  return { do: 'change', kind, id, fields } as Command;
}

/** Sends what was typed in a field. Rejects if it is rejected, so that the field can show why. */
export const saveFields = <K extends KindName>(kind: K, id: string, fields: ChangeFields<K>): Promise<CommandResult> =>
  sendFieldChange(changeFieldsCommand(kind, id, fields));

/** Sends the change and does not wait. A rejection is shown as a toast by `sendCommand`. */
export const updateFields = <K extends KindName>(kind: K, id: string, fields: ChangeFields<K>): void =>
  void sendCommand(changeFieldsCommand(kind, id, fields)).catch(() => undefined);
