/**
 * The engine for the window, the command line and REST. For a synced project, it only accepts commands, undo steps and restored versions
 * that can be sent to the remote. Sync itself uses the engine without these rules.
 */
import { type Command, type CommandOrigin, changeCommand } from '../../../shared/model/commands.ts';
import { getKind } from '../../../shared/model/kinds/kinds.ts';
import type { Engine } from '../../engine/engine.ts';
import type { SyncController } from '../../sync/service/sync-controller.ts';

type SyncRules = Pick<SyncController, 'assertCommandAllowed' | 'revertBlockReason'>;

/** `rule` is evaluated for each call: sync is created after the engine. */
export function withSyncRules(engine: Engine, rule: () => SyncRules): Engine {
  const assertAllowed = (hash: string, command: Command, origin: CommandOrigin) => {
    if (origin === 'user' || origin === 'api') rule().assertCommandAllowed(hash, command);
  };
  return {
    ...engine,
    execute(hash, command, origin, extraRows) {
      assertAllowed(hash, command, origin);
      return engine.execute(hash, command, origin, extraRows);
    },
    dryRun(hash, command, origin) {
      assertAllowed(hash, command, origin);
      engine.dryRun(hash, command, origin);
    },
    undo: (hash) => engine.undo(hash, rule().revertBlockReason(hash)),
    redo: (hash) => engine.redo(hash, rule().revertBlockReason(hash)),
    restoreRecord(hash, id, version) {
      const past = engine.listRecordVersions(hash, id).find((each) => each.version === version)?.record;
      // Restoring writes the texts of the version, so they must satisfy the same rules as a change.
      if (past && engine.getProject(hash).has(id)) {
        const texts = Object.keys(getKind(past.kind).texts).map((field) => [field, past[field]]);
        assertAllowed(hash, changeCommand(past.kind, id, Object.fromEntries(texts)), 'user');
      }
      return engine.restoreRecord(hash, id, version, rule().revertBlockReason(hash));
    },
  };
}
