/** Fixes that the check offers: each removes its finding, adds no new one, and can be undone. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import type { CheckFinding } from '../../../main/exporters/checks/check-context.ts';
import { checkStory } from '../../../main/exporters/checks/check-story.ts';
import { t } from '../../../shared/messages/english.ts';
import type { Project } from '../../../shared/model/project.ts';
import { startPlay, takeChoice } from '../../../shared/play/play.ts';
import { type ScriptProfile, taleportScriptProfile } from '../../../shared/script/script-profile.ts';
import { type ExportFormat, gameEngines } from '../../exporter-ids.ts';
import { cases, expectEnough } from '../../rounds.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { en, type StoryBuilder, smallStory } from './build-project.ts';
import { pluginProfile } from './plugin-profiles.ts';
import { randomStory } from './random-story.ts';

/** The story in an engine, as the window has it. */
function opened(story: StoryBuilder) {
  const engine = openEngine(null, createTestEnvironment());
  const { hash } = engine.createProject([...story.records.values()]);
  return { engine, hash, check: (format: ExportFormat): CheckFinding[] => checkStory(engine.getProject(hash), format) };
}

const keyOf = ({ rule, id, message }: CheckFinding): string => `${rule} ${id} ${t(message)}`;

/** Sends the fix of the only finding of a rule; gives the record it was about, as it is then. */
async function fixed(story: StoryBuilder, rule: string, format: ExportFormat = 'unity') {
  const { engine, hash, check } = opened(story);
  const matches = check(format).filter((finding) => finding.rule === rule);
  expect(matches).toHaveLength(1);
  const fix = matches[0]?.fix ?? expect.fail('no fix');
  engine.execute(hash, fix.command, 'user');
  expect(check(format).filter((finding) => finding.rule === rule)).toEqual([]);
  const at = 'id' in fix.command ? { ...engine.getProject(hash).get(fix.command.id) } : {};
  await engine.close();
  return { label: t(fix.label), record: at as Record<string, unknown> };
}

