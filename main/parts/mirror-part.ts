/** The mirror with everything of this process that it works with: engine, vault, clock, network, environment. */
import type { Event } from '../../shared/ipc/events.ts';
import type { World } from '../../shared/world.ts';
import type { Vault } from '../assets/vault.ts';
import { type Engine, freshHash } from '../engine/engine.ts';
import { exportStory } from '../export/export-story.ts';
import type { KeyStore } from '../mirror/workspaces/keys.ts';
import { type Mirror, openMirror } from '../mirror/workspaces/open-mirror.ts';
import { remoteReach, tryOut } from './reach-remote.ts';

/** Milliseconds after which silence about a write counts; tests are in more of a hurry. */
const usualSettle = 90_000;
/** The longest that a timer of Node can wait. */
const longest = 2_147_483_647;

interface Deps {
  readonly engine: Engine;
  readonly vault: Vault;
  readonly world: World;
  readonly log: (line: string) => void;
  readonly tell: (event: Event) => void;
  readonly keys: KeyStore | undefined;
  readonly isLive: boolean;
}

export function mirrorPart({ engine, vault, world, ...deps }: Deps): Mirror {
  const taken = new Map<string, unknown>();
  const safely = (ring: () => void): void => {
    try {
      ring();
    } catch (error) {
      deps.log(`The mirror failed: ${error instanceof Error ? error.stack : String(error)}`);
    }
  };
  return openMirror({
    ...deps,
    world,
    engine: { ...engine, create: (records, beside, hash) => void engine.create(records, () => beside, hash) },
    timers: {
      after(milliseconds, ring) {
        const timer = setTimeout(() => safely(ring), Math.min(milliseconds, longest));
        return () => clearTimeout(timer);
      },
    },
    reach: remoteReach(vault, world),
    tryOut: (url, key) => tryOut(url, key, world),
    story: (hash) => JSON.parse(exportStory(engine.project(hash), { format: 'json', allLocales: true, as: 'file' })),
    newHash: () => freshHash(world, taken),
    env: (name) => process.env[name],
    settle: Number(process.env.TALEPORT_SETTLE_MS) || usualSettle,
  });
}
