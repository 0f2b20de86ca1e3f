/** What changed between two exports of a target, as sentences about the story: with the real import, every format, real folders. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import type { StoryComparison, TargetSettings } from '../../../shared/contracts/targets.ts';
import { t } from '../../../shared/messages/english.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { type ExportFormat, exportFormats } from '../../exporter-ids.ts';
import { createTestEnvironment } from '../../test-environment.ts';

const markers: Record<ExportFormat, string> = {
  json: 'readme.txt',
  unity: 'Packages/manifest.json',
  unreal: 'Game.uproject',
  godot: 'project.godot',
};

/** Removed at the end: Windows does not remove a folder that is watched. */
const games: string[] = [];
afterAll(() => {
  for (const folder of games) rmSync(folder, { recursive: true, force: true });
});

function gameFolder(engine: ExportFormat): string {
  const folder = mkdtempSync(join(tmpdir(), `taleport-${engine}-`));
  games.push(folder);
  mkdirSync(join(folder, 'Assets'));
  mkdirSync(dirname(join(folder, markers[engine])), { recursive: true });
  writeFileSync(join(folder, markers[engine]), 'config_version=5\n');
  return folder;
}

/** The sample story, exported to a folder, with the elements “Pip” and “Gate”. */
async function exportedStory(engine: ExportFormat, settings: Partial<TargetSettings> = {}) {
  const backend = await openBackend(null, createTestEnvironment());
  onTestFinished(() => backend.close());
  const invoke = createInvoke(backend);
  const { hash } = await invoke('project.create', { template: 'sample' });
  const send = (...commands: SingleCommand[]) => invoke('project.send', { hash, command: { do: 'batch', commands } });
  const records = (await invoke('project.read', { hash })).records.flatMap((piece): AnyRecord[] => JSON.parse(piece));
  const board = records.find(({ kind, type }) => kind === 'board' && type === 'board');
  const place = { boardId: String(board?.id), x: 10, y: 10 };
  const { ids } = await send(
    { do: 'create', kind: 'element', fields: { ...place, title: '<p>Pip</p>', content: '<p>Good morning.</p>' } },
    { do: 'create', kind: 'element', fields: { ...place, title: '<p>Gate</p>' } },
  );
  const [pip = '', gate = ''] = ids;
  const folder = gameFolder(engine);
  const { id, files } = await invoke('target.add', { hash, folder, engine, settings });
  const storyFile = join(folder, files.find((file) => file.endsWith('project.json')) ?? '');
  return { invoke, send, hash, records, id, pip, gate, place, storyFile };
}

const sentences = ({ changes, reason }: StoryComparison): string[] => [
  ...(reason ? [t(reason)] : []),
  ...changes.map(({ message }) => t(message)),
];

