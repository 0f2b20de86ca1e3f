/** The cache between exports and checks has no visible effect: results are those of a project that was just loaded. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import { checkStory, checkStoryInSteps } from '../../../main/exporters/checks/check-story.ts';
import { exportStory, exportStoryPieces, type StoryExportOptions } from '../../../main/exporters/exporters.ts';
import { CollectionTextCache } from '../../../main/exporters/json/export-cache.ts';
import type { Command } from '../../../shared/model/commands.ts';
import type { KindName, StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../shared/model/project.ts';
import { largeStory } from '../../bench/stories.ts';
import { CommandTally } from '../../command-tally.ts';
import { exportFormats } from '../../exporter-ids.ts';
import { commandSketches, toCommand } from '../../random-commands.ts';
import { cases } from '../../rounds.ts';
import { createTestEnvironment } from '../../test-environment.ts';

const views = fc.record({
  format: fc.constantFrom(...exportFormats, 'html'),
  destination: fc.constantFrom('file' as const, 'http' as const),
  locale: fc.constantFrom('en', 'de'),
  allLocales: fc.boolean(),
  fallbackContents: fc.boolean(),
  storedNames: fc.boolean(),
  /** Some boards and folders, by their place among all of them. */
  boards: fc.option(fc.array(fc.nat(30), { minLength: 1, maxLength: 4 })),
});

/** As it would be were the project just read. */
const fresh = (project: Project): Project => new Project([...project.records()].sort((one, two) => (one.id < two.id ? -1 : 1)));

type View = StoryExportOptions & { readonly boards: number[] | null };

/** Languages and boards may go while the commands run. */
function optionsOf(project: Project, { boards, ...view }: View): StoryExportOptions {
  const ids = [...project.recordsOfKind('board')].map(({ id }) => id).sort();
  const locale = project.projectRecord.locales.some(({ iso }) => iso === view.locale) ? view.locale : project.mainLocale;
  return { ...view, ...(locale !== undefined && { locale }), ...(boards && { boardIds: boards.map((at) => ids[at % ids.length] ?? '') }) };
}

type Step = (project: Project, one: number, two: number, three: number) => Command | undefined;

/** The first elements of the first two boards: few, so that what is done to them meets. */
const nth = (project: Project, at: number): StoryRecord<'element'> | undefined => {
  const board = project.childIds(project.projectRecord.roots.board, 'boards')[at % 2] ?? '';
  return project.children('element', board, 'elements')[Math.floor(at / 2)];
};
const change = (record: { kind: KindName; id: string } | undefined, fields: object): Command | undefined =>
  record && ({ do: 'change', kind: record.kind, id: record.id, fields } as Command);

const stepsOf: Record<string, Step> = {
  title: (project, one, two) => change(nth(project, one), { title: [null, '<p>New</p>', '<p>Other</p>'][two % 3] }),
  content: (project, one, two, three) => {
    const mentioned = nth(project, two)?.id;
    const mention = `<span class="mention mention-element" data-id="${mentioned}" data-type="element">x</span>`;
    const texts = [
      `<p>${mention}</p>`,
      `<pre><code>v1 = visits(${mention})</code></pre>`,
      '<pre><code>fresh = 1</code></pre>',
      '<pre><code>1 +</code></pre>',
      'bare',
    ];
    return change(nth(project, one), { content: texts[three % texts.length] });
  },
  link: (project, one, two) => change(nth(project, one), { linkedBoard: two % 4 === 3 ? null : (nth(project, two)?.boardId ?? null) }),
  start: (project, one, two) => ({
    do: 'change',
    kind: 'project',
    id: 'project',
    fields: { startingElement: two === 0 ? null : (nth(project, one)?.id ?? null) },
  }),
  cut: (project, one) => {
    const [id] = project.childIds(nth(project, one)?.id ?? '', 'outputs');
    return id === undefined ? undefined : { do: 'remove', kind: 'connection', id };
  },
  remove: (project, one) => {
    const id = nth(project, one)?.id;
    return id === undefined ? undefined : { do: 'remove', kind: 'element', id };
  },
  connect: (project, one, two) => {
    const [source, target] = [nth(project, one), nth(project, two)];
    if (!source || source.boardId !== target?.boardId) return undefined;
    return {
      do: 'create',
      kind: 'connection',
      fields: {
        boardId: source.boardId,
        sourceid: source.id,
        sourceType: 'elements',
        targetid: target.id,
        targetType: 'elements',
        label: '<pre><code>1 +</code></pre>',
      },
    };
  },
  jump: (project, one, two) => {
    const source = nth(project, one);
    const jumper = [...project.recordsOfKind('jumper')].find(({ boardId }) => boardId === source?.boardId);
    if (!source) return undefined;
    if (!jumper) return { do: 'create', kind: 'jumper', fields: { boardId: source.boardId, x: 1, y: 1 } };
    if (two % 2 === 0) return change(jumper, { elementId: nth(project, two)?.id ?? null });
    return {
      do: 'create',
      kind: 'connection',
      fields: { boardId: source.boardId, sourceid: source.id, sourceType: 'elements', targetid: jumper.id, targetType: 'jumpers' },
    };
  },
  branch: (project, one, two) => {
    const source = nth(project, one);
    if (!source) return undefined;
    const [branch] = project.children('branch', source.boardId, 'branches');
    if (!branch) return { do: 'create', kind: 'branch', fields: { boardId: source.boardId, x: 1, y: 1 } };
    const condition = project.children('condition', branch.id, 'conditions')[0];
    if (!condition || two % 3 === 0) return change(condition, { script: ['v1 > 1', 'fresh > 1', 'v1 = 2', ''][two % 4] });
    const [from, to] =
      two % 3 === 1
        ? [
            { sourceid: source.id, sourceType: 'elements' },
            { targetid: branch.id, targetType: 'branches' },
          ]
        : [
            { sourceid: condition.id, sourceType: 'conditions' },
            { targetid: source.id, targetType: 'elements' },
          ];
    if (project.childIds(condition.id, 'outputs').length > 0) return { do: 'remove', kind: 'branch', id: branch.id };
    return { do: 'create', kind: 'connection', fields: { boardId: source.boardId, ...from, ...to } } as Command;
  },
  variable: (project) => {
    const id = project.recordIdByUniqueKey('variable:fresh');
    return id === undefined
      ? { do: 'create', kind: 'variable', fields: { name: 'fresh', type: 'integer', value: 1 } }
      : { do: 'remove', kind: 'variable', id };
  },
  board: (project, one, two) => change(project.find('board', nth(project, one)?.boardId ?? ''), { name: `Board ${two}` }),
  asset: (_project, one) => ({ do: 'create', kind: 'asset', fields: { parentId: null, name: `a${one % 2}.png`, type: 'image' } }),
};
const stepNames = Object.keys(stepsOf);

