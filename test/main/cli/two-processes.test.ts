import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { connectToInstance } from '../../../main/instance/instance-client.ts';
import type { Delivery, Target } from '../../../shared/contracts/targets.ts';
import { hasSignals } from '../../system-abilities.ts';
import { json, newFolder, type Started, start, story, taleportProcess } from './taleport.ts';

const watching: Started[] = [];

afterEach(async () => {
  for (const { child, ended } of watching.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
});

async function watch(data: string): Promise<Started> {
  const started = start('watch', '--data', data, '--json');
  watching.push(started);
  await started.line((line) => line.includes('"notice"'));
  return started;
}

function storyFile(): string {
  const path = join(newFolder(), 'small.json');
  writeFileSync(path, JSON.stringify(story()));
  return path;
}

function godotGame(): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'project.godot'), 'config_version=5\n\n[application]\nconfig/name="Game"\n');
  mkdirSync(join(folder, 'scenes'));
  return folder;
}

const eventIn = (line: string): { event: string; [field: string]: unknown } => JSON.parse(line);
const hashOf = (made: unknown): string => String(Reflect.get(Object(made), 'hash'));

describe('while one process watches a data folder', () => {
  it('other commands run in it, and it emits their events', async () => {
    const data = newFolder();
    const watcher = await watch(data);
    const hash = hashOf(await json('import', storyFile(), '--data', data));
    await watcher.line((line) => eventIn(line).event === 'projects.changed');
    await json('locale', 'add', hash, 'de', '--name', 'Deutsch', '--data', data);
    const event = eventIn(await watcher.line((line) => eventIn(line).event === 'project.changed'));
    expect(event).toMatchObject({ hash, version: 2, origin: 'user' });
    expect(await json('projects', '--data', data)).toMatchObject([{ hash }]);
  });

  it('says what the process that owns the folder only does on request, and does it when that process ends', async () => {
    const data = newFolder();
    const owner = start('serve', '--port', '0', '--no-targets', '--no-folders', '--data', data);
    watching.push(owner);
    await owner.line((line) => line.startsWith('{'));
    const watcher = start('watch', '--data', data);
    watching.push(watcher);
    await watcher.line((line) => line.includes('updates game folders and story folders only when asked to'));
    const serving = start('serve', '--port', '0', '--no-folders', '--no-sync', '--data', data);
    watching.push(serving);
    await serving.line((line) => line.startsWith('{'));
    expect(serving.errors()).toContain('updates game folders only when asked to');
    expect(owner.errors()).toBe('');
  });

  it('target files are updated after changes of another process', async () => {
    const data = newFolder();
    const game = godotGame();
    const watcher = await watch(data);
    const hash = hashOf(await json('import', storyFile(), '--data', data));
    const target = (await json('target', 'add', hash, '--folder', game, '--data', data)) as Target & { files: string[] };
    expect(target).toEqual({ id: expect.any(String), engine: 'godot', folder: game, files: expect.any(Array) });
    const text = () => target.files.map((path) => readFileSync(join(game, path), 'utf8')).join('\n');
    expect(text()).toContain('Small');
    const other = await connectToInstance(data);
    await other?.call('project.rename', { hash, name: 'Renamed from afar' });
    await other?.close();
    await watcher.line((line) => {
      const event = eventIn(line);
      return event.event === 'target.delivered' && text().includes('Renamed from afar');
    });
    const [listed] = (await json('target', 'list', '--data', data)) as { id: string; state: string }[];
    expect(listed).toMatchObject({ id: target.id, hash, engine: 'godot', folder: game, state: 'upToDate' });
    expect(await json('target', 'remove', target.id, '--data', data)).toEqual({ id: target.id });
  });

  it.runIf(hasSignals)('it ends on SIGTERM, with 0 and without leaving a note', async () => {
    const data = newFolder();
    const watcher = await watch(data);
    expect(existsSync(join(data, 'instance.json'))).toBe(true);
    watcher.child.kill('SIGTERM');
    expect(await watcher.ended).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(data).filter((name) => /^owner\.(json|sock)/.test(name))).toEqual([]);
  });

  it('a second watcher takes over when it is killed, and no confirmed change is lost', async () => {
    const data = newFolder();
    const first = await watch(data);
    const second = await watch(data);
    const hash = hashOf(await json('import', storyFile(), '--data', data));
    first.child.kill('SIGKILL');
    await first.ended;
    await second.line((line) => eventIn(line).event === 'reconnected');
    expect(await json('projects', '--data', data)).toMatchObject([{ hash }]);
    await json('locale', 'add', hash, 'de', '--name', 'Deutsch', '--data', data);
    await second.line((line) => eventIn(line).event === 'project.changed');
  });

  it('commands at the same moment all get through', async () => {
    const data = newFolder();
    const file = storyFile();
    const ended = await Promise.all(Array.from({ length: 6 }, () => taleportProcess('import', file, '--data', data, '--json')));
    expect(ended.filter(({ code, err }) => code !== 0 || err !== '')).toEqual([]);
    expect(await json('projects', '--data', data)).toHaveLength(6);
  });

  it('target run --dry-run lists what it would write, and writes nothing', async () => {
    const data = newFolder();
    const game = godotGame();
    const hash = hashOf(await json('import', storyFile(), '--data', data));
    const { id, files } = (await json('target', 'add', hash, '--folder', game, '--data', data)) as Target & { files: string[] };
    await json('target', 'run', id, '--data', data);
    await json('locale', 'add', hash, 'de', '--name', 'Deutsch', '--data', data);
    const would = (await json('target', 'run', id, '--dry-run', '--data', data)) as Delivery[];
    expect(would).toEqual([expect.objectContaining({ id, written: expect.any(Array), removed: [] })]);
    expect(files.length).toBeGreaterThan(0);
  });
});
