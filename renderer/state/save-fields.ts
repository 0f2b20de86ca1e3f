/** Changes fields of a record, or of several to the same values: one command, and so one step of undo, per edited field. */
import { jsonEquals } from '../../shared/model/change-set.ts';
import type { ChangeFields, Command, CommandResult, SingleCommand } from '../../shared/model/commands.ts';
import type { KindName, StoryRecord } from '../../shared/model/kinds/kinds.ts';
import { openProjectStore } from './open-project.ts';
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

/** Values of `updateValues` that were sent and that the open project may not contain yet, by project, record and field. */
const sentValues = new Map<string, unknown>();

/**
 * Changes a field with a value of several parts, such as a list, which each edit replaces as a whole. Edits in quick succession are computed from the value that
 * was sent last: what is drawn does not contain the previous one yet. Where `change` returns an equal value, nothing is sent.
 */
export function updateValues<K extends KindName, F extends keyof StoryRecord<K> & string>(
  kind: K,
  ids: readonly string[],
  field: F,
  change: (value: StoryRecord<K>[F]) => StoryRecord<K>[F],
): void {
  const { hash, project } = openProjectStore.getState();
  const changes = ids.flatMap((id) => {
    const record = project.find(kind, id);
    if (!record) return [];
    const key = `${hash}/${id}/${field}`;
    // Only this function writes values, and the key contains the field.
    const before = sentValues.has(key) ? (sentValues.get(key) as StoryRecord<K>[F]) : record[field];
    const value = change(before);
    // True by the signature, which a union over all kinds cannot express.
    return jsonEquals(value, before)
      ? []
      : [{ key, value, command: { do: 'change', kind, id, fields: { [field]: value } } as SingleCommand }];
  });
  const [first, ...others] = changes;
  if (!first) return;
  for (const { key, value } of changes) sentValues.set(key, value);
  const forget = () => {
    for (const { key, value } of changes) if (sentValues.get(key) === value) sentValues.delete(key);
  };
  const command: Command = others.length === 0 ? first.command : { do: 'batch', commands: changes.map((each) => each.command) };
  void sendCommand(command).then(forget, forget);
}