describe('one by one', () => {
  test('[Exports] a missing start becomes the first element of the first board that has one', async () => {
    const { story, element } = smallStory();
    story.board('Empty');
    story.start(null);
    expect(await fixed(story, 'missing-start')).toMatchObject({ label: 'Start with “Title”', record: { startingElement: element } });
  });

  test('[Exports] a story without any element has no start to offer', () => {
    const { story } = smallStory();
    story.start(null);
    for (const [id, { kind }] of story.records) if (kind === 'element') story.records.delete(id);
    expect(checkStory(story.project(), 'unity')[0]?.fix).toBeUndefined();
  });

  test('[Exports] text outside of blocks becomes paragraphs, in every language; scripts and blocks stay', async () => {
    const { story, element } = smallStory({
      locales: [
        { iso: 'en', name: 'English', base: null },
        { iso: 'de', name: 'Deutsch', base: 'en' },
      ],
    });
    const de = { text: 'Ach <em>so</em><code>gold = 1</code><ul><li>x</li></ul>' };
    story.change(element, { content: { ...en('<p>one</p>two <b>b</b>'), de }, title: {} });
    expect((await fixed(story, 'text-outside-blocks')).record.content).toEqual({
      en: { text: '<p>one</p><p>two <b>b</b></p>' },
      de: { text: '<p>Ach <em>so</em></p><code>gold = 1</code><ul><li>x</li></ul>' },
    });
  });

  test('[G22] a dangling mention becomes plain text; other mentions stay', async () => {
    const { story, element } = smallStory();
    const knight = story.component();
    const mention = (id: string) => `<span class="mention-component mention" data-id="${id}" data-type="component">who</span>`;
    story.change(element, { content: en(`<p>${mention('gone')} and ${mention(knight)}</p>`) });
    expect((await fixed(story, 'dangling-mention')).record.content).toEqual(en(`<p>who and ${mention(knight)}</p>`));
  });

  test('[Variables] an unknown variable is created with the type that its script needs, but not by itself', async () => {
    const { story, element } = smallStory();
    story.change(element, { content: en('<pre><code>keys = 3\nshow(keys)</code></pre>') });
    const { engine, hash, check } = opened(story);
    const unknown = () => check('unity').filter(({ rule }) => rule === 'unknown-variable');
    const fix = unknown()[0]?.fix ?? expect.fail('no fix');
    expect(t(fix.label)).toBe('Create variable “keys”');
    expect(fix.isChoice).toBe(true);
    engine.execute(hash, fix.command, 'user');
    expect(unknown()).toEqual([]);
    expect([...engine.getProject(hash).recordsOfKind('variable')]).toMatchObject([{ name: 'keys', type: 'integer', value: 0 }]);
    await engine.close();
  });

  test('[Exports] of two assets that collide the later one gets a name that is free', async () => {
    const { story } = smallStory();
    for (const name of ['hall.png', 'hall_2.png', 'hall.jpg']) story.asset(name);
    expect((await fixed(story, 'asset-name-collision')).record.name).toBe('hall_3.jpg');
  });

  test('[Exports] names that are too long for a file get one that is not', async () => {
    const { story } = smallStory();
    for (const name of [`${'x'.repeat(300)}.png`, `${'x'.repeat(301)}.png`]) story.asset(name);
    expect((await fixed(story, 'asset-name-collision')).record.name).toBe(`${'x'.repeat(40)}_2.png`);
  });

  test.each([
    ['gold = 10', 'gold == 10'],
    ['gold=10', 'gold==10'],
    ['knight.name = "a=b"', 'knight.name == "a=b"'],
  ])('[Exports] a condition that sets compares instead: %s', async (script, compared) => {
    const { story, board, element } = smallStory();
    const { conditions } = story.branch(board, [script], false);
    story.connect(conditions[0] ?? '', element);
    expect((await fixed(story, 'sets-in-condition')).record.script).toBe(compared);
  });

  test.each([
    ['unity', 'gold = round(gold)', 'gold = gold'],
    ['godot', 'gold = round(gold + 1)', 'gold = (gold + 1)'],
    ['unreal', 'show(4000000000)', 'show(4000000000.0)'],
    ['unreal', 'show(gold % 2 == 0)', 'show(((gold - 2 * round((gold - 0.5) / 2)) == 0))'],
    ['unreal', 'show(visits() % 3)', 'show((visits() - 3 * round((visits() - 1) / 3)))'],
    // An integer may be negative, dice would be rolled twice, a decimal number has another remainder, and the variable would become one.
    ['unreal', 'gold = visits() % 3', null],
    ['unreal', 'gold = gold % 2', null],
    ['unreal', 'show(roll(6) % 2 == 0)', null],
    ['unreal', 'show(1.5 % 2 == 0)', null],
  ] as const)('[Exports] for %s, %s becomes %s', async (engine, script, rewritten) => {
    const { story, element } = smallStory();
    story.add('variable', { name: 'gold', type: 'integer', value: 3 });
    story.change(element, { content: en(`<pre><code>${script}</code></pre>`) });
    const expected = rewritten && { content: en(`<pre><code>${rewritten}</code></pre>`) };
    if (expected) expect((await fixed(story, 'game-stops', engine)).record).toMatchObject(expected);
    else expect(checkStory(story.project(), engine).filter(({ fix }) => fix)).toEqual([]);
  });

  test('[Exports] visits() of a condition mentions the element before it, if there is only one', async () => {
    const { story, board, element } = smallStory();
    const { branch, conditions } = story.branch(board, ['visits() > 1']);
    for (const id of conditions) story.connect(id, element);
    story.connect(element, branch);
    const mention = `<span class="mention-element mention" data-id="${element}" data-label="Title" data-type="element">title</span>`;
    expect((await fixed(story, 'game-stops')).record.script).toBe(`visits(${mention}) &gt; 1`);
    story.connect(story.element(board), branch);
    expect(checkStory(story.project(), 'unity').find(({ rule }) => rule === 'game-stops')).not.toHaveProperty('fix');
  });

  test('[Exports] gold += 1 has no fix: its meaning is ambiguous', () => {
    const { story, board } = smallStory();
    story.branch(board, ['gold += 1'], false);
    expect(checkStory(story.project()).find(({ rule }) => rule === 'sets-in-condition')).not.toHaveProperty('fix');
  });
});

