/** The service as users start it: a process of `serve` over real HTTP. Keys and members are created on the command line. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectToInstance } from '../../main/instance/instance-client.ts';
import { createInvoke } from '../../shared/contracts/ipc/backend.ts';
import { json, start } from '../main/cli/taleport.ts';
import { cannot, type Place, plentyOfSeats } from './place.ts';
import { taleportFields } from './taleport-fields.ts';

export const servedPlace: Place = {
  name: 'serve',
  offers: new Set(['own', 'accounts', 'single-flow', 'samples'] as const),
  additionalFields: taleportFields,
  async open({ uploadFlow = 'two-step' } = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'taleport-conformance-'));
    const process = start('serve', '--port', '0', '--upload-flow', uploadFlow, '--data', folder);
    const { url } = JSON.parse(await process.line((line) => line.startsWith('{'))) as { url: string };
    const made = (await json('key', 'create', '--name', 'conformance', '--read', '--write', '--data', folder)) as { key: string };
    const owner = await connectToInstance(folder);
    if (!owner) throw new Error('The process that serves does not let others join.');
    const ask = createInvoke(owner);
    await ask('workspace.set', { seats: plentyOfSeats });
    return {
      key: made.key,
      ask,
      waits: false,
      made: [],
      advance: cannot('move the clock'),
      fail: cannot('fail'),
      otherWorkspace: cannot('make a workspace'),
      fetch: (path, init) => fetch(new URL(path, url), { redirect: 'manual', ...init }),
      async close() {
        await owner.close();
        process.child.kill('SIGTERM');
        const { code, err } = await process.ended;
        rmSync(folder, { recursive: true, force: true });
        if (code !== 0) throw new Error(`serve ended with ${code}: ${err}`);
      },
    };
  },
};
