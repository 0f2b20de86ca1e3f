/**
 * Commands for fields whose names are computed, so that the types cannot check that the fields belong to the kind. The engine validates
 * every command: a wrong field is rejected. `changeCommand` of the model is not used, because its module loads zod, which the window
 * never does. Pure.
 */
import type { SingleCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord, KindName } from '../../../shared/model/kinds/kinds.ts';

type ComputedFields = Readonly<Record<string, unknown>>;

export const computedChangeCommand = (kind: KindName, id: string, fields: ComputedFields): SingleCommand =>
  // Checked by the engine, see above.
  ({ do: 'change', kind, id, fields }) as SingleCommand;

/** `children` are the properties beside `fields` with which some kinds are created, such as the conditions of a branch. */
export const computedCreateCommand = (kind: KindName, id: string, fields: ComputedFields, children: ComputedFields = {}): SingleCommand =>
  // Checked by the engine, see above.
  ({ do: 'create', kind, id, fields, ...children }) as SingleCommand;

/** Gives the successor of a record, which has another id, what the record has beside its fields; nothing to do for most records. */
export function putEnvelopeCommands({ kind, extra, translatedFrom, localComments }: AnyRecord, id: string): SingleCommand[] {
  if (!extra && !translatedFrom && !localComments) return [];
  return [
    {
      do: 'putEnvelope',
      kind,
      id,
      ...(extra && { extra }),
      ...(translatedFrom && { translatedFrom }),
      ...(localComments && { localComments }),
    },
  ];
}
