/** Changes fields of a record, or of several to the same values: one command, and so one step of undo, per edited field. */
import type { ChangeFields, Command, CommandResult, SingleCommand } from '../../shared/model/commands.ts';
import type { KindName } from '../../shared/model/kinds/kinds.ts';
import { sendCommand, sendFieldChange } from './send-command.ts';

/** `ids` is not empty. */
export function changeFieldsCommand<K extends KindName>(kind: K, ids: string | readonly string[], fields: ChangeFields<K>): Command {
  // True by the signature: `fields` belong to `kind`. A union over all kinds cannot express that.
  const change = (id: string) => ({ do: 'change', kind, id, fields }) as SingleCommand;
  if (typeof ids === 'string') return change(ids);
  const [only = '', ...others] = ids;
  return others.length === 0 ? change(only) : { do: 'batch', commands: ids.map(change) };
}

/** Sends what was typed in a field. Rejects if it is rejected, so that the field can show why. */
export const saveFields = <K extends KindName>(kind: K, ids: string | readonly string[], fields: ChangeFields<K>): Promise<CommandResult> =>
  sendFieldChange(changeFieldsCommand(kind, ids, fields));

/** Sends the change and does not wait. A rejection is shown as a toast by `sendCommand`. */
export const updateFields = <K extends KindName>(kind: K, ids: string | readonly string[], fields: ChangeFields<K>): void =>
  void sendCommand(changeFieldsCommand(kind, ids, fields)).catch(() => undefined);
