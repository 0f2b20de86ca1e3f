/** [Story folder] Files that people and tools have changed: what is wrong is reported with its place, and everything else is read. */
import { describe, expect, test } from 'vitest';
import { mergeStoryFile } from '../../../main/story-folder/merge-story-file.ts';
import { readStoryFiles } from '../../../main/story-folder/read-story-files.ts';
import { runSteps } from '../../../shared/lists.ts';
import { t } from '../../../shared/messages/english.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../shared/model/project.ts';
import { StoryBuilder } from '../exporters/build-project.ts';
import { everything } from '../exporters/everything.ts';
import { readTexts, textsOf, withoutHostedComments, writeStory } from './story-files.ts';

const project = withoutHostedComments(everything().project());
const { files } = writeStory(project);
const written = textsOf(files);
const find = (pattern: RegExp): string => [...written.keys()].find((path) => pattern.test(path)) ?? expect.fail(String(pattern));
const hall = find(/^boards\/the-hall-\w+\/board\.yaml$/);
const start = find(/^boards\/the-hall-\w+\/the-hall-\w+\.yaml$/);
const germanHall = hall.replace(/^(.*)\/board\.yaml$/, 'languages/de/$1.yaml');
const knight = find(/^components\/knight/);
const startId = project.projectRecord.startingElement ?? expect.fail();

/** The files with one of them changed; `undefined` removes it. */
function changed(path: string, change: (text: string) => string | undefined): Map<string, string> {
  const texts = new Map(written);
  const text = change(texts.get(path) ?? '');
  if (text === undefined) texts.delete(path);
  else texts.set(path, text);
  return texts;
}

const places = (texts: ReadonlyMap<string, string>, lastGood: Project | null = project) =>
  readTexts(texts, texts.keys(), lastGood).problems.map(({ path, line, fault }) => `${path}:${line} ${t(fault)}`);
const lineOf = (path: string, part: string): number => (written.get(path) ?? '').split('\n').findIndex((line) => line.includes(part)) + 1;

