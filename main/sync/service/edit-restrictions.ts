/**
 * In a synced project, only edits are allowed that the remote's API can receive. All others are rejected immediately, with the reason,
 * because they could never be sent. Texts may contain any formatting: a text that no request can contain is held (G30).
 */
import { type Message, message } from '../../../shared/messages/message.ts';
import { type Command, type CommandOrigin, changeCommand, type SingleCommand } from '../../../shared/model/commands.ts';
import { getKind, isKindName, type KindName } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { invalidFieldsProblem } from '../../../shared/problem.ts';
import type { Engine } from '../../engine/engine.ts';
import { isDerived, isReadOnly, isSendable } from '../plan/field-paths.ts';

interface SyncRules {
  /** Throws the Problem of a command that the remote could never accept. */
  assertCommandAllowed(hash: string, command: Command): void;
  revertBlockReason(hash: string): ReturnType<typeof revertBlockReason> | undefined;
}

/**
 * The engine for the window, the command line and REST, which applies the rules of synced projects to commands, undo steps and restored
 * versions. Sync itself uses the engine without them. `rule` is evaluated for each call: sync is created after the engine.
 */
export function withSyncRules(engine: Engine, rule: () => SyncRules): Engine {
  const assertAllowed = (hash: string, command: Command, origin: CommandOrigin) => {
    if (origin === 'user' || origin === 'api') rule().assertCommandAllowed(hash, command);
  };
  const assertRestoreAllowed = (hash: string, id: string, version: number | undefined) => {
    const past = engine.listRecordVersions(hash, id).find((each) => each.version === version)?.record;
    if (!past || !engine.getProject(hash).has(id)) return;
    // Restoring writes the texts of the version, so they must satisfy the same rules as a change.
    const texts = Object.keys(getKind(past.kind).texts).map((field) => [field, past[field]]);
    assertAllowed(hash, changeCommand(past.kind, id, Object.fromEntries(texts)), 'user');
  };
  const { inSlices } = engine;
  return {
    ...engine,
    execute(hash, command, origin, extraRows) {
      assertAllowed(hash, command, origin);
      return engine.execute(hash, command, origin, extraRows);
    },
    dryRun(hash, command, origin, copy) {
      assertAllowed(hash, command, origin);
      return engine.dryRun(hash, command, origin, copy);
    },
    dryRunInSteps(hash, command, origin, copy) {
      assertAllowed(hash, command, origin);
      return engine.dryRunInSteps(hash, command, origin, copy);
    },
    undo: (hash) => engine.undo(hash, rule().revertBlockReason(hash)),
    redo: (hash) => engine.redo(hash, rule().revertBlockReason(hash)),
    restoreRecord(hash, id, version) {
      assertRestoreAllowed(hash, id, version);
      return engine.restoreRecord(hash, id, version, rule().revertBlockReason(hash));
    },
    inSlices: {
      ...inSlices,
      async execute(hash, command, origin, extraRows) {
        await inSlices.whenReady(hash);
        assertAllowed(hash, command, origin);
        return inSlices.execute(hash, command, origin, extraRows);
      },
      executeAt(version, hash, command, ...rest) {
        assertAllowed(hash, command, rest[0]);
        return inSlices.executeAt(version, hash, command, ...rest);
      },
      async undo(hash) {
        await inSlices.whenReady(hash);
        return inSlices.undo(hash, rule().revertBlockReason(hash));
      },
      async redo(hash) {
        await inSlices.whenReady(hash);
        return inSlices.redo(hash, rule().revertBlockReason(hash));
      },
      async restoreRecord(hash, id, version) {
        await inSlices.whenReady(hash);
        assertRestoreAllowed(hash, id, version);
        return inSlices.restoreRecord(hash, id, version, rule().revertBlockReason(hash));
      },
    },
  };
}

const localesReadOnly = message('problem.sync.languagesReadOnly');
const fieldReadOnly = message('problem.sync.fieldReadOnly');

/** A fault at the path of a field. */
type PathFault = readonly [path: string, fault: Message];

/** Throws a Problem `invalid` with every fault by field. */
export function assertCommandAllowed(command: Command, project: Project): void {
  const faults: Record<string, Message> = {};
  for (const each of command.do === 'batch' ? command.commands : [command])
    for (const [path, fault] of commandFaults(each, project)) faults[path] ??= fault;
  if (Object.keys(faults).length > 0) throw invalidFieldsProblem(faults);
}

function* commandFaults(command: SingleCommand, project: Project): Generator<PathFault> {
  switch (command.do) {
    case 'addLocale':
    case 'changeLocale':
    case 'removeLocale':
    case 'makeMainLocale':
      yield ['locales', localesReadOnly];
      return;
    case 'create':
    case 'change':
      if (isReadOnly({ kind: command.kind })) yield [command.kind, fieldReadOnly];
      else yield* fieldFaults(command, project);
      return;
    case 'remove':
    case 'move':
      if (isReadOnly({ kind: command.kind })) yield [command.kind, fieldReadOnly];
  }
}

/** Fields whose values only the remote assigns: if they are lost there, they cannot be restored from here. */
const remoteOwnedFields: { readonly [K in KindName]?: readonly string[] } = {
  project: ['locales'],
  board: ['customId'],
  component: ['customId'],
  variable: ['name'],
  attribute: ['customId'],
};

/**
 * Returns the reason why an undo must not restore something: steps from before the project was synced, and records that were removed with
 * others. `isThere` returns whether the record exists on the remote, as far as is known.
 */
export const revertBlockReason =
  (isThere: (id: string) => boolean) =>
  ({ kind, id, type }: { kind: string; id: string; type?: unknown }, field: string | null): Message | undefined => {
    if (!isKindName(kind)) return undefined;
    if (field === null) return isReadOnly({ kind, type }) && !isThere(id) ? message('problem.sync.cannotRestore') : undefined;
    if (!remoteOwnedFields[kind]?.includes(field)) return undefined;
    return kind === 'project' ? localesReadOnly : fieldReadOnly;
  };

function* fieldFaults(
  { do: verb, kind, fields, ...target }: Extract<SingleCommand, { do: 'create' | 'change' }>,
  project: Project,
): Generator<PathFault> {
  const current = verb === 'change' && 'id' in target ? project.get(String(target.id)) : undefined;
  if (!current) return;
  for (const [field, value] of Object.entries<unknown>(fields)) {
    const isUnsendable = !isSendable(kind, field) && !isDerived(kind, field);
    const isFixed = field === 'customId' && current.customId !== null;
    if (current[field] !== value && (isUnsendable || isFixed)) yield [field, fieldReadOnly];
  }
}
