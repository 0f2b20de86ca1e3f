/** The check of a story before its export: every rule by name. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkStory, checkStoryInSteps } from '../../../main/exporters/checks/check-story.ts';
import { getExporter } from '../../../main/exporters/exporters.ts';
import { createStoryFiles } from '../../../main/exporters/story-files.ts';
import { readFullText } from '../../../shared/contracts/export-file.ts';
import { t } from '../../../shared/messages/english.ts';
import { startPlay } from '../../../shared/play/play.ts';
import { parseCondition } from '../../../shared/script/parse-content.ts';
import { type ExportFormat, type GameEngine, gameEngines } from '../../exporter-ids.ts';
import { cases } from '../../rounds.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { en, roots, type StoryBuilder, smallStory } from './build-project.ts';
import { randomStory } from './random-story.ts';

/** The findings with their messages in English, without the version that is assumed. */
const check = (story: StoryBuilder, engine?: ExportFormat, locales?: string[]) =>
  checkStory(story.project(), engine, { locales }).map((finding) => ({
    ...finding,
    message: t(finding.message).replace(/ [\d.]+ \(assumed\)/, ''),
  }));
type EnglishFinding = ReturnType<typeof check>[number];
const rules = (findings: readonly { readonly rule: string }[]) => findings.map(({ rule }) => rule);
const byKind = (one: EnglishFinding, two: EnglishFinding) => (one.kind < two.kind ? -1 : 1);
const one = (findings: EnglishFinding[], rule: string): EnglishFinding | undefined => {
  const matches = findings.filter((finding) => finding.rule === rule);
  expect(matches.length).toBeLessThan(2);
  return matches[0];
};

test('[G36] the name of an asset is quoted only in part', () => {
  const { story } = smallStory();
  for (const name of ['.'.repeat(100_000), '.'.repeat(100_000), `x.${'y'.repeat(100_000)}`, `x.${'y'.repeat(100_000)}`]) story.asset(name);
  for (const engine of [undefined, 'json', ...gameEngines] as const) {
    const findings = check(story, engine);
    expect(rules(findings).filter((rule) => rule !== 'asset-path')).toEqual(['asset-name-collision', 'asset-name-collision']);
    for (const { message, fix } of findings) expect(`${message}${fix ? t(fix.label) : ''}`.length).toBeLessThan(3000);
  }
});

test('[Exports] a valid story has no problems, and an ending is not one', () => {
  const { story } = smallStory();
  for (const engine of [undefined, 'json', ...gameEngines] as const) expect(check(story, engine)).toEqual([]);
});

