/**
 * The ways by which bytes from outside enter the program (docs/security.md), each as a function that takes them as the program does, with valid
 * bytes to begin from. A way in answers with a value or with an error that is meant for a person: whatever else it throws is a fault.
 */
import { EventEmitter } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { openBackend } from '../../main/app/backend/backend.ts';
import { openFileStore } from '../../main/assets/file-store.ts';
import { readMedia } from '../../main/assets/read-media.ts';
import { openBackupFile } from '../../main/backups/backup-content.ts';
import { readBackupSettings } from '../../main/backups/backup-folder.ts';
import { compareTexts } from '../../main/delivery/folder/compare-texts.ts';
import { parseOpenRequest } from '../../main/desktop/app-arguments.ts';
import { readPageRecords } from '../../main/exporters/html/read-page.ts';
import { importSource } from '../../main/importers/import-source.ts';
import { importStory } from '../../main/importers/import-story.ts';
import { readJsonLines } from '../../main/instance/instance-protocol.ts';
import { systemEnvironment } from '../../main/platform/environment.ts';
import { WaitClock } from '../../main/platform/wait-clock.ts';
import { FolderMemory, readStoryFolder } from '../../main/story-folder/read-folder.ts';
import { writeNewStoryFolder } from '../../main/story-folder/write-folder.ts';
import { openHttpRemote } from '../../main/sync/client/http-remote.ts';
import { openRemoteClient } from '../../main/sync/client/remote-client.ts';
import { RemoteUnavailableError } from '../../main/sync/protocol/remote-api.ts';
import { readCsv } from '../../renderer/features/translations/csv.ts';
import { readXlsx } from '../../renderer/features/translations/read-xlsx.ts';
import { createInvoke } from '../../shared/contracts/ipc/backend.ts';
import { Project } from '../../shared/model/project.ts';
import { Problem } from '../../shared/problem.ts';
import { writeXlsx } from '../../shared/sheets/write-xlsx.ts';
import { openFakeRemote } from '../fake-remote.ts';
import { mediaFiles } from '../media-files.ts';
import { createMemoryKeyValueStore } from '../memory-key-value-store.ts';
import { noLimits, pack, projectFileBytes } from '../project-file-tools.ts';
import { root } from '../root.ts';

interface WayIn {
  readonly name: string;
  readonly seeds: readonly Buffer[];
  /** Throws only what is not an answer. */
  enter(bytes: Buffer): Promise<void>;
  /** `own`: the program runs it in a thread of its own, which may be busy for longer than one that others wait for. */
  readonly thread: 'backend' | 'own';
}

/** Neither a Problem nor what the caller of the way in treats as one. */
async function answered(work: () => unknown, isAnswer: (error: unknown) => boolean = () => false): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Problem && error.code !== 'internal') && !isAnswer(error)) throw error;
  }
}

