/** [Story folder] Folders on a disk: a hostile one is read within limits, and a new one is written completely or not at all. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { nodeDisk } from '../../../main/platform/disk.ts';
import { listStoryFiles, readStagedStory, readStoryFolder } from '../../../main/story-folder/read-folder.ts';
import { gitSetup } from '../../../main/story-folder/version-control-setup.ts';
import { writeNewStoryFolder } from '../../../main/story-folder/write-folder.ts';
import { t } from '../../../shared/messages/english.ts';
import { newFolder } from '../../new-folder.ts';
import { everything } from '../exporters/everything.ts';
import { textsOf, withoutHostedComments, writeStory } from './story-files.ts';

const project = withoutHostedComments(everything().project());

async function newStory(): Promise<string> {
  const folder = join(newFolder(), 'story');
  await writeNewStoryFolder(folder, project, { locateFile: () => undefined });
  return folder;
}

const problemsOf = async (folder: string) => (await readStoryFolder(folder)).problems.map(({ path, fault }) => `${path} ${t(fault)}`);

describe('[Story folder] a hostile folder', () => {
  test.skipIf(process.platform === 'win32')('links and pipes are not read, wherever they lead', async () => {
    const folder = await newStory();
    const elsewhere = await newStory();
    symlinkSync('/etc/passwd', join(folder, 'stylesheet.css.yaml'));
    symlinkSync(join(elsewhere, 'story.yaml'), join(folder, 'components', 'linked-1.yaml'));
    symlinkSync(join(elsewhere, 'boards'), join(folder, 'boards', 'linked'));
    spawnSync('mkfifo', [join(folder, 'components', 'pipe-1.yaml')]);
    const fault = 'is a link or a device; only files are read';
    expect(await problemsOf(folder)).toEqual([
      'boards/linked isn’t a folder, so its files can’t be read',
      `components/linked-1.yaml ${fault}`,
      `components/pipe-1.yaml ${fault}`,
    ]);
  });

  test('a file that is too large or isn’t UTF-8 is reported and not parsed', async () => {
    const folder = await newStory();
    writeFileSync(join(folder, 'components', 'large-1.yaml'), '');
    truncateSync(join(folder, 'components', 'large-1.yaml'), 2 ** 32);
    writeFileSync(join(folder, 'components', 'latin-1.yaml'), Buffer.from([0x61, 0xff]));
    expect(await problemsOf(folder)).toEqual(['components/large-1.yaml is larger than 16 MB', 'components/latin-1.yaml isn’t UTF-8 text']);
  });

  test('a story file that isn’t UTF-8 isn’t reported as missing', async () => {
    const folder = await newStory();
    writeFileSync(join(folder, 'story.yaml'), Buffer.from([0x61, 0xff]));
    await expect(problemsOf(folder)).rejects.toThrow('story.yaml: isn’t UTF-8 text');
  });

  test('one with a million files is refused, after half of them, whatever they are', async () => {
    for (const place of ['README', 'boards/hall/element']) {
      const asFile = (name: string) => ({ name, isFile: () => true, isDirectory: () => false });
      const asFolder = (name: string) => ({ name, isFile: () => false, isDirectory: () => true });
      const names = place.split('/');
      let listed = 0;
      const open = async (path: string) =>
        (async function* () {
          const depth = path.split('/').length - 2;
          const name = names[depth] ?? '';
          if (depth < names.length - 1) yield asFolder(name);
          else for (let number = 0; number < 1e6; number++, listed++) yield asFile(`${name}-${number}.yaml`);
        })();
      await expect(listStoryFiles('/story', [], open)).rejects.toThrow('is larger than any story');
      expect(listed).toBeLessThanOrEqual(500_000);
    }
  });

  test('what is none of Taleport’s is not looked at', async () => {
    const folder = await newStory();
    for (const name of ['tests', '.git', 'node_modules', join('boards', 'x', 'deep')]) mkdirSync(join(folder, name), { recursive: true });
    for (const name of ['tests/a.yaml', '.git/config', 'boards/x/deep/a.yaml', 'README.md']) writeFileSync(join(folder, name), ']');
    expect(await problemsOf(folder)).toEqual([]);
  });
});

describe('[Story folder] a new folder', () => {
  test('has the files of the story and the attributes for git, with line ends that git keeps', async () => {
    const folder = await newStory();
    for (const [path, text] of textsOf(writeStory(project).files)) expect(readFileSync(join(folder, path), 'utf8')).toBe(text);
    expect(readFileSync(join(folder, '.gitattributes'), 'utf8')).toContain('*.yaml text eol=lf');
    const read = await readStoryFolder(folder);
    expect(read.problems).toEqual([]);
    expect([...read.project.records()].length).toBe(project.size);
  });

  test('is not written over files, and nothing is left of one that could not be written', async () => {
    const parent = newFolder();
    writeFileSync(join(parent, 'mine.txt'), 'mine');
    await expect(writeNewStoryFolder(parent, project, { locateFile: () => undefined })).rejects.toThrow('isn’t empty');
    const missing = join(parent, 'missing.png');
    await expect(writeNewStoryFolder(join(parent, 'story'), project, { locateFile: () => missing })).rejects.toThrow('couldn’t be written');
    expect(readdirSync(parent)).toEqual(['mine.txt']);
    expect(existsSync(join(parent, 'story'))).toBe(false);
  });

  test('fails when nothing is being written any more, and copies are flushed as texts are', async () => {
    const [parent, source] = [newFolder(), join(newFolder(), 'picture.png')];
    writeFileSync(source, 'a picture');
    const assets = Array.from({ length: 40 }, (_, at) => {
      const asset = [...project.recordsOfKind('asset')].find(({ file }) => file !== null) ?? expect.fail();
      return { ...asset, id: `asset-${at}`, name: `Asset ${at}`, file: `asset-${at}.png` };
    });
    const story = project.withRecords([...project.records(), ...assets]);
    let [begun, ended] = [0, 0];
    // `copyFile` of a disk flushes the copy.
    const disk = {
      async copyFile(from: string, to: string, mode: number | null): Promise<number> {
        begun += 1;
        const isFirst = begun === 1;
        try {
          if (isFirst) throw new Error('The disk is full');
          return await nodeDisk.copyFile(from, to, mode);
        } finally {
          ended += 1;
        }
      },
    };
    await expect(writeNewStoryFolder(join(parent, 'story'), story, { locateFile: () => source, disk })).rejects.toThrow('disk is full');
    expect([begun > 0, ended]).toEqual([true, begun]);
    expect(readdirSync(parent)).toEqual([]);
  });
});

test('[Story folder] what git would commit is read from its index, not from the disk', async () => {
  const folder = await newStory();
  const git = (...args: string[]) => expect(spawnSync('git', args, { cwd: folder, encoding: 'utf8' }).status).toBe(0);
  git('init', '-q');
  git('add', '-A');
  const name = readdirSync(join(folder, 'components')).find((each) => each.startsWith('knight')) ?? expect.fail();
  const file = join(folder, 'components', name);
  writeFileSync(file, readFileSync(file, 'utf8').replace('customId: knight', 'customId: 1'));
  expect((await readStagedStory(folder)).problems).toEqual([]);
  git('add', '-A');
  expect((await readStagedStory(folder)).problems.map(({ path }) => path)).toContain(`components/${name}`);
  await expect(readStagedStory(newFolder())).rejects.toThrow('Git couldn’t read');
});

describe('[Story folder] a repository with Git LFS', () => {
  const inRepository = async (attributes: string) => {
    const root = newFolder();
    const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout;
    git('init', '-q');
    writeFileSync(join(root, '.gitattributes'), attributes);
    const folder = join(root, 'game', 'story');
    mkdirSync(join(root, 'game'));
    await writeNewStoryFolder(folder, project, { locateFile: () => undefined });
    const paths = ['assets/map-1.png', 'assets/map-1.yaml', 'boards/hall-1/board.yaml'];
    const attributesOf = () =>
      paths.map((path) => {
        const lines = git('check-attr', 'filter', 'diff', 'merge', 'text', 'eol', '--', `game/story/${path}`);
        return lines
          .split('\n')
          .flatMap((line) => line.split(': ')[2] ?? [])
          .join(' ');
      });
    return { folder, attributesOf };
  };
  const plain = 'unspecified unspecified unspecified set lf';
  const driver = 'unspecified taleport taleport set lf';

  test('keeps the files of assets in it, and texts as texts, also when the driver is set up', async () => {
    const { folder, attributesOf } = await inRepository('*.psd filter=lfs diff=lfs merge=lfs -text\n');
    const large = expect.stringMatching(/^lfs lfs lfs unset /);
    expect(attributesOf()).toEqual([large, plain, plain]);
    await gitSetup.install(folder, ['taleport']);
    expect(attributesOf()).toEqual([large, driver, driver]);
    const text = readFileSync(join(folder, '.gitattributes'), 'utf8');
    await gitSetup.install(folder, ['taleport']);
    expect(readFileSync(join(folder, '.gitattributes'), 'utf8')).toBe(text);
  });

  test('that was set up for it later is told by the check, until the driver is set up again', async () => {
    const { folder, attributesOf } = await inRepository('# *.psd filter=lfs\n');
    const isSetUp = async () => (await gitSetup.check(folder, ['taleport'])).find(({ name }) => name === '.gitattributes')?.ok;
    await gitSetup.install(folder, ['taleport']);
    expect(attributesOf()).toEqual(['unspecified unspecified unspecified unspecified unspecified', driver, driver]);
    expect(await isSetUp()).toBe(true);
    writeFileSync(join(folder, '..', '..', '.gitattributes'), '*.psd filter=lfs diff=lfs merge=lfs -text\n');
    expect(await isSetUp()).toBe(false);
    await gitSetup.install(folder, ['taleport']);
    expect(attributesOf()).toEqual([expect.stringMatching(/^lfs lfs lfs unset /), driver, driver]);
    expect(await isSetUp()).toBe(true);
  });
});

describe('[S16] what is staged', () => {
  const git = (folder: string, ...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('git', ['-C', folder, '-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], {
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    return stdout.trim();
  };
  const stagedStory = async (): Promise<string> => {
    const folder = await newStory();
    const repository = dirname(folder);
    git(repository, 'init', '-q', '-b', 'main');
    git(repository, 'add', '.');
    git(repository, 'commit', '-q', '-m', 'Story');
    return folder;
  };
  const stagedProblems = async (folder: string) => (await readStagedStory(folder)).problems.map(({ path }) => path);

  test('is read by the hook of a commit in a linked working tree, which git tells where its repository is', async () => {
    const folder = await stagedStory();
    const tree = join(newFolder(), 'tree');
    git(folder, 'worktree', 'add', '-q', '-b', 'other', tree);
    const linked = join(tree, 'story');
    writeFileSync(join(linked, 'variables.yaml'), 'a: [');
    git(tree, 'add', '.');
    vi.stubEnv('GIT_DIR', git(tree, 'rev-parse', '--absolute-git-dir'));
    vi.stubEnv('GIT_INDEX_FILE', join(git(tree, 'rev-parse', '--absolute-git-dir'), 'index'));
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await stagedProblems(linked)).toEqual(['variables.yaml']);
  });

  test('is not a file that is only meant to be added', async () => {
    const folder = await stagedStory();
    const path = 'components/new-1.yaml';
    writeFileSync(join(folder, path), 'a: [');
    git(folder, 'add', '-N', path);
    expect(await stagedProblems(folder)).toEqual([]);
    git(folder, 'add', path);
    expect(await stagedProblems(folder)).toEqual([path]);
    writeFileSync(join(folder, path), '');
    git(folder, 'add', path);
    expect(await stagedProblems(folder)).toEqual([path]);
  });
});