describe('after any commands', () => {
  test('[Exports] the bytes of an export and the findings of a check are the same as without a cache', async () => {
    const tally = new CommandTally();
    await fc.assert(
      fc.asyncProperty(
        commandSketches(40),
        fc.array(views, { minLength: 1, maxLength: 3 }),
        fc.array(fc.nat(5), { minLength: 5 }),
        async (list, chosen, turns) => {
          tally.startCase();
          const environment = createTestEnvironment();
          const engine = openEngine(null, environment);
          const { hash } = engine.createProject(largeStory(environment, 550, 60));
          const project = engine.getProject(hash);
          const look = (): void => {
            const again = fresh(project);
            for (const view of chosen) {
              const options = optionsOf(project, view);
              expect(exportStory(project, options) === exportStory(again, options)).toBe(true);
              // As a target does with what it has written.
              for (const [at, piece] of [...exportStoryPieces(project, options, 'new')].entries())
                if (piece && at % 3 > 0) piece.text = null;
              const { boardIds } = options;
              const languages = { locales: [options.locale ?? project.mainLocale], fallbackContents: view.fallbackContents, boardIds };
              expect(checkStory(project, view.format, languages)).toEqual(checkStory(again, view.format, languages));
            }
            expect(checkStory(project)).toEqual(checkStory(again));
          };
          const [view] = chosen;
          if ((turns[0] ?? 0) < 3) look();
          for (const [at, wish] of list.entries()) {
            const turn = turns[at % turns.length] ?? 0;
            const command = toCommand(wish, project);
            // Steps that start now are finished, or abandoned, after the story has changed.
            const begun =
              view && turn > 3
                ? [exportStoryPieces(project, optionsOf(project, view), 'all'), checkStoryInSteps(project, view.format)]
                : [];
            for (const steps of begun) for (let step = 0; step < at % 15; step++) steps.next();
            if (turn === 5) tally.attempt(() => engine.undo(hash));
            else if (command) tally.attempt(() => engine.execute(hash, command, 'user'));
            for (const steps of begun) while (at % 3 > 0 && !steps.next().done);
            if (turn < 3) look();
          }
          look();
          await engine.close();
        },
      ),
      { numRuns: cases(2) },
    );
    tally.expectEnough();
  });

  test('[Exports] changed connections, names, scripts and mentions are exported wherever they matter', async () => {
    const step = fc.record({ is: fc.constantFrom(...stepNames), one: fc.nat(5), two: fc.nat(5), three: fc.nat(9) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 80, size: 'max' }), async (steps) => {
        const environment = createTestEnvironment();
        const engine = openEngine(null, environment);
        const { hash } = engine.createProject(largeStory(environment, 550, 60));
        const project = engine.getProject(hash);
        const look = () => expect(checkStory(project, 'unity')).toEqual(checkStory(fresh(project), 'unity'));
        look();
        for (const { is, one, two, three } of steps) {
          const command = stepsOf[is]?.(project, one, two, three);
          if (command) engine.execute(hash, command, 'user');
          if (three > 4) look();
        }
        look();
        await engine.close();
      }),
      { numRuns: cases(3) },
    );
  });

  test('[Exports] more changes at once than the cache records are exported too', () => {
    const environment = createTestEnvironment();
    const project = new Project(largeStory(environment, 1500, 100));
    const options = { format: 'unity', destination: 'file' } as const;
    exportStory(project, options);
    checkStory(project, 'unity');
    for (const slice of [3, 1400, 2]) {
      const elements = [...project.recordsOfKind('element')].slice(0, slice);
      project.apply(elements.map((before) => ({ before, after: { ...before, theme: 'red' } }) as never));
      expect(exportStory(project, options) === exportStory(fresh(project), options)).toBe(true);
      expect(checkStory(project, 'unity')).toEqual(checkStory(fresh(project), 'unity'));
    }
  });
});