describe('[Story folder] what breaks a rule is reported with file and line, and the record stays as it was', () => {
  test.each([
    ['a value that the kind does not have', hall, /theme: gold/, 'theme: brass', 'theme: must be one of'],
    ['markup that could run', start, '<p>The <b>hall</b></p>', '<p onclick="x()">The hall</p>', 'title'],
    ['a text that is too deep', start, 'x: 12.5', `x: ${'['.repeat(100)}${']'.repeat(100)}`, 'is nested too deeply'],
    ['a reference to what does not exist', start, /targetid: \w+/, 'targetid: nobody', 'targetid: '],
    ['invalid YAML', hall, 'theme: gold', 'theme: "gold', 'isn’t valid YAML'],
    ['an anchor', hall, 'theme: gold', 'theme: &a gold', 'contains an anchor, alias or tag'],
    ['a tag', hall, 'theme: gold', 'theme: !!str gold', 'contains an anchor, alias or tag'],
    ['a field that occurs twice', hall, 'theme: gold', 'theme: gold\n  theme: gold', 'theme occurs twice'],
    ['a number where a text is expected', knight, 'customId: knight', 'customId: 1', 'customId: '],
    ['a translation of markup that could run', germanHall, '<p>Die <b>Halle</b></p>', '<script>x</script>', 'title'],
  ] as const)('%s', (_, path, part, replacement, fault) => {
    const texts = changed(path, (text) => text.replace(part, replacement));
    const read = readTexts(texts, texts.keys(), project);
    expect(read.problems.map((problem) => problem.path)).toEqual([path]);
    const [problem] = read.problems;
    expect(t(problem?.fault ?? expect.fail())).toContain(fault);
    const line = (texts.get(path) ?? '').split('\n')[(problem?.line ?? 0) - 1] ?? '';
    const expected = (written.get(path) ?? '').split('\n').find((each) => each.match(part) !== null) ?? '';
    // The line of the field: a text begins in the line after it.
    expect([expected.trim().split(':')[0], 'title', 'theme'].some((name) => line.trim().startsWith(name ?? ''))).toBe(true);
    for (const record of project.records()) expect(read.project.get(record.id), record.id).toEqual(record);
  });

  test.each([
    ['git', ['<<<<<<< ours', '=======', '>>>>>>> theirs']],
    ['Subversion', ['<<<<<<< .mine', '||||||| .r1', '>>>>>>> .r2']],
    ['Perforce', ['>>>> ORIGINAL //game/hall.yaml#1', '==== YOURS //ada/hall.yaml', '<<<<']],
  ])('conflict markers of a merge by %s are one fault, at their first line', (_, [first = '', second = '', last = '']) => {
    const texts = changed(hall, (text) => text.replace('  theme: gold\n', `${first}\n  theme: gold\n${second}\n  theme: pink\n${last}\n`));
    expect(places(texts)).toEqual([`${hall}:${lineOf(hall, 'theme: gold')} contains conflict markers of a merge`]);
  });

  test.each<[string, (text: string) => string | undefined]>([
    ['is as a merge has left it', (text) => `<<<<<<< ours\n${text}=======\n>>>>>>> theirs\n`],
    ['is half written', (text) => `${text.slice(0, text.length / 2)}\n: "`],
    ['is empty', () => ''],
    ['cannot be read', () => undefined],
  ])('whichever file %s, nothing is removed', (_, change) => {
    for (const path of written.keys()) {
      if (path === 'story.yaml' || (path === 'stylesheet.css' && change('') !== undefined)) continue;
      const read = readTexts(changed(path, change), written.keys(), project);
      for (const record of project.records()) expect(read.project.get(record.id), `${path}: ${record.id}`).toEqual(record);
      expect(read.project.size).toBe(project.size);
      expect(new Set(read.problems.map((problem) => problem.path))).toEqual(new Set(change('') === undefined ? [] : [path]));
    }
  });

  test('a file without a record is read, as a merge leaves it that has removed the last ones on both sides', async () => {
    const path = find(/^variables\.yaml$/);
    const blocks = (written.get(path) ?? '').split(/^(?=\S)/m);
    const sides = { base: blocks.join(''), local: blocks.slice(0, 1).join(''), remote: blocks.slice(1).join('') };
    const { text, conflicts } = await mergeStoryFile(sides);
    expect([text, conflicts]).toEqual(['{}\n', 0]);
    const read = readTexts(
      changed(path, () => text),
      written.keys(),
      project,
    );
    expect(read.problems.filter((problem) => problem.path === path)).toEqual([]);
  });

  test('beside a file that cannot be read, the others are, with what is new in them', () => {
    const texts = changed(hall, () => '');
    texts.set(knight, (texts.get(knight) ?? '').replace('customId: knight', 'customId: queen'));
    const read = readTexts(texts, texts.keys(), project);
    expect([...read.project.recordsOfKind('component')].map(({ customId }) => customId)).toContain('queen');
    expect(places(texts)).toEqual([`${hall}:1 is empty: to remove what it contained, delete the file`]);
  });

  test('two files with one id are both named, and neither is taken', () => {
    const copy = start.replace(/[^/]+$/, 'copy-1.yaml');
    const texts = new Map(written).set(copy, (written.get(start) ?? '').split('\n\n')[0]?.replace('12.5', '99') ?? '');
    expect(places(texts)).toEqual([`${copy}:1 ${startId} is also in ${start}`, `${start}:1 ${startId} is also in ${copy}`]);
    expect(readTexts(texts, texts.keys(), project).project.get(startId)).toEqual(project.get(startId));
  });

  test('a record that was never valid is left out with what depends on it, and the others are read', () => {
    const texts = changed(start, (text) => text.replace('x: 12.5', 'x: far'));
    const read = readTexts(texts);
    expect(read.project.has(startId)).toBe(false);
    expect(read.project.projectRecord.startingElement).toBe(null);
    expect(read.project.has([...project.recordsOfKind('component')][1]?.id ?? '')).toBe(true);
  });

  test('a file beside that of an asset in another format is none of its', () => {
    const [id, path = ''] = [...readTexts(written, files.keys()).assetFiles].find(([, each]) => each.endsWith('.png')) ?? expect.fail();
    const others = [path.replace('.png', '.psd'), path.replace('.png', '.aseprite')];
    expect(readTexts(written, [...files.keys(), ...others]).assetFiles.get(id)).toBe(path);
  });

  const conditionsFile = [...written].find(([, text]) => text.includes('role: else\n'))?.[0] ?? expect.fail();
  const variables = find(/^variables\.yaml$/);
  test.each<[string, string, (text: string) => string, string]>([
    [
      'a second last condition',
      conditionsFile,
      (text) =>
        `${text}\nzz000000-0000-4000-8000-000000000001:\n  kind: condition\n  rank: aZ\n  role: else\n  branchId: ${[...project.recordsOfKind('branch')][0]?.id}\n`,
      'role',
    ],
    [
      'a variable with a name that is taken',
      variables,
      (text) => `${text}\nzz:\n  kind: variable\n  rank: aZ\n  name: gold\n  type: integer\n  value: 0\n`,
      'name',
    ],
    [
      'the same before the other one',
      variables,
      (text) => `00:\n  kind: variable\n  rank: aZ\n  name: gold\n  type: integer\n  value: 0\n\n${text}`,
      'name',
    ],
  ])('%s is left out, and nothing that is not wrong', (_, path, change, fault) => {
    const texts = changed(path, change);
    const read = readTexts(texts, texts.keys(), project);
    expect([read.problems.map((problem) => problem.path), t(read.problems[0]?.fault ?? expect.fail())]).toEqual([
      [path],
      expect.stringContaining(fault),
    ]);
    expect(new Map([...read.project.records()].map((record) => [record.id, record]))).toEqual(
      new Map([...project.records()].map((record) => [record.id, record])),
    );
    expect([...read.keptPaths]).toEqual([path]);
  });

  test('conditions that two people have added to a branch follow their roles, where git has put both at the same place', () => {
    const [last] = [...project.recordsOfKind('condition')].filter(({ role }) => role === 'else');
    const branchId = last?.branchId ?? expect.fail();
    const before = project.children('condition', branchId, 'conditions').map(({ id }) => id);
    for (const id of ['00000000-0000-4000-8000-0000000000cc', 'ffffffff-0000-4000-8000-0000000000cc']) {
      const block = `${id}:\n  kind: condition\n  rank: ${last?.rank}\n  role: elseIf\n  branchId: ${branchId}\n`;
      const texts = changed(conditionsFile, (text) => `${text}\n${block}`);
      const read = readTexts(texts, texts.keys(), project);
      expect(read.problems).toEqual([]);
      expect(read.project.children('condition', branchId, 'conditions').map((condition) => condition.id)).toEqual([
        ...before.slice(0, -1),
        id,
        last?.id,
      ]);
    }
  });

  test('whichever file is deleted, nothing is removed that the others contain or refer to', () => {
    let reported = 0;
    for (const path of written.keys()) {
      if (path === 'story.yaml') continue;
      const texts = changed(path, () => undefined);
      const read = readTexts(texts, texts.keys(), project);
      const remaining = [...texts].filter(([other]) => !other.startsWith('languages/')).map(([, text]) => text);
      for (const { id, kind } of project.records())
        if (remaining.some((text) => text.startsWith(`${id}:`) || text.includes(`\n${id}:`)))
          expect(read.project.get(id)?.kind, `${path}: ${id}`).toBe(kind);
      reported += read.problems.length;
    }
    expect(reported).toBeGreaterThan(0);
  });

  test('the file of a block that was left out because of another one is kept, too', () => {
    const [file, text] = [...written].find(([path, each]) => path !== start && /^ {2}kind: element$/m.test(each)) ?? expect.fail();
    const neon = '00000000-0000-4000-8000-00000000ee01';
    const texts = new Map(written)
      .set(file.replace(/[^/]+$/, 'neon.yaml'), `${neon}:\n  kind: element\n  rank: aZ\n  x: 1\n  y: 1\n  theme: neon\n`)
      .set(
        file,
        `${text}\n00000000-0000-4000-8000-00000000ee02:\n  kind: connection\n  rank: aZ\n  outputRank: aZ\n  sourceType: elements\n  targetid: ${neon}\n  targetType: elements\n`,
      );
    const read = readTexts(texts, texts.keys(), project);
    expect(read.problems.map(({ path }) => path)).toEqual([file.replace(/[^/]+$/, 'neon.yaml')]);
    expect(read.keptPaths).toEqual(new Set([file, file.replace(/[^/]+$/, 'neon.yaml')]));
  });

  test.each(['boards', hall.replace('/board.yaml', ''), 'languages/de', 'languages', 'comments', 'stylesheet.css'])(
    'what is below %s stays while it is no folder, or no file',
    (unreadable) => {
      const texts = new Map([...written].filter(([path]) => path !== unreadable && !path.startsWith(`${unreadable}/`)));
      const read = runSteps(readStoryFiles({ texts, paths: texts.keys(), unreadable: [unreadable] }, { lastGood: project }));
      expect(new Map([...read.project.records()].map((record) => [record.id, record]))).toEqual(
        new Map([...project.records()].map((record) => [record.id, record])),
      );
    },
  );

  test('a fault that the last good story has, too, is reported once, however deep its board is', () => {
    const story = new StoryBuilder();
    let folder = story.board('Folder 0', { type: 'folder' });
    for (let depth = 1; depth < 40; depth++) folder = story.board(`Folder ${depth}`, { type: 'folder', parentId: folder });
    const element = story.element(story.board('Deep', { parentId: folder }));
    const valid = story.project();
    // No value that the kind has: a rule may become stricter.
    const brass = [...valid.records()].map((record) => (record.id === element ? ({ ...record, theme: 'brass' } as AnyRecord) : record));
    const last = new Project(brass);
    const texts = textsOf(writeStory(last).files);
    const read = readTexts(texts, texts.keys(), last);
    expect(read.problems.map(({ fault }) => t(fault))).toEqual([expect.stringContaining('theme: must be one of')]);
    expect(read.isValid).toBe(false);
    expect(new Map([...read.project.records()].map((record) => [record.id, record]))).toEqual(
      new Map(brass.map((record) => [record.id, record])),
    );
  });

  test.each(['is no valid YAML', 'cannot be read'])('while the file of a language %s, what changes in the other files is taken', (how) => {
    const [was, becomes] = ['<p>The <b>hall</b></p>', '<p>The old hall</p>'];
    const texts = changed(start, (text) => text.replace(was, becomes));
    if (how === 'cannot be read') texts.delete(germanHall);
    else texts.set(germanHall, `${written.get(germanHall)}\n  broken: [1`);
    const read = readTexts(texts, written.keys(), project);
    expect([...read.keptPaths]).toEqual([]);
    for (const record of project.records()) {
      const expected = record.id === startId ? JSON.parse(JSON.stringify(record).replace(was, becomes)) : record;
      expect(read.project.get(record.id), record.id).toEqual(expected);
    }
    const again = textsOf(writeStory(read.project, read).files);
    expect(again).toEqual(new Map(written).set(start, texts.get(start) ?? ''));
    expect(again.get(start)).toContain(becomes);
    // The last texts are not remembered as those of the files.
    const corrected = runSteps(
      readStoryFiles(
        { texts: new Map([[germanHall, '{}\n']]), paths: written.keys() },
        { lastGood: read.project, known: new Map([...read.parsed].filter(([path]) => path !== germanHall)) },
      ),
    );
    const german = [...corrected.project.records()].filter(({ id }) => written.get(germanHall)?.includes(`${id}:`));
    expect(german.length).toBeGreaterThan(0);
    for (const record of german) expect(JSON.stringify(record), record.id).not.toContain('"de":');
  });

  test('a translation and a comment of a record that does not exist are only warnings, and are kept', () => {
    const texts = new Map(written)
      .set('languages/de/components.yaml', `nobody:\n  name: Niemand\n`)
      .set('comments/c1.yaml', 'id: c1\nrecord: nobody\ncreatedAt: "2026-11-28T10:00:00.000Z"\ntext: Where?\n');
    const read = readTexts(texts, texts.keys(), project);
    expect(read.problems).toEqual([]);
    expect(read.warnings.map(({ path, line, fault }) => `${path}:${line} ${t(fault)}`)).toEqual([
      'comments/c1.yaml:1 is a comment on nobody, which doesn’t exist',
      'languages/de/components.yaml:1 translates nobody, which doesn’t exist (de)',
    ]);
    const again = textsOf(writeStory(read.project, read).files);
    expect(again.get('languages/de/components.yaml')).toContain('nobody:\n  name: Niemand\n');
  });
});

