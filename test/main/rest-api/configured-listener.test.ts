/** The listener of the settings follows them, whatever went wrong before. */
import { expect, test } from 'vitest';
import { openConfiguredListener } from '../../../main/rest-api/service-listeners.ts';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import { verbatim } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { createMemoryKeyValueStore } from '../../memory-key-value-store.ts';

test('settings apply although earlier ones could not be read', async () => {
  const rows = createMemoryKeyValueStore();
  let isReadable = true;
  const store: KeyValueStore = {
    ...rows,
    get(id) {
      if (!isReadable) throw new Error('The disk is failing');
      return rows.get(id);
    },
  };
  const listenAt = async (port: number) => ({ port, url: `http://127.0.0.1:${port}`, close: async () => undefined });
  const listener = openConfiguredListener({ store, log: () => undefined, listenAt, onChange: () => undefined });
  isReadable = false;
  await expect(listener.applySettings()).rejects.toThrow('The disk is failing');
  isReadable = true;
  await listener.updateSettings({ on: true, port: 4000 });
  expect(listener.listeners().map(({ port }) => port)).toEqual([4000]);
  await listener.close();
  expect(listener.listeners()).toEqual([]);
});

test('a port that stays taken is logged once, and again after it was free', async () => {
  let isTaken = true;
  const lines: string[] = [];
  const listener = openConfiguredListener({
    store: createMemoryKeyValueStore(),
    log: (line) => lines.push(line),
    async listenAt(port) {
      if (isTaken) throw new Problem('busy', verbatim('The port is taken.'));
      return { port, url: `http://127.0.0.1:${port}`, close: async () => undefined };
    },
    onChange: () => undefined,
  });
  await listener.updateSettings({ on: true, port: 4000 });
  for (let attempt = 0; attempt < 3; attempt++) await listener.applySettings();
  expect(lines).toHaveLength(1);
  isTaken = false;
  await listener.applySettings();
  isTaken = true;
  await listener.updateSettings({ on: true, port: 4001 });
  expect(lines).toHaveLength(2);
  await listener.close();
});
