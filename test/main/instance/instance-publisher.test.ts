import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createInstancePublisher } from '../../../main/instance/instance-server.ts';
import type { LocalSocketAddress } from '../../../main/instance/local-socket-address.ts';

test('what was deleted is published again once, however many checks find it missing at the same time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'owner-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const listen = vi.fn(async (address: LocalSocketAddress) => {
    if (process.platform !== 'win32') writeFileSync(address.listenPath, '');
    await address.publish();
  });
  const log = vi.fn();
  const publisher = createInstancePublisher(folder, 'ab'.repeat(32), { listen }, log);
  await publisher.publish();
  for (const published of [2, 3]) {
    rmSync(join(folder, 'instance.json'));
    await Promise.all([publisher.verify(), publisher.verify()]);
    expect(listen).toHaveBeenCalledTimes(published);
    expect(log).toHaveBeenCalledTimes(published - 1);
    expect(readdirSync(folder)).toContain('instance.json');
  }
  await publisher.withdraw();
  await publisher.freeAddress();
});