describe('[Story folder] what is refused as a whole', () => {
  test.each([
    ['no story', undefined, 'story.yaml is missing'],
    ['a newer format', 'format: 2', 'has format 2'],
    ['another format', 'format: one', 'must begin with'],
    ['no name', 'format: 1\nid: a', 'couldn’t be read'],
  ])('%s', (_, text, fault) => {
    const texts = changed('story.yaml', () => text);
    expect(() => readTexts(texts)).toThrow(fault);
  });

  test('a short file that would expand without end, and a long one of brackets', () => {
    const bomb = `a: &a [x, x]\n${[...'bcdefgh'].map((name, at) => `${name}: &${name} [${'*abcdefg'[at + 1]}]`).join('\n')}`;
    for (const text of [bomb, '['.repeat(2_000_000), '- '.repeat(1_000_000), '{a: '.repeat(20_000)]) {
      const texts = new Map(written).set('variables.yaml', text);
      expect(places(texts).length).toBeGreaterThan(0);
    }
  });
});

describe('[Story folder] what this version does not know is kept', () => {
  test('fields, blocks of unknown kinds and fields of translations are written back', () => {
    const texts = new Map(written)
      .set(
        hall,
        (written.get(hall) ?? '')
          .replace('  name: The hall\n', '  name: The hall\n  customId: hall\n')
          .replace('  customId: hall\n  customId: hall\n', '  customId: hall\n  weather: calm\n'),
      )
      .set(germanHall, `${written.get(germanHall)}`.replace('  title: |-', '  weather: ruhig\n  title: |-'))
      .set('variables.yaml', `${written.get('variables.yaml')}\nzz:\n  kind: pennant\n  size:\n    - 1\n`);
    const read = readTexts(texts, [...files.keys()]);
    expect(read.problems).toEqual([]);
    const again = textsOf(writeStory(read.project, read).files);
    expect(again.get(hall)).toContain('weather: calm');
    expect(again.get(germanHall)).toContain('weather: ruhig');
    expect(again.get('variables.yaml')).toContain('zz:\n  kind: pennant\n  size:\n    - 1\n');
  });

  test('a field that a newer version has is the same for that version after an older one has written it', () => {
    const texts = changed(start, (text) => text.replace('  x: 12.5\n', '  x: 12.5\n  weather:\n    deep:\n      - calm\n'));
    const read = readTexts(texts);
    expect(read.project.get(startId)?.extra).toEqual({ weather: { deep: ['calm'] } });
    expect(readTexts(textsOf(writeStory(read.project, read).files)).project.get(startId)).toEqual(read.project.get(startId));
  });
});

