/** How the inspector changes a record: one command for each field that is edited. */
import type { ChangeFields, Command, Reply } from '../../shared/commands.ts';
import type { KindName } from '../../shared/kinds/all.ts';
import { send } from '../state/send.ts';

export function changing<K extends KindName>(kind: K, id: string, fields: ChangeFields<K>): Command {
  // The pair of kind and fields is right by the signature; a union over all kinds cannot say so.
  return { do: 'change', kind, id, fields } as Command;
}

/** Sends and hands a refusal back to the field. */
export const saveChange = <K extends KindName>(kind: K, id: string, fields: ChangeFields<K>): Promise<Reply> =>
  send(changing(kind, id, fields));

/** Sends; a refusal has been told by then. */
export const change = <K extends KindName>(kind: K, id: string, fields: ChangeFields<K>): void =>
  void saveChange(kind, id, fields).catch(() => undefined);
