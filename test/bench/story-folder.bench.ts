/** A story folder of 20,000 elements: its first write, an edit until its file contains it, a branch that changes 500 records, and reading it as a new project. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBackend } from '../../main/app/backend/backend.ts';
import { exportStory } from '../../main/exporters/exporters.ts';
import { systemEnvironment } from '../../main/platform/environment.ts';
import { createInvoke } from '../../shared/contracts/ipc/backend.ts';
import { Project } from '../../shared/model/project.ts';
import { createTestEnvironment } from '../test-environment.ts';
import { formatMilliseconds } from './export.bench.ts';
import { measureSeconds, median, type Row } from './measure.ts';
import { largeStory } from './stories.ts';

/** How long a folder waits for further edits before it writes, in seconds (main/platform/timer.ts). */
const quiet = 0.1;

export async function benchStoryFolders(elements = 20_000): Promise<Row[]> {
  const place = mkdtempSync(join(tmpdir(), 'taleport-bench-'));
  const folder = join(place, 'story');
  const backend = await openBackend(join(place, 'data'), systemEnvironment, console.error, { longRunning: true });
  const invoke = createInvoke(backend);
  const row = (what: string, seconds: number, limit: number, of: string, aim: string): Row => ({
    what: `story folder of ${elements.toLocaleString('en')} elements: ${what}`,
    ours: formatMilliseconds(seconds),
    limit: `${formatMilliseconds(limit)} (${of})`,
    ratio: seconds / limit,
    aim,
    number: seconds,
  });
  try {
    const text = exportStory(new Project(largeStory(createTestEnvironment(), elements, 200)), { format: 'json', destination: 'file' });
    const { hash } = await invoke('project.import', { source: { text, fileName: 'story.json' } });
    const written = await measureSeconds(() => invoke('folder.link', { hash, folder }));
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && entry.name.endsWith('.yaml') && entry.name !== 'board.yaml' && entry.parentPath.includes('boards'),
    );
    const paths = files.map(({ parentPath, name }) => join(parentPath, name));
    const bytes = paths.map((path) => readFileSync(path));
    const bareWrite = await measureSeconds(() => {
      for (const [at, each] of bytes.entries()) writeFileSync(join(place, `bare-${at}`), each);
    });
    const bareRead = await measureSeconds(() => {
      for (const path of paths) readFileSync(path);
    });

    const edits: number[] = [];
    const [edited = ''] = paths;
    const [id = ''] = readFileSync(edited, 'utf8').split(':');
    for (let round = 0; round < 5; round++) {
      const words = `<p>Round ${round}</p>`;
      edits.push(
        await measureSeconds(async () => {
          await invoke('project.send', { hash, command: { do: 'change', kind: 'element', id, fields: { content: words } } });
          while (!readFileSync(edited, 'utf8').includes(words)) await new Promise((resolve) => setTimeout(resolve, 2));
        }),
      );
    }
    await invoke('folder.sync', { hash });

    // As git does at a checkout.
    const branch = paths.slice(1, 501);
    for (const path of branch) writeFileSync(path, readFileSync(path, 'utf8').replace(/<p>/, '<p>On the branch: '));
    const switched = await measureSeconds(() => invoke('folder.sync', { hash }));
    const stats = await measureSeconds(() => {
      for (const path of paths) statSync(path);
    });

    await invoke('folder.unlink', { hash });
    const read = await measureSeconds(() => invoke('folder.open', { folder }));
    return [
      row('first write', written, bareWrite, 'writing its bytes', '≤ 20 s'),
      row('from an edit to its file (includes the pause)', median(edits), quiet, 'the pause', '≤ 400 ms'),
      row('a branch that changes 500 records, until they are in the story', switched, stats, 'stat of each file', '≤ 2 s'),
      row('reading it as a new project', read, bareRead, 'reading its bytes', '≤ 10 s'),
    ];
  } finally {
    await backend.close();
    if (existsSync(place)) rmSync(place, { recursive: true });
  }
}