describe('a float variable, which Unity 2.0 loses', () => {
  const locales = [
    { iso: 'en', name: 'English', base: null },
    { iso: 'de', name: 'Deutsch', base: 'en' },
  ];
  const block = (...lines: string[]): string => lines.map((line) => `<pre><code>${line}</code></pre>`).join('');

  /** A story in which one element sets f, and the next one shows it. */
  function storyOf(scripts: readonly string[], value = 2.5) {
    const { story, board, element } = smallStory({ locales });
    const variable = story.add('variable', { name: 'f', type: 'float', value });
    story.add('variable', { name: 'i', type: 'integer', value: 7 });
    story.change(element, { content: { ...en(`<p>A</p>${block(...scripts)}`), de: { text: `<p>Ach</p>${block(...scripts)}` } } });
    const next = story.element(board, `<p>B</p>${block('show(f)')}`);
    const connection = story.connect(element, next, { label: en(block('show(f + 1)')) });
    const { branch, conditions } = story.branch(board, ['f &gt; 2.4']);
    story.connect(next, branch);
    for (const id of conditions)
      story.connect(id, story.element(board, `<p>${id === conditions[0] ? 'more' : 'less'}</p>${block('show(i)')}`));
    return { story, variable, element, connection, condition: conditions[0] ?? '' };
  }

  /** Everything that is shown on the first path. */
  function shown(project: Project, profile: ScriptProfile): string[] {
    const steps: string[] = [];
    let state = startPlay(project, project.projectRecord.startingElement ?? '', createTestEnvironment(), { profile });
    for (;;) {
      const [choice] = state.choices;
      steps.push(state.html, choice?.label ?? '', state.stopped ?? '');
      if (!choice) return steps;
      state = takeChoice(state, choice.connectionId);
    }
  }

  test.each([
    [['f = 1.5'], ['f = 15']],
    [
      ['f += 0.5', 'f -= i'],
      ['f += 5', 'f -= i * 10'],
    ],
    [
      ['f = f + 0.1 + i', 'f *= 2'],
      ['f = (f + 1) + i * 10', 'f *= 2'],
    ],
    [
      ['f = -f * 3', 'i = round(f + 0.2)'],
      ['f = -(f) * 3', 'i = round((f / 10) + 0.2)'],
    ],
    [
      ['if f &gt; 2', 'f = 2.1', 'endif', 'reset(f)'],
      ['if (f / 10) &gt; 2', 'f = 21', 'endif', 'reset(f)'],
    ],
  ])('[Exports] is counted in tenths, in all scripts and languages and in one step: %j', async (scripts, rewritten) => {
    const { story, variable, element, connection, condition } = storyOf(scripts);
    const before = shown(story.project(), taleportScriptProfile);
    const { engine, hash, check } = opened(story);
    const finding = check('unity').find(({ id }) => id === variable) ?? expect.fail('no finding');
    expect(t(finding.fix?.label ?? expect.fail('no fix'))).toBe('Count “f” in tenths');
    if (finding.fix) engine.execute(hash, finding.fix.command, 'user');
    const project = engine.getProject(hash);
    expect(project.find('variable', variable)).toMatchObject({ type: 'integer', value: 25 });
    expect(project.find('element', element)?.content).toEqual({
      en: { text: `<p>A</p>${block(...rewritten)}` },
      de: { text: `<p>Ach</p>${block(...rewritten)}` },
    });
    expect(project.find('connection', connection)?.label).toEqual(en(block('show((f / 10) + 1)')));
    expect(project.find('condition', condition)?.script).toBe('(f / 10) &gt; 2.4');
    for (const profile of [taleportScriptProfile, pluginProfile('unity', 'v1')]) expect(shown(project, profile)).toEqual(before);
    expect(check('unity').filter(({ stopsGame }) => stopsGame)).toEqual([]);
    engine.undo(hash);
    expect(engine.getProject(hash).find('variable', variable)).toMatchObject({ type: 'float', value: 2.5 });
    expect(engine.getProject(hash).find('element', element)?.content).toEqual(story.project().find('element', element)?.content);
    await engine.close();
  });

  test.each([
    [['f = f / 2'], 2.5],
    [['f = sqrt(f)'], 2.5],
    [['f = 0.25'], 2.5],
    [['f *= 1.5'], 2.5],
    [['f = f * f'], 2.5],
    [['f = 1'], 0.25],
    [['f = 1'], 300_000_000],
    [['f = = 1'], 2.5],
  ])('[Exports] has no fix where a tenth may not be enough, or a script cannot be read: %j from %d', (scripts, value) => {
    const { story, variable } = storyOf(scripts, value);
    expect(checkStory(story.project(), 'unity').find(({ id }) => id === variable)).not.toHaveProperty('fix');
  });

  test('[Exports] its fix is computed again only after a change of what it depends on', async () => {
    const { story, variable, element } = storyOf(['f = 1.5']);
    const { engine, hash } = opened(story);
    const fix = () => checkStory(engine.getProject(hash), 'unity').find(({ id }) => id === variable)?.fix;
    const first = fix();
    expect(first).toBeDefined();
    engine.execute(hash, { do: 'change', kind: 'element', id: element, fields: { title: en('<p>Other</p>') } }, 'user');
    expect(fix()).toBe(first);
    engine.execute(hash, { do: 'change', kind: 'element', id: element, fields: { content: en(block('f = 0.7')) } }, 'user');
    expect(fix()).not.toEqual(first);
    await engine.close();
  });

  test('[Exports] becomes a text where scripts only show it', async () => {
    const { story, element } = smallStory();
    story.add('variable', { name: 'f', type: 'float', value: 0.25 });
    story.change(element, { content: en(block('show("f: ", f)', 'reset(f)')) });
    expect(await fixed(story, 'game-stops')).toMatchObject({
      label: 'Make “f” a text variable',
      record: { type: 'string', value: '0.25' },
    });
  });
});