describe('[Exports] scripts in the game', () => {
  /** A story whose element contains the scripts, and whose condition is the other one. */
  const scripted = (scripts: readonly string[], condition = 'b') => {
    const { story, board, element } = smallStory();
    story.add('variable', { name: 'i', type: 'integer', value: 7 });
    // Unity loses it, and says so for every story that has one.
    if (scripts.some((each) => /\bf\b/.test(each))) story.add('variable', { name: 'f', type: 'float', value: 2.5 });
    story.add('variable', { name: 'b', type: 'boolean', value: true });
    story.add('variable', { name: 's', type: 'string', value: 'abc' });
    story.change(element, {
      title: en('<p>Hall</p>'),
      content: en(scripts.map((each) => `<pre><code>${each.replaceAll('>', '&gt;')}</code></pre>`).join('')),
    });
    const { branch, conditions } = story.branch(board, [condition.replaceAll('>', '&gt;')], false);
    story.connect(element, branch);
    for (const each of conditions) story.connect(each, element);
    return { story, element, branch, conditions };
  };
  const found = (story: StoryBuilder, engine: ExportFormat) =>
    check(story, engine)
      .filter(({ kind }) => kind !== 'variable')
      .map(({ severity, message }) => `${severity}: ${message}`);

  test('a text with more script than can be checked in a moment is a warning, and is not parsed for any engine', () => {
    const long = scripted(Array.from({ length: 10_000 }, () => 'i = round(i)'));
    for (const engine of [undefined, ...gameEngines] as const)
      expect(check(long.story, engine)).toEqual([
        expect.objectContaining({
          rule: 'script-too-long',
          severity: 'warning',
          id: long.element,
          message: '“Hall” contains more than 20,000 characters of scripts, so they aren’t checked. Move some of them to other elements.',
        }),
      ]);
    const { story, branch } = scripted([], `b${' or b'.repeat(5000)}`);
    expect(check(story, 'unity')).toEqual([expect.objectContaining({ rule: 'script-too-long', id: branch })]);
    const { story: just } = scripted(Array.from({ length: 1000 }, () => 'i = 1'));
    expect(check(just, 'unity')).toEqual([]);
  });

  test.each<[string, ExportFormat, string | null]>([
    [
      'show(i > 3)',
      'unity',
      'error: “Hall”, script 1, line 1: Unity stops here. In this engine, a condition in an argument needs parentheses of its own.',
    ],
    ['show((i > 3))', 'unity', null],
    ['show(round(i))', 'godot', 'error: “Hall”, script 1, line 1: Godot stops here. This engine can’t round an integer.'],
    ['show(round(i))', 'unreal', null],
    ['i %= 2', 'unreal', 'error: “Hall”, script 1, line 1: Unreal stops here. This engine doesn’t support “%=”.'],
    ['i %= 2', 'unity', null],
    ['i = f * 2', 'unity', 'warning: “Hall”, script 1, line 1: “i = f * 2” gives 5 in Taleport, but 0 in Unity.'],
    ['i = f * 2', 'godot', null],
    [
      'i = i / 2',
      'unity',
      'error: “Hall”, script 1, line 1: Unity stops here. This engine saves and loads all variables after each element, and 3.5 can’t be loaded into “i”, which is an integer.',
    ],
    ['i = i / 2', 'godot', null],
    ['s = 5', 'unity', 'warning: “Hall”, script 1, line 1: “s = 5” gives 5 in Taleport, but "5" in Unity.'],
    [
      'show(0.1 + 0.2)',
      'godot',
      'warning: “Hall”, script 1, line 1: “show(0.1 + 0.2)” gives 0.3 in Taleport, but 0.30000000000000004 in Godot.',
    ],
    ['b = not i > 8', 'godot', 'warning: “Hall”, script 1, line 1: “b = not i > 8” gives false in Taleport, but true in Godot.'],
    [
      'b = not i > 5',
      'godot',
      'warning: “Hall”, script 1, line 1: “b = not i > 5” gives false in Taleport, but true in Godot (for example with i = 0).',
    ],
    [
      'b = s == 5',
      'unreal',
      'error: “Hall”, script 1, line 1: Unreal stops here. This engine can’t compare a text with a value of another type.',
    ],
    ['resetAll()', 'unity', 'error: “Hall”, script 1, line 1: Unity stops here. In this engine, “resetAll” needs a variable to keep.'],
    [
      'i = 3000000000',
      'godot',
      'error: “Hall”, script 1, line 1: Godot stops here. A number in a script can be at most 2,147,483,647 in this engine.',
    ],
    ['f = i / 0', 'unity', 'error: “Hall”, script 1, line 1: Unity stops here. Division by 0.'],
    ['f = i / 0', 'unreal', 'warning: “Hall”, script 1, line 1: “f = i / 0” gives an error in Taleport, but Infinity in Unreal.'],
    ['f = sqrt(-1)', 'godot', 'error: “Hall”, script 1, line 1: Godot stops here. A number below 0 has no square root.'],
    ['f = sqrt(-1)', 'unreal', 'warning: “Hall”, script 1, line 1: “f = sqrt(-1)” gives an error in Taleport, but NaN in Unreal.'],
    ['i = roll(-2)', 'unity', 'error: “Hall”, script 1, line 1: Unity stops here. “roll” takes numbers above 0.'],
    ['i = roll(-2)', 'unreal', null],
    [
      's += 1',
      'unreal',
      'error: “Hall”, script 1, line 1: Unreal stops here. This engine can’t use += with a text and a value of another type.',
    ],
    ['i += s', 'unreal', 'warning: “Hall”, script 1, line 1: “i += s” gives "7abc" in Taleport, but 7 in Unreal.'],
  ])('%s for %s', (script, engine, expected) => {
    const { story } = scripted([script]);
    expect(found(story, engine)).toEqual(expected === null ? [] : [expected]);
    expect(found(story, 'json')).toEqual([]);
  });

  test('[Exports] what only older versions than the assumed one do is a warning that names them', () => {
    const { story, board } = smallStory();
    const hero = story.component('Hero', { customId: 'hero' });
    story.add('attribute', { cId: hero, cType: 'components', customId: 'hp', value: { type: 'integer', data: 1 } });
    story.element(board, '<pre><code>hero.hp = 2</code></pre>', { title: en('<p>Hall</p>') });
    const stops = (engine: GameEngine, pluginVersion?: string) =>
      checkStory(story.project(), engine, { pluginVersion })
        .filter(({ rule }) => rule === 'game-stops')
        .map(({ severity, message }) => `${severity}: ${t(message)}`);
    expect(stops('unreal')).toEqual([expect.stringMatching(/^warning: .*In older versions of the plug-in \(1\.1\), Unreal stops here\./)]);
    expect([stops('unreal', '2.2.0'), stops('unity', 'main'), stops('godot', 'main')]).toEqual([[], [], []]);
    expect(stops('unreal', '1.1')).toEqual([expect.stringMatching(/^error: .*Unreal 1\.1 stops here\./)]);
    expect(stops('godot')).toEqual([expect.stringMatching(/^error: .*Godot 2\.2\.0 \(assumed\) stops here\./)]);
  });

  test('[Exports] a plug-in that is newer than all known versions says so', () => {
    const { story } = smallStory();
    const messages = (number: string) =>
      checkStory(story.project(), 'unreal', { foundPlugin: { number, versionId: null, source: 'arcweave.uplugin' } }).map(
        ({ severity, message }) => `${severity}: ${t(message)}`,
      );
    expect(messages('2.4')).toEqual([
      'warning: The game has plug-in 2.4 for Unreal, which is newer than any version that Taleport supports. It is checked as 2.2.0.',
    ]);
    expect([messages('2.2'), messages('2.2.0'), messages('1.0')]).toEqual([[], [], []]);
  });

  test('[Exports] a list of assets is exported empty for a plug-in that stops at one, with a warning', () => {
    const { story } = smallStory();
    const hero = story.component('Hero');
    const id = story.add('attribute', {
      cId: hero,
      cType: 'components',
      name: 'Pictures',
      value: { type: 'asset-list', data: [{ id: 'entry', asset: story.asset() }] },
    });
    const project = story.project();
    const written = (engine: GameEngine, pluginVersion?: string) => {
      const settings = { locales: 'all', fallbackContents: true, pluginVersion: pluginVersion ?? null } as const;
      const [file] = createStoryFiles(project, getExporter(engine), settings);
      const text = file ? readFullText(file) : '';
      const warnings = checkStory(project, engine, { pluginVersion }).filter(({ rule }) => rule === 'differs-in-game');
      return { data: JSON.parse(text).attributes[id].value.data.length, warnings: warnings.map((each) => t(each.message)) };
    };
    expect(written('godot', '2.0.4')).toEqual({
      data: 0,
      warnings: ['Component “Hero” (attribute “Pictures”) is exported as an empty list, because Godot 2.0.4 can’t import lists of assets.'],
    });
    expect(written('godot')).toMatchObject({ data: 0, warnings: [expect.stringContaining('Godot 2.2.0 (assumed)')] });
    for (const [engine, version] of [['godot', 'main'], ['unity', 'v1'], ['unreal']] as const)
      expect(written(engine, version)).toEqual({ data: 1, warnings: [] });
  });

  test('[Exports] Unity loses a float variable even where no script uses it', () => {
    const { story } = smallStory();
    const id = story.add('variable', { name: 'price', type: 'float', value: 0.5 });
    expect(check(story, 'unity')).toEqual([
      expect.objectContaining({ severity: 'error', rule: 'game-stops', stopsGame: true, kind: 'variable', id }),
    ]);
    for (const pluginVersion of ['v2-withdrawn', 'main']) expect(checkStory(story.project(), 'unity', { pluginVersion })).toEqual([]);
  });

  test('[Exports] Unity cannot load an integer beyond 32 bits, even where no script uses it', () => {
    const { story } = smallStory();
    story.add('variable', { name: 'smallest', type: 'integer', value: -2_147_483_648 });
    const id = story.add('variable', { name: 'stars', type: 'integer', value: 3_000_000_000 });
    const stop = (of: object) => expect.objectContaining({ severity: 'error', rule: 'game-stops', stopsGame: true, ...of });
    const hero = story.component('Hero', { customId: 'hero' });
    const value = { type: 'integer', data: -3_000_000_000 } as const;
    const debt = story.add('attribute', { cId: hero, cType: 'components', name: 'Debt', customId: 'debt', value });
    expect(checkStory(story.project(), 'unity', { pluginVersion: 'v1' })).toEqual([stop({ kind: 'variable', id })]);
    for (const pluginVersion of ['v2-withdrawn', 'main'])
      expect(
        checkStory(story.project(), 'unity', { pluginVersion })
          .map((finding) => [finding.kind, finding.id])
          .sort(),
      ).toEqual([
        ['attribute', debt],
        ['variable', id],
      ]);
    for (const other of ['godot', 'unreal'] as const) expect(check(story, other)).toEqual([]);
  });

  test('[Exports] Godot shows texts without a part of their markup', () => {
    const { story, board } = smallStory();
    const texts = ['a &amp; b', 'a &lt; b', 'a<br>b', '<u>a</u>', '<s>a</s>', '<strong>a</strong>', 'a “b”'];
    const ids = texts.map((text) => story.element(board, `<p>${text}</p>`));
    const lost = check(story, 'godot').filter(({ rule }) => rule === 'differs-in-game');
    expect(lost.map(({ id }) => id).sort()).toEqual(ids.slice(0, 5).sort());
    expect(check(story, 'unity').filter(({ rule }) => rule === 'differs-in-game')).toEqual([]);
  });

  test('a variable has the types of everything that any script assigns to it', () => {
    expect(found(scripted(['show(roll(i))']).story, 'unity')).toEqual([]);
    const { story } = scripted(['show(roll(i))', 'i = i / 2']);
    expect(found(story, 'godot')).toEqual([
      'error: “Hall”, script 1, line 1: Godot stops here. In this engine, “roll” takes integers only.',
    ]);
  });

  test('[Exports] neither an unknown name nor a script that does not parse hides what else stops the game or differs', () => {
    const scripts = ['x = 3000000000', 'b = not i > 8', 'show(i % 2)', 'i = 3000000000', 'show(roll(x))'];
    const { story } = scripted(scripts, 'visits() > 1');
    const unknown = 'error: “Hall” uses “x”, which isn’t a variable yet.';
    const differs = (engine: string) => expect.stringMatching(new RegExp(`^warning: .*script 2.*${engine}`));
    const literal = (engine: string) => expect.stringMatching(new RegExp(`^error: “Hall”, script 4, line 1: ${engine} stops here`));
    const modulo = expect.stringMatching(/^error: “Hall”, script 3, line 1: Unreal stops here/);
    const visits = expect.stringMatching(/^error: The “if” condition of .* Unity stops here/);
    expect(found(story, 'unreal').toSorted()).toEqual([unknown, modulo, literal('Unreal'), differs('Unreal')]);
    expect(found(story, 'unity').toSorted()).toEqual([visits, unknown, literal('Unity'), differs('Unity')]);
  });

  test('[Exports] of two conditions, a safe one does not hide what is wrong with the other, in any order', () => {
    for (const scripts of [
      ['i > 1', 'visits() > 1'],
      ['visits() > 1', 'i > 1'],
    ]) {
      const { story, element } = scripted([]);
      story.branch(story.project().find('element', element)?.boardId ?? '', scripts);
      expect(found(story, 'unity').filter((each) => each.includes('stops here'))).toHaveLength(1);
    }
  });

  test('[Exports] in a text with an unknown variable nothing is rewritten: whether that is safe depends on its type', () => {
    const { story } = scripted(['show(x)', 'b = not i > 8']);
    expect(checkStory(story.project(), 'unity').map(({ rule, fix }) => [rule, fix?.isChoice])).toEqual([
      ['unknown-variable', true],
      ['differs-in-game', undefined],
    ]);
  });

  test('single precision of float variables stops functions of a number, and differs where the initial value is not exact', () => {
    const inV2 = (script: string): string[] => {
      const { story } = scripted([script]);
      story.add('variable', { name: 'exact', type: 'float', value: 0.5 });
      story.add('variable', { name: 'rounded', type: 'float', value: 0.1 });
      return checkStory(story.project(), 'unity', { pluginVersion: 'v2-withdrawn' }).map((finding) => t(finding.message));
    };
    expect(inV2('show(exact, rounded, exact * 3, exact == 0.5)')).toEqual([]);
    expect(inV2('show(rounded * 3)')).toEqual([expect.stringMatching(/0\.3\b.*0\.300000004470348/)]);
    expect(inV2('rounded += 1')).toHaveLength(1);
    expect(inV2('show(max(rounded, 0))')).toHaveLength(1);
    expect(inV2('show(sqrt(exact))')).toEqual([expect.stringContaining('stops here')]);
    expect(inV2('show(sqrt(exact + 0))')).toEqual([]);
  });

  test('visits() needs a mention in a condition, and not in a content', () => {
    const { story, branch } = scripted(['show(visits())'], 'visits() > 1');
    expect(check(story, 'unity')).toEqual([expect.objectContaining({ rule: 'game-stops', stopsGame: true, kind: 'branch', id: branch })]);
    expect(check(story, 'unreal')).toEqual([]);
  });

  test.each([
    ['b = not i > 8', 'b = not (i &gt; 8)'],
    ['show(i > 3)', 'show((i &gt; 3))'],
    ['b = not not b', 'b = not (not b)'],
    ['i = --1', 'i = -(-1)'],
    ['b = i > 3 > 0', 'b = (i &gt; 3) &gt; 0'],
    ['b = b == not b', 'b = b == (not b)'],
    ['b = i == 7 and not i > 8', 'b = i == 7 and not (i &gt; 8)'],
  ])('parentheses are added: %s', (script, fixed) => {
    const { story, element } = scripted([script]);
    const fix = checkStory(story.project(), 'unity').find(({ rule }) => rule === 'game-stops' || rule === 'differs-in-game')?.fix;
    expect(fix?.command).toEqual({
      do: 'change',
      kind: 'element',
      id: element,
      fields: { content: { en: { text: `<pre><code>${fixed}</code></pre>` } } },
    });
  });

  test('a fix of a condition changes the condition', () => {
    const { story, conditions } = scripted([], 'not i > 8');
    const fix = checkStory(story.project(), 'unity').find(({ rule }) => rule === 'differs-in-game')?.fix;
    expect(fix?.command).toEqual({ do: 'change', kind: 'condition', id: conditions[0], fields: { script: 'not (i &gt; 8)' } });
  });
});

