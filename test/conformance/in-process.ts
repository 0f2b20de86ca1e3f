/** The service in this process: Request in, Response out, nothing on disk, with a clock that the tests control. */
import { openBackend } from '../../main/app/backend/backend.ts';
import { createInvoke } from '../../shared/contracts/ipc/backend.ts';
import type { Environment } from '../../shared/environment.ts';
import { testRunSeed } from '../seed.ts';
import { createTestEnvironment } from '../test-environment.ts';
import { type Place, plentyOfSeats } from './place.ts';
import { taleportFields } from './taleport-fields.ts';

export const inProcessPlace: Place = {
  name: 'in-process',
  offers: new Set(['own', 'accounts', 'clock', 'workspaces', 'single-flow', 'failure', 'samples'] as const),
  additionalFields: taleportFields,
  async open({ uploadFlow = 'two-step' } = {}) {
    const { environment, advance, failing } = movableEnvironment();
    const faults: string[] = [];
    const parts = await openBackend(null, environment, (line) => faults.push(line));
    const ask = createInvoke(parts);
    await ask('workspace.set', { seats: plentyOfSeats });
    const { key } = await ask('apiKey.create', { name: 'conformance', permissions: ['project:read', 'project:write'] });
    return {
      key,
      ask,
      advance,
      fail: (on) => {
        failing.on = on;
      },
      waits: false,
      made: [],
      async fetch(path, init) {
        const response = await parts.restApi.handle(new Request(`http://127.0.0.1${path}`, init), { uploadFlow });
        if (response.status === 500 && !failing.on)
          throw new Error(`${init.method} ${path} gave a 500: ${await response.text()}\n${faults.join('\n')}`);
        return response;
      },
      async otherWorkspace() {
        const { id } = parts.accounts.createWorkspace({ name: 'Another', seats: plentyOfSeats });
        return parts.accounts.createKey({ name: 'other', permissions: ['project:read', 'project:write'], workspaceId: id }).key;
      },
      close: () => parts.close(),
    };
  },
};

/** The time advances by a millisecond with every reading. */
function movableEnvironment(): { environment: Environment; advance(seconds: number): void; failing: { on: boolean } } {
  const failing = { on: false };
  const seeded = createTestEnvironment(testRunSeed());
  const newId = () => {
    if (failing.on) throw new Error('secret: the disk is on fire');
    return seeded.newId();
  };
  let now = Date.UTC(2026, 0, 1) * 1000 + 123_456;
  return {
    environment: {
      now: () => (now += 1000),
      monotonicNow: () => Math.floor(now / 1000),
      awakeNow: () => Math.floor(now / 1000),
      newId,
      random: seeded.random,
    },
    failing,
    advance: (seconds) => {
      now += seconds * 1e6;
    },
  };
}