/** `folder`: an empty folder, which belongs to the ways in. */
export async function openWaysIn(folder: string): Promise<{ readonly ways: readonly WayIn[]; close(): Promise<void> }> {
  const environment = systemEnvironment;
  const sample = readFileSync(join(root, 'samples', 'sample.json'));
  const data = join(folder, 'data');
  const backend = await openBackend(data, environment);
  const invoke = createInvoke(backend);
  const { hash } = await invoke('project.create', { template: 'sample' });
  const pagePath = join(folder, 'seed.html');
  await invoke('project.export', { hash, file: pagePath, options: { format: 'html' }, force: true });
  const page = readFileSync(pagePath);
  const backupPath = join(folder, 'seed-backup.zip');
  await invoke('backup.create', { file: backupPath });
  const backup = readFileSync(backupPath);
  await backend.close();

  const { records } = await importStory(JSON.parse(sample.toString()), { environment });
  const projectFile = await projectFileBytes(new Project(records));
  const fileStore = openFileStore(null, createMemoryKeyValueStore(), environment);
  const service = await openFakeRemote(environment);
  const importFile = (name: string) => async (bytes: Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    await answered(async () => {
      const { pendingFiles } = await importSource({ path }, { environment, fileStore, limits: noLimits, repair: bytes.length % 2 === 0 });
      fileStore.discard(pendingFiles);
    });
  };

  let body: Uint8Array = Buffer.alloc(0);
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = openRemoteClient({ url: `http://127.0.0.1:${port}`, key: () => 'key', clock: new WaitClock(environment) });
  const remote = openHttpRemote(client, { capabilities: {}, update: () => undefined, forget: () => undefined });
  const answer = (read: () => Promise<unknown>) => (bytes: Buffer) => {
    body = bytes;
    return answered(read, (error) => error instanceof RemoteUnavailableError);
  };

  const storyFolder = join(folder, 'story');
  await writeNewStoryFolder(storyFolder, new Project(records), { locateFile: () => undefined });
  const board = join(storyFolder, 'boards', readdirSync(join(storyFolder, 'boards'))[0] ?? '');
  const storyFile = join(board, readdirSync(board).find((name) => name !== 'board.yaml') ?? '');
  // As when a linked folder is read again: only the file that has changed is read and parsed.
  const memory = new FolderMemory();
  const whole = await readStoryFolder(storyFolder);
  const unchanged = new Map(
    [...whole.parsed.keys()].filter((path) => join(storyFolder, path) !== storyFile).map((path) => [path, { sha256: '', size: 0 }]),
  );
  memory.remember(whole, unchanged);

  const settings = join(folder, 'settings');
  mkdirSync(settings);
  const table = [
    ['Key', 'en', 'de'],
    ['element/00000000-0000-4000-8000-000000000001/title', 'Gate', '=1+1'],
  ];
  const story = JSON.parse(sample.toString()) as { name: string };

  const ways: WayIn[] = [
    { name: 'story', seeds: [sample], enter: importFile('story.json'), thread: 'backend' },
    {
      name: 'archive',
      seeds: [pack({ 'project.json': sample, 'images/a.png': mediaFiles.png?.() ?? sample })],
      enter: importFile('story.zip'),
      thread: 'backend',
    },
    { name: 'project file', seeds: [projectFile], enter: importFile('story.taleport'), thread: 'backend' },
    {
      name: 'backup',
      seeds: [backup],
      async enter(bytes) {
        const path = join(folder, 'backup.zip');
        writeFileSync(path, bytes);
        await answered(async () => (await openBackupFile(path, data)).close());
      },
      thread: 'backend',
    },
    {
      name: 'media',
      seeds: Object.values(mediaFiles).map((make) => make()),
      async enter(bytes) {
        const path = join(folder, 'media');
        writeFileSync(path, bytes);
        await readMedia(path);
      },
      thread: 'own',
    },
    {
      name: 'workbook',
      seeds: [Buffer.from(writeXlsx(table, [30, 30, 30]))],
      enter: (bytes) => answered(() => readXlsx(bytes)),
      thread: 'own',
    },
    {
      name: 'CSV',
      seeds: [Buffer.from(table.map((row) => row.join(';')).join('\n'))],
      enter: (bytes) => answered(() => readCsv(bytes)),
      thread: 'own',
    },
    {
      name: 'file of a story folder',
      seeds: [readFileSync(storyFile), readFileSync(join(board, 'board.yaml')), readFileSync(join(storyFolder, 'variables.yaml'))],
      async enter(bytes) {
        writeFileSync(storyFile, bytes);
        await answered(() => readStoryFolder(storyFolder, { known: memory.known(unchanged) }));
      },
      thread: 'backend',
    },
    { name: 'page', seeds: [page], enter: (bytes) => answered(() => readPageRecords(bytes.toString('utf8'))), thread: 'backend' },
    {
      name: 'file of a game folder',
      seeds: [sample],
      enter: async (bytes) => void compareTexts(bytes.toString('utf8'), sample.toString('utf8')),
      thread: 'backend',
    },
    {
      name: 'settings',
      seeds: [Buffer.from(JSON.stringify({ maxBytes: 2 ** 30, folder: null }))],
      async enter(bytes) {
        writeFileSync(join(settings, 'backups.json'), bytes);
        readBackupSettings(settings);
      },
      thread: 'backend',
    },
    {
      name: 'list of a remote',
      seeds: [Buffer.from(JSON.stringify([{ hash: 'abcdefgh', name: 'Castle', updatedAt: '2026-01-01T00:00:00Z' }]))],
      enter: answer(() => remote.list()),
      thread: 'backend',
    },
    { name: 'project of a remote', seeds: [sample], enter: answer(() => remote.read('abcdefgh', new Project())), thread: 'backend' },
    {
      name: 'answer of a remote to a write',
      seeds: [Buffer.from('{"id":"00000000-0000-4000-8000-000000000001","version":3,"previousVersion":2}')],
      enter: answer(() => client.send({ method: 'PATCH', path: '/abcdefgh/element/1', body: {} })),
      thread: 'backend',
    },
    {
      name: 'deep link',
      seeds: [Buffer.from('taleport://open/QhWSVTawUL'), Buffer.from('file:///home/me/story.taleport')],
      enter: async (bytes) => void parseOpenRequest(bytes.toString('latin1').slice(0, 100_000), folder),
      thread: 'backend',
    },
    {
      name: 'REST',
      seeds: [Buffer.from(JSON.stringify({ name: 'Import', project: story })), Buffer.from('{"name":"Board","x":1}')],
      async enter(bytes) {
        const request = new Request('http://127.0.0.1/api/v1/workspace/projects/import', {
          method: 'POST',
          headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json', 'content-length': String(bytes.length) },
          body: new Uint8Array(bytes),
        });
        const response = await service.handle(request);
        if (response.status >= 500) throw new Error(`REST answered ${response.status}: ${await response.text()}`);
        await response.arrayBuffer();
        for (const { hash: created } of service.engine.listProjects()) service.engine.removeProject(created);
      },
      thread: 'backend',
    },
    {
      name: 'socket',
      seeds: [Buffer.from('{"id":1,"call":"project.list","input":{}}\n')],
      async enter(bytes) {
        const socket = Object.assign(new EventEmitter(), { destroy: () => undefined });
        // Only these two members are used.
        readJsonLines(
          socket as unknown as Socket,
          () => 2 ** 30,
          () => undefined,
        );
        socket.emit('data', bytes);
      },
      thread: 'backend',
    },
  ];
  return {
    ways,
    async close() {
      await remote.close();
      server.close();
      await service.close();
      await fileStore.close();
    },
  };
}