describe('errors', () => {
  test('[Exports] a missing start is an error for every engine and a warning for JSON', () => {
    const { story } = smallStory();
    story.start(null);
    for (const engine of [undefined, ...gameEngines])
      expect(check(story, engine)).toEqual([
        expect.objectContaining({
          severity: 'error',
          rule: 'missing-start',
          message: expect.stringContaining('no start'),
          kind: 'project',
          id: 'project',
        }),
      ]);
    expect(check(story, 'json')[0]?.severity).toBe('warning');
  });

  test('spoken text is in quotation marks only once', () => {
    const { story, element } = smallStory();
    story.change(element, { content: en('<p>“Who is there?”</p><pre><code>if true</code></pre>'), title: en('') });
    expect(check(story, 'unity')[0]?.message).toMatch(/^“Who is there\?”, script 1/);
  });

  test('[Exports] a script with a syntax error is reported with the title of its element', () => {
    const { story, element } = smallStory();
    story.change(element, {
      content: en('<p>x</p><pre><code>gold = 1</code></pre><pre><code>if true</code></pre>'),
      title: en('<p>The <b>hall</b></p>'),
    });
    story.add('variable', { name: 'gold', type: 'integer', value: 1 });
    for (const engine of gameEngines)
      expect(check(story, engine)).toEqual([
        {
          severity: 'error',
          rule: 'script',
          message: '“The hall”, script 2, line 1: This if has no endif.',
          kind: 'element',
          id: element,
        },
      ]);
    expect(check(story, 'json')[0]).toMatchObject({ severity: 'warning', rule: 'script' });
  });

  test('[Exports] labels and conditions are scripts too; for a condition one clicks on its branch', () => {
    const { story, board, element } = smallStory();
    const { branch, conditions } = story.branch(board, ['gold ==']);
    const label = story.connect(element, branch, { label: en('<pre><code>1 +</code></pre>') });
    for (const condition of conditions) story.connect(condition, element);
    expect(check(story, 'unity').sort(byKind)).toEqual([
      expect.objectContaining({
        severity: 'error',
        rule: 'script',
        kind: 'branch',
        id: branch,
        message: expect.stringMatching(/^The “if” condition of a branch \(board “Board”\): /),
      }),
      expect.objectContaining({
        severity: 'error',
        rule: 'script',
        kind: 'connection',
        id: label,
        message: expect.stringContaining('A connection from “Title”'),
      }),
    ]);
  });

  test('[Exports] with fallbackContents an error in the fallback language counts', () => {
    const locales = ['en', 'de'].map((iso) => ({ iso, name: iso, base: iso === 'en' ? null : 'en' }));
    const { story, element } = smallStory({ locales });
    story.change(element, { content: en('<p>x</p><pre><code>1 +</code></pre>'), title: {} });
    const german = (fallbackContents: boolean) => checkStory(story.project(), 'unity', { locales: ['de'], fallbackContents });
    expect(rules(german(false))).toEqual(['missing-translation']);
    expect(rules(german(true))).toEqual(['script', 'missing-translation']);
  });

  test('[G17] with selected boards only, items of others are not checked, and a start on another board does not count', () => {
    const { story, board, element } = smallStory();
    const other = story.board('Other');
    const wrong = story.element(other, '<pre><code>1 +</code></pre>');
    story.change(element, { linkedBoard: other });
    const on = (...boardIds: string[]) => checkStory(story.project(), 'unity', { boardIds });
    expect(on(board)).toEqual([]);
    expect(on(other).map(({ rule, id }) => [rule, id])).toEqual([
      ['missing-start', 'project'],
      ['script', wrong],
    ]);
    expect(rules(on(board, other))).toEqual(['script']);
  });

  test('[G17] with selected boards only, a script that uses a variable or an element of another board is reported for every format', () => {
    const { story, board, element } = smallStory();
    const other = story.board('Castle', { customId: 'castle' });
    const elsewhere = story.element(other);
    const knight = story.component('Knight', { customId: 'knight' });
    for (const [cId, cType] of [[other, 'boards'] as const, [knight, 'components'] as const])
      story.add('attribute', { cId, cType, customId: 'gold', value: { type: 'integer', data: 1 } });
    story.add('variable', { name: 'oil', type: 'integer', value: 1 });
    const visits = `visits(<span class="mention mention-element" data-id="${elsewhere}" data-label="Hall" data-type="element">Hall</span>)`;
    story.change(element, {
      title: en('<p>Hall</p>'),
      content: en(`<pre><code>castle.gold += knight.gold + oil</code></pre><pre><code>show(${visits})</code></pre>`),
    });
    story.branch(board, ['castle.gold'], false);
    const notExported = (engine: string | undefined, ...boardIds: string[]) =>
      checkStory(story.project(), engine, { boardIds, ...(engine === 'unity' && { pluginVersion: 'v2-withdrawn' }) })
        .filter(({ rule }) => rule.startsWith('unknown-'))
        .map(({ severity, message }) => `${severity}: ${t(message)}`);
    const expected = [
      '“Hall”: A script refers to an element of another board (board “Castle”) that isn’t exported. Export that board as well.',
      '“Hall” uses “castle.gold”, a variable of another board (board “Castle”) that isn’t exported. Export that board as well.',
      'The “if” condition of a branch (board “Board”) uses “castle.gold”, a variable of another board (board “Castle”) that isn’t exported. Export that board as well.',
    ];
    for (const engine of [undefined, 'json', 'html', ...gameEngines]) {
      const severity = engine === 'json' || engine === 'html' ? 'warning' : 'error';
      expect(notExported(engine, board).sort()).toEqual(expected.map((text) => `${severity}: ${text}`).sort());
      expect(notExported(engine, board, other)).toEqual([]);
      expect(notExported(engine)).toEqual([]);
    }
  });

  test('[Exports] an id without a record is an error where the importer throws on it, and a warning elsewhere', () => {
    const { story, element, board } = smallStory();
    const jumper = story.add('jumper', { boardId: board, x: 1, y: 1, elementId: 'gone' });
    story.change(element, { cover: { type: 'image', id: board } });
    for (const engine of [undefined, 'json', ...gameEngines] as const) {
      const matches = check(story, engine).filter(({ rule }) => rule === 'dangling-id');
      const severity = engine === 'json' || engine === 'unreal' ? 'warning' : 'error';
      expect(matches.map((finding) => [finding.severity, finding.kind, finding.id]).sort()).toEqual(
        [
          [severity, 'element', element],
          [severity, 'jumper', jumper],
        ].sort(),
      );
    }
  });

  test('[Exports] an error in a translation counts only where that language is exported, and the same script is reported once', () => {
    const locales = ['en', 'de', 'fr'].map((iso) => ({ iso, name: iso.toUpperCase(), base: iso === 'en' ? null : 'en' }));
    const { story, element } = smallStory({ locales });
    const wrong = { text: '<p>x</p><pre><code>1 +</code></pre>' };
    story.change(element, { content: { en: { text: '<p>x</p>' }, de: wrong, fr: wrong }, title: {} });
    expect(rules(check(story, 'unity', ['en']))).toEqual([]);
    expect(check(story, 'unity')).toEqual([expect.objectContaining({ rule: 'script', message: expect.stringContaining('“x” (DE)') })]);
  });
});

