/** What the mirrors of all projects work with. */
import type { Event } from '../../../shared/ipc/events.ts';
import type { World } from '../../../shared/world.ts';
import type { KeyStore } from './keys.ts';
import type { MirrorEngine } from './mirror-engine.ts';
import type { Timers } from './timers.ts';
import type { Reach, Reached } from './workspace.ts';

export interface MirrorsDeps {
  readonly engine: MirrorEngine;
  readonly world: World;
  readonly timers: Timers;
  readonly reach: (how: Reach) => Reached;
  readonly keys: KeyStore | undefined;
  readonly env: (name: string) => string | undefined;
  /** Things go by themselves; else only what is asked for. */
  readonly isLive: boolean;
  /** Milliseconds after which silence about a write counts (`TALEPORT_SETTLE_MS` for tests). */
  readonly settle: number;
  readonly tell: (event: Event) => void;
  readonly log: (line: string) => void;
  /** A hash that no project has, most likely. */
  readonly newHash: () => string;
}
