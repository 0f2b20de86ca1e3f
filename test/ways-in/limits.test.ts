/** [Ways in] Limits of ways in that no other test reaches. docs/security.md lists those of every way in. */
import { EventEmitter } from 'node:events';
import { truncateSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { openFileStore } from '../../main/assets/file-store.ts';
import { openBackupFile } from '../../main/backups/backup-content.ts';
import { compareTexts } from '../../main/delivery/folder/compare-texts.ts';
import { parseOpenRequest } from '../../main/desktop/app-arguments.ts';
import { pageDataElementId } from '../../main/exporters/html/page-data.ts';
import { readPageRecords } from '../../main/exporters/html/read-page.ts';
import { importSource } from '../../main/importers/import-source.ts';
import { readJsonLines } from '../../main/instance/instance-protocol.ts';
import { jsonBodyLimit, readJsonObject } from '../../main/rest-api/http/request-body.ts';
import { FileTransfers, type SyncFileStore } from '../../main/sync/client/files/file-transfers.ts';
import { RunningTransfers } from '../../main/sync/client/files/running-transfers.ts';
import { RemoteUnavailableError } from '../../main/sync/protocol/remote-api.ts';
import { startFaultyServer } from '../main/sync/client/faulty-server.ts';
import { createMemoryKeyValueStore } from '../memory-key-value-store.ts';
import { newFolder } from '../new-folder.ts';
import { noLimits, pack } from '../project-file-tools.ts';
import { createTestEnvironment } from '../test-environment.ts';

const wide = (count: number): string => `[${'{},'.repeat(count)}{}]`;

test('a story of more than 512 MB is refused before it is read', async () => {
  const environment = createTestEnvironment();
  const path = join(newFolder(), 'huge.json');
  writeFileSync(path, '{');
  truncateSync(path, 513 * 2 ** 20);
  const fileStore = openFileStore(null, createMemoryKeyValueStore(), environment);
  await expect(importSource({ path }, { environment, fileStore, limits: noLimits })).rejects.toMatchObject({ code: 'tooLarge' });
  await fileStore.close();
});

test.each([
  ['brackets', '['.repeat(10_000_000)],
  ['values', `{"records":${wide(2_000_000)}}`],
])('a playable page with many %s is not read', async (_, data) => {
  const page = `<script type="application/json" id="${pageDataElementId}">${data}</script>`;
  await expect(readPageRecords(page)).rejects.toMatchObject({ code: 'invalid', text: { key: 'exporter.html.notReadable' } });
});

test('a file of a game folder with more than four million characters is not compared line by line', () => {
  expect(compareTexts('x'.repeat(4_000_001), 'y')).toMatchObject({ type: 'other' });
});

test('a file of a game folder with many or deeply nested values is compared as it is', () => {
  const deep = `${'['.repeat(100)}${'1,'.repeat(1000)}1${']'.repeat(100)}`;
  for (const text of [deep, wide(300_000)]) {
    const { type, hunks } = compareTexts(text, 'other');
    // Printed by level, it would have a line for each value.
    expect([type, hunks.flatMap(({ lines }) => lines).length]).toEqual(['text', 2]);
  }
});

test.each([
  ['longer than the limit', `"${'x'.repeat(100)}"\n`],
  ['without an end, longer than the limit', 'x'.repeat(101)],
  ['nested deeper than any story', `${'['.repeat(90)}\n`],
  ['that is no JSON', 'hello\n'],
])('a line of a local socket that is %s ends the connection, and is not handled', (_, line) => {
  let isEnded = false;
  const handled: unknown[] = [];
  const socket = Object.assign(new EventEmitter(), { destroy: () => (isEnded = true) });
  // Only these two members are used.
  readJsonLines(
    socket as unknown as Socket,
    () => 100,
    (value) => handled.push(value),
  );
  socket.emit('data', Buffer.from(line));
  expect([isEnded, handled]).toEqual([true, []]);
});

test('a link of megabytes is ignored', () => {
  for (const text of [`taleport://open/${'a'.repeat(5_000_000)}`, `taleport://${'/'.repeat(5_000_000)}`, `file:${'%2f'.repeat(2_000_000)}`])
    expect(parseOpenRequest(text, resolve('/home/me'))).toBeUndefined();
});

test.each(['['.repeat(2_000_000), wide(200_000)])(
  'a backup with many brackets or values in its manifest (%#) is refused',
  async (manifest) => {
    const folder = newFolder();
    const path = join(folder, 'backup.zip');
    writeFileSync(path, pack({ 'backup.json': Buffer.from(manifest), 'taleport.sqlite': Buffer.from('x') }));
    await expect(openBackupFile(path, folder)).rejects.toMatchObject({ code: 'invalid' });
  },
);

test('a file of a remote that goes on beyond the size that the remote has reported is not stored', async () => {
  const server = await startFaultyServer((_, outgoing) => {
    outgoing.writeHead(200, { etag: '"same"' });
    const send = (): void => void (outgoing.destroyed || outgoing.write(Buffer.alloc(65_536), send));
    send();
  });
  let received = 0;
  const fileStore = {
    async storePending(_: unknown, { bytes }: { bytes: AsyncIterable<Uint8Array> }) {
      for await (const piece of bytes) received += piece.length;
    },
  };
  const transfers = new FileTransfers({
    client: server.client(),
    hash: 'castle',
    // The parts that a download uses.
    store: { checkpoint: { remoteHash: 'castle' } } as never,
    fileStore: fileStore as unknown as SyncFileStore,
    newId: () => '1',
    running: new RunningTransfers(),
  });
  // The fields of the asset that a download reads.
  const asset = { id: '1', name: 'Gate', type: 'image' } as never;
  await expect(transfers.download(asset, 200_000)).rejects.toBeInstanceOf(RemoteUnavailableError);
  expect(received).toBeLessThanOrEqual(200_000);
  expect(server.requests).toHaveLength(1);
  await server.close();
});

test('a body of a request that is nested more deeply than any story is refused before it is parsed', async () => {
  for (const text of [`{"a":${'['.repeat(250)}${']'.repeat(250)}}`, `{"a":${'['.repeat(90_000)}`]) {
    const headers = { 'content-type': 'application/json', 'content-length': String(text.length) };
    const request = new Request('http://127.0.0.1/', { method: 'POST', body: text, headers });
    await expect(readJsonObject(request, jsonBodyLimit)).rejects.toMatchObject({ faultsByPath: { body: expect.anything() } });
  }
});