describe('warnings', () => {
  test('[Exports] a jumper without a target and an unconnected path of a branch are dead ends', () => {
    const { story, board, element } = smallStory();
    const jumper = story.add('jumper', { boardId: board, x: 1, y: 1 });
    const { branch, conditions } = story.branch(board, ['true']);
    story.connect(element, branch);
    story.connect(conditions[0] ?? '', jumper);
    const matches = check(story, 'unity');
    expect(matches.map(({ severity, rule, id }) => [severity, rule, id])).toEqual([
      ['warning', 'dead-end', branch],
      ['warning', 'dead-end', jumper],
    ]);
    expect(matches[0]?.message).toBe('“else” isn’t connected (board “Board”).');
  });

  test('[Exports] unreachable elements are reported, over connections, branches, jumpers and linked boards', () => {
    const { story, board, element } = smallStory();
    const far = story.board('Far');
    const [throughBranch, throughJumper, linked, lost] = [
      story.element(board),
      story.element(board),
      story.element(far),
      story.element(board, null, { title: en('<p>Lost</p>') }),
    ];
    const second = story.element(far);
    story.connect(linked, second);
    const { branch, conditions } = story.branch(board, ['true'], false);
    const jumper = story.add('jumper', { boardId: board, x: 1, y: 1, elementId: throughJumper });
    story.connect(element, branch);
    story.connect(conditions[0] ?? '', throughBranch);
    story.connect(throughBranch, jumper);
    story.change(throughJumper, { linkedBoard: far });
    expect(check(story)).toEqual([
      {
        severity: 'warning',
        rule: 'unreachable',
        message: '“Lost” can’t be reached from the start of the story.',
        kind: 'element',
        id: lost,
      },
    ]);
  });

  test('[Exports] an unreachable board is reported once', () => {
    const { story } = smallStory();
    const dialogue = story.board('Dialogue');
    story.connect(story.element(dialogue), story.element(dialogue));
    expect(check(story)).toEqual([expect.objectContaining({ rule: 'unreachable', kind: 'board', id: dialogue })]);
  });

  test('[Exports] a circle of elements ends the search', () => {
    const { story, board, element } = smallStory();
    const next = story.element(board);
    story.connect(element, next);
    story.connect(next, element);
    expect(check(story)).toEqual([]);
  });

  test('[Exports] unknown variables are reported, those of boards and components too', () => {
    const { story, board, element } = smallStory();
    story.change(board, { customId: 'hall' });
    story.add('attribute', { cId: board, cType: 'boards', customId: 'light', value: { type: 'boolean', data: true } });
    story.add('variable', { name: 'gold', type: 'integer', value: 1 });
    story.change(element, { content: en('<pre><code>gold = hall.light + hall.dark + nobody.light + silver</code></pre>') });
    for (const engine of [undefined, ...gameEngines])
      expect(check(story, engine).find(({ rule }) => rule === 'unknown-variable')).toMatchObject({ severity: 'error', stopsGame: true });
    expect(rules(check(story, 'json'))).toEqual(Array(3).fill('unknown-variable'));
    const matches = check(story, 'json');
    expect(matches[0]?.severity).toBe('warning');
    expect(matches.map(({ message }) => /uses “(.*)”/.exec(message)?.[1])).toEqual(['hall.dark', 'nobody.light', 'silver']);
  });

  test('[Exports] a script that mentions a removed element', () => {
    const { story, board } = smallStory();
    const { branch, conditions } = story.branch(
      board,
      ['visits(<span class="mention" data-id="gone" data-type="element">x</span>) &gt; 1'],
      false,
    );
    story.connect(conditions[0] ?? '', branch);
    expect(one(check(story), 'unknown-element')).toMatchObject({ severity: 'error', stopsGame: true, kind: 'branch', id: branch });
  });

  test('[Exports] a condition that sets a value stops the game', () => {
    const { story, board, element } = smallStory();
    const { branch, conditions } = story.branch(board, ['gold = 10']);
    for (const condition of conditions) story.connect(condition, element);
    expect(check(story, 'unity')).toContainEqual(
      expect.objectContaining({ rule: 'sets-in-condition', severity: 'error', stopsGame: true, kind: 'branch', id: branch }),
    );
  });

  test.each([
    ['gold = 10', 'sets-in-condition', 'A condition can’t change a variable. To compare values, use ==.'],
    ['gold += 1', 'sets-in-condition', 'A condition can’t change a variable. To compare values, use ==.'],
    ['show(gold)', 'game-stops', '“show” returns no value. Write it on its own line.'],
  ])('[Exports] the check, the editor and Play say the same of the condition %s', (script, rule, sentence) => {
    const { story, board, element } = smallStory();
    const { branch, conditions } = story.branch(board, [script]);
    for (const condition of conditions) story.connect(condition, element);
    story.connect(element, branch);
    const found = check(story, 'unity').filter(({ kind }) => kind === 'branch');
    expect(found).toEqual([expect.objectContaining({ rule, message: `The “if” condition of a branch (board “Board”): ${sentence}` })]);
    const parsed = parseCondition(script);
    expect(parsed.ok ? [] : parsed.diagnostics.map(({ message }) => t(message))).toEqual([sentence]);
    const played = startPlay(story.project(), element, createTestEnvironment());
    expect(played.diagnostics.map(({ message }) => t(message))).toEqual([sentence]);
  });

  test('[Exports] an if without a condition is reported, an else never', () => {
    const { story, board, element } = smallStory();
    const { branch, conditions } = story.branch(board, ['']);
    for (const condition of conditions) story.connect(condition, element);
    expect(check(story)).toEqual([expect.objectContaining({ rule: 'empty-condition', severity: 'warning', kind: 'branch', id: branch })]);
  });

  test('[Exports] missing translations are reported once for each record, with their languages', () => {
    const locales = [
      { iso: 'en', name: 'English', base: null },
      { iso: 'de', name: 'German', base: 'en' },
      { iso: 'el', name: 'Greek', base: 'en' },
    ];
    const { story, board, element } = smallStory({ locales });
    story.change(element, { title: { en: { text: '<p>Hall</p>' }, de: { text: '<p>Halle</p>' } }, content: { en: { text: null } } });
    const other = story.element(board, '', { title: {} });
    const label = story.connect(element, other, { label: en('<p>Go</p>') });
    const knight = story.component('Knight', { name: { en: { text: 'Knight' }, de: { text: 'Ritter' }, el: { text: 'Ιππότης' } } });
    const matches = check(story).sort(byKind);
    expect(matches.map(({ severity, rule, id, message }) => [severity, rule, id, message])).toEqual([
      ['warning', 'missing-translation', label, 'Connection “Go” isn’t translated into German and Greek.'],
      ['warning', 'missing-translation', element, '“Hall” isn’t translated into Greek.'],
    ]);
    expect(check(story, 'unity', ['en', 'de'])).toHaveLength(1);
    expect(check(story, 'unity', ['en'])).toEqual([]);
    story.change(knight, { name: en('Knight') });
    expect(check(story).map(({ id }) => id)).toContain(knight);
    expect(check(story).map(({ id }) => id)).not.toContain(roots.component);
  });

  test('[Exports] an image with the base name of an icon is reported for Unity, which looks both up by it', () => {
    const { story } = smallStory();
    story.component('Castle', { cover: { type: 'icon', file: 'delapouite/castle' } });
    const picture = story.asset('Castle.png');
    story.asset('castle.mp3', { type: 'audio' });
    expect(check(story, 'unity')).toEqual([
      expect.objectContaining({
        severity: 'warning',
        rule: 'asset-name-collision',
        id: picture,
        message: expect.stringContaining('delapouite/castle'),
        fix: expect.objectContaining({ command: { do: 'change', kind: 'asset', id: picture, fields: { name: 'Castle_2.png' } } }),
      }),
    ]);
    for (const engine of [undefined, 'json', 'unreal', 'godot'] as const) expect(check(story, engine)).toEqual([]);
  });

  test.each<[engine: GameEngine, names: string[]]>([
    ['unity', ['a.webp', 'b.SVG', 'd.m4a']],
    ['unreal', []],
    ['godot', ['c.gif', 'd.m4a', 'e.flac']],
  ])('[Exports] files that the editor of %s does not import are reported', (engine, names) => {
    const { story } = smallStory();
    const all = ['a.webp', 'b.SVG', 'c.gif', 'd.m4a', 'e.flac', 'f.png', 'g.wav'];
    const ids = new Map(all.map((name) => [story.asset(name, { type: /[de]/.test(name[0] ?? '') ? 'audio' : 'image' }), name]));
    const found = check(story, engine).filter(({ rule }) => rule === 'asset-format');
    expect(found.map(({ id }) => ids.get(id)).sort()).toEqual(names);
  });

  test.each(gameEngines)(
    '[Exports] %s: an extension that does not match the content is reported, with a fix that renames the file',
    (engine) => {
      const { story } = smallStory();
      const add = (name: string, mime: string, type: 'image' | 'audio' | 'video' | 'template-image') => story.asset(name, { type, mime });
      const wrong = new Map([
        [add('photo.jpg', 'image/png', 'image'), 'photo.png'],
        [add('scan.PNG', 'image/jpeg', 'image'), 'scan.jpg'],
        [add('song.mp3', 'audio/wav', 'audio'), 'song.wav'],
        [add('rain.wav', 'audio/mpeg', 'audio'), 'rain.mp3'],
        [add('storm.opus', 'audio/ogg', 'audio'), 'storm.ogg'],
        [add('film.mp4', 'video/ogg', 'video'), 'film.ogv'],
        [add('portrait', 'image/png', 'image'), 'portrait.png'],
        [add('map.version 2', 'image/png', 'image'), 'map.version 2.png'],
        [add('title.apng', 'image/png', 'image'), 'title.png'],
        // The matching name is taken.
        [add('twin.jpg', 'image/png', 'image'), 'twin_2.png'],
      ]);
      for (const [name, mime, type] of [
        ['twin.png', 'image/png', 'image'],
        ['right.JPEG', 'image/jpeg', 'image'],
        ['right.ogg', 'audio/ogg', 'audio'],
        ['right.ogv', 'video/ogg', 'video'],
      ] as const)
        add(name, mime, type);
      story.asset('unknown.jpg');
      add('drawn.jpg', 'image/png', 'template-image');
      const found = check(story, engine).filter(({ rule }) => rule === 'asset-format');
      const named = new Map(
        found.map(({ id, fix }) => [id, fix?.command.do === 'change' ? Reflect.get(fix.command.fields, 'name') : undefined]),
      );
      for (const [id, name] of wrong) expect([name, named.get(id)]).toEqual([name, name]);
      expect(found).toHaveLength(wrong.size + 1);
      expect(check(story, 'json').filter(({ rule }) => rule === 'asset-format')).toEqual([]);
    },
  );

  test.each<[engine: GameEngine, names: string[]]>([
    ['unity', ['a.webp', 'b.png']],
    ['unreal', []],
    ['godot', ['c.gif', 'd.png', 'e.mp4', 'f.webm', 'g.ogv']],
  ])('[Exports] %s: a format that the editor does not import is reported whatever the extension says', (engine, names) => {
    const { story } = smallStory();
    const all = [
      ['a.webp', 'image/webp'],
      ['b.png', 'image/webp'],
      ['c.gif', 'image/gif'],
      ['d.png', 'image/gif'],
      ['e.mp4', 'video/mp4'],
      ['f.webm', 'video/webm'],
      ['g.ogv', 'video/mp4'],
    ] as const;
    const ids = new Map(all.map(([name, mime]) => [story.asset(name, { type: mime.startsWith('video') ? 'video' : 'image', mime }), name]));
    const found = check(story, engine).filter(({ message }) => message.includes('import files like'));
    expect(found.map(({ id }) => ids.get(id)).sort()).toEqual(names);
  });

  test('[Exports] a path that Windows may not open is reported, by the names of its folders in the game project', () => {
    const { story } = smallStory();
    const outer = story.asset('o'.repeat(100), { type: 'folder' });
    const inner = story.asset('i'.repeat(90), { type: 'folder', parentId: outer });
    const long = story.asset('map.png', { parentId: inner });
    story.asset('map.png', { parentId: outer });
    for (const engine of [undefined, 'json', 'unreal', 'godot'] as const)
      expect(check(story, engine).filter(({ rule }) => rule === 'asset-path')).toEqual([
        expect.objectContaining({ id: long, message: expect.stringContaining('“map.png”') }),
      ]);
    expect(check(story, 'unity').filter(({ rule }) => rule === 'asset-path')).toEqual([]);
  });

  test('[Exports] for Unity files of one type need base names that differ, for the others names in one folder', () => {
    const { story } = smallStory();
    const folder = story.asset('Sounds', { type: 'folder' });
    story.asset('Hall.png');
    const [jpg, template] = [story.asset('hall.jpg'), story.asset('HALL.webp', { type: 'template-image' })];
    story.asset('hall.mp3', { type: 'audio', parentId: folder });
    const second = story.asset('HALL.MP3', { type: 'audio', parentId: folder });
    const collisions = (engine?: ExportFormat) =>
      check(story, engine)
        .filter(({ rule }) => rule === 'asset-name-collision')
        .map(({ id, fix }) => [id, fix && t(fix.label)]);
    const inUnity: [string, string?][] = [[jpg, 'Rename to “hall_2.jpg”'], [template], [second, 'Rename to “HALL_2.MP3”']];
    expect(collisions('unity').map(([id, label]) => (label === undefined ? [id] : [id, label]))).toEqual(
      inUnity.sort(([one], [two]) => (one < two ? -1 : 1)),
    );
    for (const engine of [undefined, 'json', 'godot', 'unreal'] as const)
      expect(collisions(engine)).toEqual([[second, 'Rename to “HALL_2.MP3”']]);
    expect(check(story, 'unity').every(({ severity }) => severity === 'warning')).toBe(true);
  });

  test('[Exports] thousands of assets with one name are checked in steps, and each gets its own name', () => {
    const { story } = smallStory();
    const ids = Array.from({ length: 8000 }, () => story.asset('a.png'));
    const steps = checkStoryInSteps(story.project(), 'unity');
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count++;
    const names = step.value.flatMap(({ fix }) => (fix ? [t(fix.label)] : []));
    expect(new Set(names)).toEqual(new Set(ids.slice(1).map((_, at) => `Rename to “a_${at + 2}.png”`)));
    expect(names.length).toBe(7999);
    // Once for the records, and once for the names.
    expect(count).toBeGreaterThan((2 * ids.length) / 50);
  });

  test('[G22] a dangling mention is reported in any rich text, but not in a script', () => {
    const { story, board, element } = smallStory();
    const mention = '<span class="mention mention-component" data-id="gone" data-type="component">@who</span>';
    story.change(element, { content: en(`<p>${mention}</p>`) });
    const note = story.add('note', { boardId: board, x: 1, y: 1, content: `<p>${mention}</p>` });
    story.add('attribute', {
      cId: board,
      cType: 'boards',
      name: 'Who',
      value: { type: 'string', plain: false, data: `<p>${mention}</p>` },
    });
    for (const engine of [undefined, 'json', ...gameEngines] as const) {
      const matches = check(story, engine).filter(({ rule }) => rule === 'dangling-mention');
      expect(matches.map(({ id }) => id).sort()).toEqual([element, note, board].sort());
      expect(matches.every(({ severity }) => severity === 'warning')).toBe(true);
    }
    expect(check(story).find(({ id }) => id === board)?.message).toBe(
      'Board “Board” (attribute “Who”) mentions something that is no longer in the story.',
    );
  });

  test.each([
    ['<em>x</em>', true],
    ['<p>a</p>tail', true],
    ['<blockquote>words</blockquote>', false],
    ['<ul><li>one</li></ul><p>two</p>', false],
    ['<code>gold = 1</code>', false],
    ['', false],
  ])('[Exports] text outside of blocks is reported for an engine: %s', (content, isReported) => {
    const { story, element } = smallStory();
    story.add('variable', { name: 'gold', type: 'integer', value: 1 });
    story.change(element, { content: en(content) });
    expect(rules(check(story, 'unity'))).toEqual(isReported ? ['text-outside-blocks'] : []);
    const label = story.connect(element, element, { label: en(content) });
    expect(
      check(story, 'unity')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(isReported ? [element, label].sort() : []);
    expect(check(story, 'json')).toEqual([]);
  });
});

describe('all of it', () => {
  test('[Exports] errors come first, and the result is deterministic', () => {
    fc.assert(
      fc.property(randomStory, fc.constantFrom(...gameEngines), (story, engine) => {
        const matches = check(story, engine);
        const severities = matches.map(({ severity }) => severity);
        expect(severities).toEqual([...severities].sort());
        story.records.set('project', story.records.get('project') ?? expect.fail());
        const turned = [...story.records].reverse();
        story.records.clear();
        for (const [id, record] of turned) story.records.set(id, record);
        expect(check(story, engine)).toEqual(matches);
        for (const { kind, id, message } of matches) {
          expect(story.records.get(id)?.kind).toBe(kind);
          expect(message).toMatch(/^[A-Z“].*[.:?!]$/u);
        }
      }),
      { numRuns: cases(150) },
    );
  });
});
