/**
 * Input cannot keep a process busy: the time of every regular expression in the program grows with the length of its input, not with its
 * square (G36). Each is analysed, and run against long repeats of everything that its own syntax repeats.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';
import { listFiles } from './import-graph.ts';
import { regexLiteralsIn } from './regex-literals.ts';
import { root } from './root.ts';

const regexes = new Map(
  ['main', 'shared', 'renderer']
    .flatMap((folder) => listFiles(folder, /\.tsx?$/))
    .flatMap((file) => regexLiteralsIn(file, readFileSync(join(root, file), 'utf8')))
    .map((regex) => [`/${regex.source}/${regex.flags}`, regex]),
);

test('no regular expression backtracks more than linearly', () => {
  expect(regexes.size).toBeGreaterThan(200);
  const faults = [...regexes.values()].flatMap(({ place, source, flags }) =>
    analyse({ source, flags }).reports.map(({ type, exponential }) => `${place} /${source}/: ${exponential ? 'exponential' : type}`),
  );
  expect(faults).toEqual([]);
});

// Several thousand attacks: on a busy machine they take their time.
test('the work of every regular expression at most triples when its input doubles', () => {
  const faults = [...regexes.values()].flatMap(({ place, source, flags }) => {
    const slow = attacksOn(source, flags).find((attack) => !isLinearAtBest(source, flags, attack));
    return slow === undefined ? [] : [`${place} /${source}/: ${JSON.stringify(slow)}`];
  });
  expect(faults).toEqual([]);
});

test.each([
  ['(a+)+b', 'exponential'],
  ['\\s+$', 'by its start'],
  ['<span [^>]*>', 'by a prefix that the repeat contains'],
  ['^a: *\\d* *$', 'by two repeats that trade'],
])('the test finds /%s/, which is slow %s', (source) => {
  expect(attacksOn(source, '').some((attack) => !isLinearAtBest(source, '', attack))).toBe(true);
});

/** `prefix`, then `repeated` as often as fits, then something that ends no match. */
interface Attack {
  readonly prefix: string;
  readonly repeated: string;
}

/** For each repeat in the expression: what it repeats, alone and after the shortest text that leads to it; and each literal part. */
function attacksOn(source: string, flags: string): Attack[] {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: /[uv]/.test(flags),
    unicodeSets: flags.includes('v'),
  });
  const found = new Map<string, Attack>();
  const add = (prefix: string, repeated: string) => {
    if (repeated !== '') found.set(JSON.stringify([prefix, repeated]), { prefix, repeated });
  };
  visitRegExpAST(pattern, {
    onQuantifierEnter: (node) => {
      if (node.max !== Number.POSITIVE_INFINITY) return;
      for (const repeated of examples(node.element)) {
        add('', repeated);
        add(textBefore(node), repeated);
        add('', textBefore(node) + repeated);
      }
    },
    onAlternativeEnter: (node) => {
      const [shortest = ''] = sequences(node.elements);
      // Every beginning of an alternative, as what repeats: `<span `, which does not yet match.
      for (let length = 1; length < Math.min(shortest.length, 40); length++) add('', shortest.slice(0, length));
    },
  });
  return [...found.values()];
}

/** Some of the shortest texts that the part matches; one for each alternative or member of a class. */
function examples(node: AST.Element): string[] {
  switch (node.type) {
    case 'Character':
      return [String.fromCodePoint(node.value)];
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return classMembers(node.raw);
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives.flatMap(({ elements }) => sequences(elements));
    case 'Quantifier': {
      if (node.min === 0) return [''];
      return examples(node.element).map((text) => text.repeat(node.min));
    }
    default:
      return [''];
  }
}

const sequences = (elements: readonly AST.Element[]): string[] =>
  elements.reduce<string[]>(
    (texts, element) => {
      const parts = examples(element);
      return parts.length === 1
        ? texts.map((text) => text + parts[0])
        : parts.flatMap((part) => texts.slice(0, 1).map((text) => text + part));
    },
    [''],
  );

/** The shortest text from the start of the expression to this part. */
function textBefore(node: AST.Node): string {
  const { parent } = node;
  if (parent === null) return '';
  const [before = ''] =
    parent.type === 'Alternative' ? sequences(parent.elements.slice(0, parent.elements.indexOf(node as AST.Element))) : [];
  return textBefore(parent) + before;
}

/** One of each sort of character that the class contains: its own characters, and letters, digits, blanks and signs. */
function classMembers(raw: string): string[] {
  const isMember = new RegExp(`^${raw}$`, 'u');
  return [...new Set([...raw, ...'a0 \t\n.-_<>"\'$/=;:é'])].filter((character) => isMember.test(character)).slice(0, 12);
}

const context = createContext({});
/** Milliseconds of processor time below which two measurements are not compared. */
const clockGrain = 50;
/** At the last, work that grows with the square takes seconds. */
const lengths = [5_000, 10_000, 20_000, 40_000, 80_000] as const;

/** Other threads make a measurement longer, never shorter: one linear measurement proves it. */
const isLinearAtBest = (source: string, flags: string, attack: Attack): boolean => [1, 2, 3].some(() => isLinear(source, flags, attack));

/** The processor time triples at most with each doubling of the input. */
function isLinear(source: string, flags: string, { prefix, repeated }: Attack): boolean {
  const expression = new Script(`/${source}/${flags}[Symbol.${flags.includes('g') ? 'replace' : 'search'}](input, '')`);
  const timeFor = (length: number, limit: number): number => {
    context.input = `${prefix}${repeated.repeat(length / repeated.length)}\0`;
    return processorTime(expression, limit);
  };
  let allowed = 3 * clockGrain;
  // Almost all are so fast that the shorter inputs would show nothing more.
  if (timeFor(lengths[4], allowed) <= allowed) return true;
  for (const length of lengths) {
    const used = timeFor(length, allowed);
    if (used > allowed) return false;
    allowed = 3 * Math.max(used, clockGrain);
  }
  return true;
}

/** Milliseconds that the script takes; infinite if it fails or takes longer than `limit`. On a busy machine it is started again. */
function processorTime(script: Script, limit: number): number {
  for (;;) {
    const start = process.threadCpuUsage();
    const used = () => {
      const { user, system } = process.threadCpuUsage(start);
      return (user + system) / 1000;
    };
    try {
      script.runInContext(context, { timeout: 2 * limit });
      return used();
    } catch (error) {
      if (!isTimeout(error) || used() > limit) return Number.POSITIVE_INFINITY;
    }
  }
}

const isTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