test('[Exports] every fix of a random story removes its problem and adds none; undo restores everything', async () => {
  let withFixes = 0;
  await fc.assert(
    fc.asyncProperty(randomStory, fc.constantFrom(...gameEngines), fc.boolean(), async (story, format, hasStart) => {
      if (!hasStart) story.start(null);
      const { engine, hash, check } = opened(story);
      const before = check(format);
      const state = JSON.stringify([...engine.getProject(hash).records()].sort((one, two) => (one.id < two.id ? -1 : 1)));
      for (const finding of before) {
        if (!finding.fix) continue;
        engine.execute(hash, finding.fix.command, 'user');
        const remaining = check(format).map(keyOf);
        const after = new Set(remaining);
        // An element and its attribute may have the same problem, which is reported of the element.
        const countSame = (keys: readonly string[]) => keys.filter((key) => key === keyOf(finding)).length;
        expect(countSame(remaining)).toBeLessThan(countSame(before.map(keyOf)));
        // A start that was found shows what it does not lead to, a text that was mended has other first words, and a variable that was created
        // shows which scripts use it as another type.
        const known = new Set(before.map(keyOf));
        const { command } = finding.fix;
        if (finding.rule === 'unknown-variable' && command.do === 'create') {
          const { name } = command.fields as { name: string };
          expect(remaining.filter((key) => !known.has(key) && !key.includes(name))).toEqual([]);
        } else if (finding.rule !== 'missing-start') expect(after.size).toBeLessThanOrEqual(known.size);
        engine.undo(hash);
        expect(JSON.stringify([...engine.getProject(hash).records()].sort((one, two) => (one.id < two.id ? -1 : 1)))).toBe(state);
      }
      if (before.some(({ fix }) => fix)) withFixes += 1;
      await engine.close();
    }),
    { numRuns: cases(40) },
  );
  expectEnough(withFixes, cases(40), 0.4);
});
