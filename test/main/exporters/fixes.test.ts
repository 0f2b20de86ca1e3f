/** Fixes that the check offers: each removes its finding, adds no new one, and can be undone. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import { checkStory } from '../../../main/exporters/checks/check-story.ts';
import type { Finding } from '../../../shared/contracts/findings.ts';
import { t } from '../../../shared/messages/english.ts';
import { type ExportFormat, gameEngines } from '../../exporter-ids.ts';
import { cases, expectEnough } from '../../rounds.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { en, type StoryBuilder, smallStory } from './build-project.ts';
import { randomStory } from './random-story.ts';

/** The story in an engine, as the window has it. */
function opened(story: StoryBuilder) {
  const engine = openEngine(null, createTestEnvironment());
  const { hash } = engine.createProject([...story.records.values()]);
  return { engine, hash, check: (format: ExportFormat): Finding[] => checkStory(engine.getProject(hash), format) };
}

const keyOf = ({ rule, id, message }: Finding): string => `${rule} ${id} ${t(message)}`;

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
        // A start that was found shows what it does not lead to, and a text that was mended has other first words.
        if (finding.rule !== 'missing-start') expect(after.size).toBeLessThanOrEqual(new Set(before.map(keyOf)).size);
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