describe('[Story folder] what version control does to files', () => {
  test('line ends of Windows change nothing', () => {
    const texts = new Map([...written].map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]));
    const read = readTexts(texts, [...files.keys()]);
    expect(read.problems).toEqual([]);
    for (const record of project.records()) expect(read.project.get(record.id)).toEqual(record);
  });

  test('an element whose file is moved to the folder of another board is on that board', () => {
    const [end] = [...project.recordsOfKind('element')].filter(
      ({ id, boardId }) =>
        id !== startId && boardId === project.find('element', startId)?.boardId && project.childIds(id, 'outputs').length === 0,
    );
    const yard = find(/^boards\/the-yard-\w+\/board\.yaml$/);
    const from = [...written.keys()].find((path) => written.get(path)?.startsWith(`${end?.id}:`)) ?? expect.fail();
    const texts = changed(from, () => undefined).set(yard.replace('board.yaml', from.split('/').at(-1) ?? ''), written.get(from) ?? '');
    const read = readTexts(texts, texts.keys(), null);
    expect(read.project.find('element', end?.id ?? '')?.boardId).toBe(
      [...project.recordsOfKind('board')].find(({ name }) => name === 'The yard')?.id,
    );
  });

  test('a title that changes renames no file and changes no other one', () => {
    const { names } = writeStory(project);
    const element = project.find('element', startId) ?? expect.fail();
    const title = { ...element.title, en: { text: '<p>Another</p>' } };
    project.apply([{ before: element, after: { ...element, title } }]);
    const after = writeStory(project, { names });
    project.apply([{ before: { ...element, title }, after: element }]);
    const differing = [...after.files].filter(([path, file]) => 'text' in file && written.get(path) !== file.text).map(([path]) => path);
    expect([...after.files.keys()]).toEqual([...files.keys()].filter((path) => after.files.has(path)));
    expect(differing).toEqual([start]);
  });
});

test('[Story folder] names of files are short, valid on every system, and differ in more than case', () => {
  const story = everything();
  for (const name of ['CON', 'nul', '../up', '火'.repeat(300), 'A'.repeat(300), 'a/b\\c:d', '.', '', ' x '])
    story.element([...story.records.values()].find(({ kind, type }) => kind === 'board' && type === 'board')?.id ?? '', `<p>${name}</p>`);
  const paths = [...writeStory(withoutHostedComments(story.project())).files.keys()];
  for (const path of paths) {
    expect(path).toMatch(/^[a-z0-9/.-]+$/i);
    expect(path.length).toBeLessThanOrEqual(120);
  }
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
});
