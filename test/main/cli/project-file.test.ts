/** [Project file] [Command line] `export --format taleport` and `import`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newFolder, taleport } from './taleport.ts';

describe('[Project file] on the command line', () => {
  test('a project moves to another data folder with everything in it', async () => {
    const [here, there, folder] = [newFolder(), newFolder(), newFolder()];
    const story = join(folder, 'story.json');
    writeFileSync(
      story,
      JSON.stringify({ name: 'Moved', boards: { '00000000-0000-4000-8000-000000000001': { name: 'Act 1' } }, elements: {} }),
    );
    const { hash } = JSON.parse((await taleport('import', story, '--data', here, '--json')).out);
    const file = join(folder, 'moved.taleport');
    const exported = await taleport('export', hash, '--format', 'taleport', '--out', file, '--data', here, '--json');
    expect(JSON.parse(exported.out)).toEqual({ file, bytes: readFileSync(file).length, warnings: [] });

    const part = await taleport('export', hash, '--format', 'taleport', '--out', file, '--locale', 'en', '--data', here);
    expect(part.code).toBe(2);
    expect(part.err).toContain('The format taleport always contains the whole project. Omit --locale.');

    const profile = await taleport('export', hash, '--format', 'taleport', '--out', file, '--plugin-version', 'v2', '--data', here);
    expect(profile.code).toBe(2);
    expect(profile.err).toContain('--plugin-version has no effect on the format taleport');

    const imported = await taleport('import', file, '--name', 'Arrived', '--data', there, '--json');
    const { hash: arrived, ...rest } = JSON.parse(imported.out);
    expect(rest).toMatchObject({ name: 'Arrived', notes: [] });
    const again = join(folder, 'again.json');
    await taleport('export', arrived, '--format', 'json', '--out', again, '--data', there);
    expect(JSON.parse(readFileSync(again, 'utf8'))).toHaveProperty('name', 'Arrived');
  });
});