describe('what changed', () => {
  test.each(exportFormats)('[Targets] %s: a dry run lists the changes of the story, and nothing else', async (engine) => {
    const { invoke, send, id, pip, gate, place } = await exportedStory(engine);
    const toStory = { id, from: 'folder', to: 'story' } as const;
    expect(sentences(await invoke('target.storyChanges', toStory))).toEqual([]);
    const ends = { sourceid: pip, sourceType: 'elements', targetid: gate, targetType: 'elements' } as const;
    await invoke('target.change', { id, settings: { on: false } });
    await send(
      { do: 'change', kind: 'element', id: pip, fields: { content: '<p>Good evening.</p>' } },
      { do: 'create', kind: 'connection', fields: { boardId: place.boardId, ...ends, label: '<p>Open it</p>' } },
      { do: 'create', kind: 'element', fields: { ...place, title: '<p>Garden</p>' } },
      { do: 'create', kind: 'variable', fields: { name: 'courage', type: 'integer', value: 1 } },
    );
    expect(sentences(await invoke('target.storyChanges', toStory)).toSorted()).toEqual([
      'Element “Garden”: added',
      'Element “Pip”: content changed; 1 choice added',
      'Variable “courage”: added',
    ]);
  });

  test('[Targets] a playable page is compared as well, by what it contains, in one file or a file for each language', async () => {
    const { invoke, send, hash, pip, gate, place } = await exportedStory('json');
    await send({ do: 'addLocale', locale: { iso: 'de', name: 'Deutsch', base: 'en' } });
    const changesOf = async (id: string) => sentences(await invoke('target.storyChanges', { id, from: 'folder', to: 'story' }));
    const targets = await Promise.all(
      [{ locales: 'main' as const }, { locales: 'all' as const, fileEach: true }].map(async (settings) => {
        const folder = gameFolder('json');
        const { id } = await invoke('target.add', { hash, folder, engine: 'html', settings });
        expect(await changesOf(id)).toEqual([]);
        await invoke('target.change', { id, settings: { on: false } });
        return { id, file: join(folder, 'project.html') };
      }),
    );
    const ends = { sourceid: pip, sourceType: 'elements', targetid: gate, targetType: 'elements' } as const;
    await send(
      { do: 'change', kind: 'element', id: pip, fields: { content: '<p>Good evening.</p>' } },
      { do: 'change', kind: 'element', id: gate, fields: { title: { de: '<p>Tor</p>' }, x: 900 } },
      { do: 'create', kind: 'connection', fields: { boardId: place.boardId, ...ends, label: '<p>Open it</p>' } },
      { do: 'create', kind: 'note', fields: { ...place, content: '<p>Not on the page</p>' } },
    );
    const [one, several] = targets;
    expect(await changesOf(one?.id ?? '')).toEqual(['Element “Pip”: content changed; 1 choice added']);
    expect(await changesOf(several?.id ?? '')).toEqual([
      // The German file has the English text, which stands for the missing one.
      'Element “Pip”: content changed; content changed (de); 1 choice added',
      'Element “Gate”: title changed (de)',
    ]);
    for (const text of ['', '<html></html>', '<script type="application/json" id="story">{"records":[{"kind":"x"}]}</script>']) {
      writeFileSync(one?.file ?? '', text);
      expect((await changesOf(one?.id ?? ''))[0]).toMatch(/isn’t a valid export/);
    }
  });

  test('[Targets] two exports of the history are compared as stories, whatever else was written since', async () => {
    const { invoke, send, id, pip, gate } = await exportedStory('unity');
    const exportNow = async () => {
      await invoke('target.run', { id });
      return (await invoke('target.history', { id }))[0]?.id ?? '';
    };
    const first = await exportNow();
    await send({ do: 'change', kind: 'element', id: pip, fields: { title: '<p>Pipa</p>' } });
    const second = await exportNow();
    await send({ do: 'remove', kind: 'element', id: gate });
    const third = await exportNow();
    const between = async (from: string, to: string) =>
      sentences(await invoke('target.storyChanges', { id, from: { export: from }, to: { export: to } }));
    expect(await between(first, second)).toEqual(['Element “Pipa”: title changed']);
    expect(await between(second, third)).toEqual(['Element “Gate”: deleted']);
    expect(await between(first, third)).toEqual(['Element “Pipa”: title changed', 'Element “Gate”: deleted']);
    expect(await between(third, first)).toEqual(['Element “Pip”: title changed', 'Element “Gate”: added']);
    await expect(between(first, 'nowhere')).rejects.toMatchObject({ code: 'notFound' });
  });

  test('[Targets] moved cards are only counted, and translations are named by their language', async () => {
    const { invoke, send, id, pip, gate } = await exportedStory('unity', { locales: 'all' });
    await send({ do: 'addLocale', locale: { iso: 'de', name: 'Deutsch', base: 'en' } });
    await invoke('target.run', { id });
    await invoke('target.change', { id, settings: { on: false } });
    await send(
      { do: 'change', kind: 'element', id: pip, fields: { title: { de: '<p>Pippin</p>' } } },
      { do: 'change', kind: 'element', id: gate, fields: { x: 400 } },
    );
    expect(sentences(await invoke('target.storyChanges', { id, from: 'folder', to: 'story' }))).toEqual([
      'Element “Pip”: title changed (de)',
      '1 item was only moved, resized or recoloured on the boards',
    ]);
  });

  test('[Targets] what another program changed is the difference from the last export', async () => {
    const { invoke, id, storyFile } = await exportedStory('godot');
    await invoke('target.history', { id });
    writeFileSync(storyFile, readFileSync(storyFile, 'utf8').replace('Good morning.', 'Good night.'));
    const theirs = { id, from: 'lastExport', to: 'folder' } as const;
    expect(sentences(await invoke('target.storyChanges', theirs))).toEqual(['Element “Pip”: content changed']);
    writeFileSync(storyFile, '{"boards": ');
    expect(sentences(await invoke('target.storyChanges', theirs))[0]).toMatch(
      /^This isn’t a valid export, so its changes can’t be listed\. /,
    );
    rmSync(storyFile);
    expect(sentences(await invoke('target.storyChanges', theirs))).toEqual(['The story file no longer exists.']);
  });
});
