/**
 * The engine for whoever edits: window, command line, REST. A mirrored project takes only what can get to its remote, whoever asks and however
 * (a command, undo, an earlier version); the mirror itself works with the engine as it is.
 */
import type { Command, Origin } from '../../shared/commands.ts';
import { kindNamed } from '../../shared/kinds/all.ts';
import type { Engine } from '../engine/engine.ts';
import type { Mirror } from '../mirror/workspaces/open-mirror.ts';

type Rule = Pick<Mirror, 'mustBeAllowed' | 'whyNotBack'>;

/** `rule` is asked for each time: the mirror is there later than the engine. */
export function editedEngine(engine: Engine, rule: () => Rule): Engine {
  const look = (hash: string, command: Command, origin: Origin) => {
    if (origin === 'user' || origin === 'api') rule().mustBeAllowed(hash, command);
  };
  return {
    ...engine,
    send(hash, command, origin, beside) {
      look(hash, command, origin);
      return engine.send(hash, command, origin, beside);
    },
    consider(hash, command, origin) {
      look(hash, command, origin);
      engine.consider(hash, command, origin);
    },
    undo: (hash) => engine.undo(hash, rule().whyNotBack(hash)),
    redo: (hash) => engine.redo(hash, rule().whyNotBack(hash)),
    restore(hash, id, version) {
      const past = engine.versionsOf(hash, id).find((each) => each.version === version)?.record;
      // Its texts must be such as may be written now.
      if (past && engine.project(hash).has(id)) {
        const texts = Object.keys(kindNamed(past.kind).texts).map((field) => [field, past[field]]);
        look(hash, { do: 'change', kind: past.kind, id, fields: Object.fromEntries(texts) } as Command, 'user');
      }
      return engine.restore(hash, id, version, rule().whyNotBack(hash));
    },
  };
}
