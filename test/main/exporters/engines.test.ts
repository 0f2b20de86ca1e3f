/** For any story, an export contains nothing that the engines' importers throw on. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkStory } from '../../../main/exporters/checks/check-story.ts';
import { exportStory } from '../../../main/exporters/exporters.ts';
import { isEngineText } from '../../../main/story-format/encoding.ts';
import { blocksExport, type Finding } from '../../../shared/contracts/findings.ts';
import { toEngineDialect } from '../../../shared/script/engine-dialect.ts';
import { findProjectErrors } from '../../project-errors.ts';
import { cases, expectEnough } from '../../rounds.ts';
import { assertReferencesExist, readAsUnity, readAsUnreal } from './importers.ts';
import { randomStory, richText } from './random-story.ts';
import { exportAndReadStories } from './reading-rounds.ts';

const runs = { numRuns: cases(150) };
const hasErrors = (findings: readonly Pick<Finding, 'severity'>[]): boolean => findings.some(blocksExport);

describe('random stories', () => {
  test('the generated stories are valid', () => {
    fc.assert(
      fc.property(randomStory, (story) => {
        const faults = findProjectErrors(story.records.values());
        expect(faults).toEqual([]);
      }),
      runs,
    );
  });

  test('[Exports] the importers read every export of one language of which the check says no error, and throw on every other', () => {
    const { sound, faulty } = exportAndReadStories(cases(250));
    for (const count of [sound, faulty]) expectEnough(count, sound + faulty, 0.1);
  });

  test('[Exports] Unreal reads what it is sent over HTTP, too', () => {
    fc.assert(
      fc.property(randomStory, (story) => {
        const project = story.project();
        if (hasErrors(checkStory(project, 'unreal', { locales: ['en'] }))) return;
        readAsUnreal(exportStory(project, { format: 'unreal', destination: 'http' }));
      }),
      runs,
    );
  });

  test('[Exports] the same project has the same bytes, in any order of its records', () => {
    fc.assert(
      fc.property(
        randomStory,
        fc.constantFrom('json' as const, 'unity' as const, 'godot' as const),
        fc.boolean(),
        (story, format, allLocales) => {
          const options = { format, destination: 'http' as const, allLocales };
          const once = exportStory(story.project(), options);
          story.records.set('project', story.records.get('project') ?? expect.fail());
          const turned = new Map([...story.records].reverse());
          story.records.clear();
          for (const [id, record] of turned) story.records.set(id, record);
          expect(exportStory(story.project(), options)).toBe(once);
        },
      ),
      runs,
    );
  });

  test('[G17] the story of selected boards has no dangling references', () => {
    fc.assert(
      fc.property(randomStory, fc.nat(), (story, pick) => {
        const boards = [...story.project().recordsOfKind('board')].filter(({ type }) => type === 'board');
        const chosen = boards[pick % boards.length]?.id ?? '';
        story.start([...story.project().children('element', chosen, 'elements')][0]?.id ?? null);
        if (story.project().projectRecord.startingElement === null) return;
        const text = exportStory(story.project(), { format: 'unity', destination: 'file', boardIds: [chosen] });
        assertReferencesExist(JSON.parse(text));
        const isRefused = hasErrors(checkStory(story.project(), 'unity', { locales: ['en'], boardIds: [chosen] }));
        if (isRefused) expect(() => readAsUnity(text)).toThrow();
        else readAsUnity(text);
      }),
      runs,
    );
  });
});

describe('engine dialect', () => {
  test('[Exports] a text that is recognised as engine dialect is in that dialect', () => {
    let plain = 0;
    fc.assert(
      fc.property(richText, (html) => {
        if (!isEngineText(html)) return;
        plain++;
        expect(toEngineDialect(html)).toBe(html);
      }),
      { numRuns: cases(3000) },
    );
    expectEnough(plain, cases(3000), 0.08);
  });

  test.each([
    '<p>words</p>',
    '<p></p><p>a <strong>b</strong> <em>c</em><br>d</p>',
    '<pre><code>gold += 1</code></pre><p>x</p>',
    '<pre><code>if gold &gt; 1</code></pre><p>rich</p><pre><code>endif</code></pre>',
  ])('is not read again: %s', (html) => expect(isEngineText(html)).toBe(true));

  test.each([
    '',
    'words',
    '<p>x</p>tail',
    '<p><b>x</b></p>',
    '<pre><code>a = 1\nb = 2</code></pre>',
    '<pre><code> a = 1</code></pre>',
    '<pre><code>if a</code></pre><pre><code>endif</code></pre>',
    '<code>a = 1</code>',
    '<p><code>a</code></p>',
    '<blockquote><p>x</p></blockquote>',
  ])('is checked: %s', (html) => expect(isEngineText(html)).toBe(false));
});