describe('[Exports] in a story with one language', () => {
  const views: readonly StoryExportOptions[] = ['unity', 'json', 'html', 'godot', 'unreal'].flatMap((format) =>
    (['file', 'http'] as const).flatMap((destination) => [
      { format, destination, locale: 'en' },
      { format, destination, allLocales: true },
      { format, destination, allLocales: true, onlyLocales: ['en'] },
    ]),
  );

  test.each([
    ['as listed', views],
    ['in reverse', views.toReversed()],
  ])('one language and all languages are two exports, %s', (_order, ordered) => {
    const project = new Project(largeStory(createTestEnvironment(), 600));
    for (const options of ordered)
      expect(exportStory(project, options) === exportStory(fresh(project), options), JSON.stringify(options)).toBe(true);
  });
});

/** The characters of the texts that an export creates again. */
function newCharacters(project: Project, options: StoryExportOptions): number {
  let count = 0;
  for (const piece of exportStoryPieces(project, options, 'new')) {
    count += piece?.text?.length ?? 0;
    // As a target does once a piece is written.
    if (piece) piece.text = null;
  }
  return count;
}

test('[Exports] a changed text does not cost the lists of its board, and a moved rank does', () => {
  const project = new Project(largeStory(createTestEnvironment(), 4000, 4000));
  const options = { format: 'unity', destination: 'file' } as const;
  const whole = newCharacters(project, options);
  const [before] = project.recordsOfKind('element');
  if (!before) throw new Error('no element');
  project.apply([{ before, after: { ...before, theme: 'red' } } as never]);
  const changed = newCharacters(project, options);
  const element = project.find('element', before.id);
  project.apply([{ before: element, after: { ...element, rank: 'zz' } } as never]);
  const moved = newCharacters(project, options);
  expect(changed).toBeLessThan(whole / 50);
  // The board names all of its elements.
  expect(moved - changed).toBeGreaterThan(4000 * before.id.length);
});

test('long members are blocks of their own', () => {
  const text = 'x'.repeat(50_000);
  const ids = Array.from({ length: 100 }, (_, at) => String(at).padStart(3, '0'));
  const cache = new CollectionTextCache(ids, ',');
  const pieces = [...cache.pieces((id) => id + text, 'all')].map((piece) => piece.text ?? '');
  expect(pieces.join(',')).toBe(ids.map((id) => id + text).join(','));
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(200_000);
});

test('cached members are in the order of their keys', () => {
  const steps = fc.array(fc.record({ id: fc.integer({ min: 0, max: 900 }), isThere: fc.boolean() }), { maxLength: 1500, size: 'max' });
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 900 }), { maxLength: 600, size: 'max' }),
      steps,
      fc.nat(20),
      (first, list, every) => {
        const key = (id: number): string => `k${id}`;
        const model = new Map(first.map((id) => [key(id), `first ${id}`]));
        const kept = new CollectionTextCache([...model.keys()], ',');
        const written = (): string => {
          const pieces = [...kept.pieces((id) => model.get(id), 'all')];
          const text = pieces.map((piece) => piece.text).join(',');
          // Some are dropped from the cache and read again.
          for (const piece of pieces.slice(0, every % 4)) piece.text = null;
          return text;
        };
        const wanted = (): string =>
          [...model]
            .sort(([one], [two]) => (one < two ? -1 : 1))
            .map(([, text]) => text)
            .join(',');
        expect(written()).toBe(wanted());
        for (const [at, { id, isThere }] of list.entries()) {
          if (isThere) model.set(key(id), `at ${at}`);
          else model.delete(key(id));
          kept.invalidate(key(id), isThere);
          if (at % (every * 20 + 20) === 0) expect(written()).toBe(wanted());
        }
        expect(written()).toBe(wanted());
      },
    ),
    { numRuns: cases(40) },
  );
});
