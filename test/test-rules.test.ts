/**
 * Rules that docs/CONTRIBUTING.md sets for tests and that their syntax shows: nothing is skipped or tried again, nothing waits for time to
 * pass or depends on how long it took, random cases scale with TALEPORT_ROUNDS and follow from the seed, and a cast through `unknown` says why it is true. In the program,
 * every cast does, and only listed variables of modules change.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles } from './import-graph.ts';
import { root } from './root.ts';
import { allNodes, isNode, lineAt, nameOf, parseModule, type SyntaxNode } from './syntax-tree.ts';

/** Helpers that may read the clock or set a timer, and why. */
const mayUseTime: Readonly<Record<string, string>> = {
  'test/conformance/client.ts': 'waits as long as Retry-After of the service under test says',
  'test/conformance/fuzz-run.ts': 'reports the slowest request',
  'test/conformance/fuzz.test.ts': 'reports requests per second',
  'test/e2e/electron-app.ts': 'kills an Electron that does not start or end',
  'test/e2e/hosted-workspace.ts': 'waits as long as Retry-After of the workspace says',
  'test/e2e/slowdown.ts': 'late answers are what it is for',
  'test/e2e/typing-kill.desktop.test.ts': 'kills at a random moment',
  'test/main/engine/hold-folder.ts': 'stays alive until it is killed',
  'test/main/backups/kill.deep.test.ts': 'kills at a random moment',
  'test/main/backups/restore-kill.deep.test.ts': 'kills at a random moment',
  'test/main/delivery/kill.deep.test.ts': 'kills at a random moment',
  'test/main/sync/service/hostile-remote.test.ts': 'compares a moment that a status names with the clock of the system',
  'test/process-kills/kill.deep.test.ts': 'kills at a random moment',
  'test/process-kills/upload-server.ts': 'samples how much memory it uses',
  'test/sync-proof/fault-proxy.ts': 'a late response is one of its faults',
  'test/sync-proof/processes.ts': 'polls a process that it cannot subscribe to',
  'test/soak/colleagues.ts': 'measures for the minutes that were asked for',
  'test/soak/large-project.ts': 'measures how long syncs take',
  'test/soak/processes.ts': 'waits for processes of measurements',
  'test/soak/soak.ts': 'runs for the minutes that were asked for',
  'test/soak/soak-sync.ts': 'runs for the minutes that were asked for',
};

/** What draws random numbers of its own, and why. */
const mayUseChance: Readonly<Record<string, string>> = {
  'test/conformance/new-uuid.ts': 'a service elsewhere still has the records of the last run',
  'test/soak/soak.ts': 'new seeds are what it is for',
};
const chance: ReadonlySet<unknown> = new Set(['randomUUID', 'randomInt', 'randomBytes', 'getRandomValues']);

/** The limits that tests may set themselves, in milliseconds: not below that of vitest.config.ts. */
const testLimit = 600_000;

const testFunctions: ReadonlySet<unknown> = new Set(['test', 'it', 'describe']);
const hooks: ReadonlySet<unknown> = new Set(['beforeAll', 'beforeEach', 'afterAll', 'afterEach']);
/** `skipIf` and `runIf` depend on the machine; scripts/test-stages.mjs lists what they left out, and fails on CI. */
const omissions: ReadonlySet<unknown> = new Set(['skip', 'only', 'todo', 'fails']);
const timers: ReadonlySet<unknown> = new Set(['setTimeout', 'setInterval', 'sleep']);

/** The faults of a file, a line each: `line: what`. */
function faultsIn(file: string, source: string): string[] {
  const lines = source.split('\n');
  const nodes = [...allNodes(parseModule(file, source))];
  // The files of a worker share their modules: one that was loaded earlier would not see the mock.
  const mock = nodes.some((node) => isVitestCall(node, 'resetModules')) ? undefined : nodes.find((node) => isVitestCall(node, 'mock'));
  const faults = nodes.flatMap((node) => {
    const fault = faultOf(node, file, (offset) => hasComment(lines, lineAt(source, offset)));
    return fault === null ? [] : [`${lineAt(source, node.start)}: ${fault}`];
  });
  return mock ? [...faults, `${lineAt(source, mock.start)}: what is mocked is loaded after vi.resetModules()`] : faults;
}

const isVitestCall = ({ type, callee }: SyntaxNode, name: string): boolean =>
  type === 'CallExpression' && isNode(callee) && nameOf(callee.object) === 'vi' && nameOf(callee.property) === name;

function faultOf(node: SyntaxNode, file: string, isExplained: (offset: number) => boolean): string | null {
  switch (node.type) {
    case 'MemberExpression':
      if (isTestFunction(node.object) && omissions.has(nameOf(node.property))) return `${nameOf(node.property)}: every test runs`;
      if (isClock(node) && !(file in mayUseTime)) return 'a test does not measure time';
      if (isChance(node) && !(file in mayUseChance)) return 'random cases follow from the seed (test/seed.ts)';
      if (nameOf(node.object) === 'vi' && nameOf(node.property) === 'waitFor' && file !== 'test/wait-for.ts')
        return 'a check waits as long as it needs (test/wait-for.ts)';
      return null;
    case 'CallExpression':
      if (chance.has(nameOf(node.callee)) && !(file in mayUseChance)) return 'random cases follow from the seed (test/seed.ts)';
      if (isCallWithShortLimit(node)) return 'the limits in vitest.config.ts suffice for a busy machine';
      return timers.has(nameOf(node.callee)) && !(file in mayUseTime) ? 'a test does not wait for time to pass' : null;
    case 'ImportDeclaration':
      return isNode(node.source) && node.source.value === 'node:timers/promises' ? 'a test does not wait for time to pass' : null;
    case 'Property':
      if (nameOf(node.key) === 'retry' && isNode(node.value) && node.value.type === 'Literal')
        return 'a test that needs a second try is a bug report';
      if (nameOf(node.key) === 'numRuns' && isNode(node.value) && node.value.type === 'Literal') return 'random cases scale: cases(…)';
      if (isShortLimit(node) && !/\.deep\.test\.tsx?$|^test\/(e2e\/|wait-for)/.test(file))
        return 'the limits in vitest.config.ts suffice for a busy machine';
      return null;
    case 'TSAsExpression':
      return isNode(node.expression) && node.expression.type === 'TSAsExpression' && !isExplained(node.start)
        ? 'a cast through unknown says in a comment why it is true'
        : null;
    default:
      return null;
  }
}

/** The casts of a file of the program without a comment, a line each. `as const` is none. */
function unexplainedCasts(file: string, source: string): string[] {
  const lines = source.split('\n');
  return [...allNodes(parseModule(file, source))]
    .filter((node) => node.type === 'TSAsExpression' && !isConst(node.typeAnnotation))
    .map(({ start }) => lineAt(source, start))
    .filter((line) => !hasComment(lines, line))
    .map((line) => `${line}: a cast says in a comment why it is true`);
}

const isConst = (type: unknown): boolean => isNode(type) && type.type === 'TSTypeReference' && nameOf(type.typeName) === 'const';

/** `test`, `describe.concurrent`, … */
const isTestFunction = (node: unknown): boolean =>
  isNode(node) && (testFunctions.has(nameOf(node)) || (node.type === 'MemberExpression' && isTestFunction(node.object)));

const isClock = (node: SyntaxNode): boolean =>
  nameOf(node.property) === 'now' && ['performance', 'Date'].includes(nameOf(node.object) ?? '');

const isChance = (node: SyntaxNode): boolean =>
  chance.has(nameOf(node.property)) || (nameOf(node.object) === 'Math' && nameOf(node.property) === 'random');

const isShortLimit = ({ key, value }: SyntaxNode): boolean =>
  nameOf(key) === 'timeout' && isNode(value) && value.type === 'Literal' && Number(value.value) > 1000 && Number(value.value) < testLimit;

/** `test(…, 15_000)`, `beforeAll(…, 15_000)` and so on; `test.each(…)(…, 15_000)` too. */
function isCallWithShortLimit({ callee, arguments: args }: SyntaxNode): boolean {
  const last: unknown = Array.isArray(args) && args.length > 1 ? args.at(-1) : undefined;
  const called = isNode(callee) && callee.type === 'CallExpression' ? callee.callee : callee;
  return (
    isNode(last) &&
    last.type === 'Literal' &&
    typeof last.value === 'number' &&
    last.value < testLimit &&
    (isTestFunction(called) || hooks.has(nameOf(called)))
  );
}

/** Whether the line, or one of the few above it that belong to its statement, contains a comment. */
function hasComment(lines: readonly string[], line: number): boolean {
  return lines.slice(Math.max(0, line - 4), line).some((text) => /(^|\s)(\/\/|\/?\*\*?) /.test(text));
}

/** The variables of modules that change, and why they have no other owner. Everything else is state of a store, an object or a component. */
const mayChange: Readonly<Record<string, string>> = {
  'main/worker.ts: stopSendingEvents': 'an entry point: the thread has one backend',
  'main/platform/environment.ts: wallAtStart': 'the process has one clock',
  'main/platform/environment.ts: tickAtStart': 'the process has one clock',
  'main/platform/environment.ts: lastCheckAt': 'the process has one clock',
  'main/platform/environment.ts: sleepChecks': 'the process has one clock',
  'main/platform/environment.ts: sleepTime': 'the process has one clock',
  'main/platform/environment.ts: uptimeReadAt': 'the process has one clock',
  'main/platform/eager-gc.ts: running': 'the flag of V8 applies to the process',
  'main/platform/time-limited-disk.ts: pendingCount': 'the process would wait for the operations of all disks when it ends',
  'main/delivery/folder/incremental-file-writer.ts: retainedCharacters': 'the limit applies to all targets together',
  'main/engine/database-tasks/run-database-task.ts: allTasks': 'the program ends them all',
  'main/exporters/json/export-cache.ts: useCount': 'an order of uses in all projects',
  'shared/layout/routing/find-route.ts: costBuffer': 'memory that the searches of a worker use again',
  'shared/layout/routing/find-route.ts: previousBuffer': 'memory that the searches of a worker use again',
  'renderer/ui/tooltip.tsx: hasMovedDeliberately': 'the window has one pointer',
  'renderer/ui/dialog-store.ts: lastId': 'a counter of ids',
  'renderer/ui/dialog.tsx: latestDiscard': 'the window asks one question about typed text at a time',
  'renderer/records/assets/thumbnail-loader.ts: running': 'the limit applies to all thumbnails of the window',
  'renderer/platform/composition.ts: isActive': 'the window has one input method',
  'renderer/navigation/router.ts: leftProject': 'the window has one address',
  'renderer/features/board/actions/clipboard.ts: lastCopy': 'what the window copied last, which nothing shows',
  'renderer/features/board/actions/clipboard.ts: copyRequested': 'from a menu to the copy event that it triggers',
  'renderer/features/board/actions/arrange-selection.ts: runningLayout': 'a new layout ends the running one',
  'renderer/features/board/actions/connection-navigation.ts: lastStep': 'from one key to the next, which nothing shows',
  'renderer/features/inspector/sounds-field.tsx: player': 'only one sound plays at a time',
  'renderer/features/settings/settings-store.ts: lastRequest': 'a counter of requests',
  'renderer/messages/language.ts: restoring': 'the window has one language',
  'renderer/messages/language.ts: latestLoad': 'a counter of requests',
  'renderer/state/send-command.ts: steps': 'a counter of the steps that the user makes',
  'renderer/state/board-view.ts: heldRun': 'what waits until the one board is shown',
  'renderer/state/undo-toast.ts: closeCurrent': 'the window shows one such toast at a time',
};

/** The `let` of a module, by name. */
function changingVariables(file: string, source: string): string[] {
  return parseModule(file, source)
    .map((statement) => (isNode(statement.declaration) ? statement.declaration : statement))
    .filter(({ type, kind }) => type === 'VariableDeclaration' && kind !== 'const')
    .flatMap(({ declarations }) => (Array.isArray(declarations) ? declarations : []))
    .map((declarator) => `${file}: ${isNode(declarator) ? nameOf(declarator.id) : ''}`);
}

describe('the rules of the tests', () => {
  test('a fault is found, and what the rules allow is not', () => {
    const found = (source: string) => faultsIn('test/sample.test.ts', source).length;
    for (const source of [
      "test.skip('a', () => {});",
      "describe.concurrent.only('a', () => {});",
      "test('a', { retry: 2 }, () => {});",
      'await new Promise((done) => setTimeout(done, 100));',
      "import { setTimeout as wait } from 'node:timers/promises';",
      'expect(performance.now() - start).toBeLessThan(5);',
      'fc.assert(property, { numRuns: 100 });',
      'const id = randomUUID();',
      'const place = Math.random() * 100;',
      'await vi.waitFor(check);',
      "test('a', { timeout: 60_000 }, () => {});",
      "test.each([1])('a', () => {}, 60_000);",
      'beforeAll(start, 60_000);',
      'const made = value as unknown as Made;',
    ])
      expect(found(source), source).toBe(1);
    for (const source of [
      "test.each([1])('a', () => {});",
      "test.skipIf(!hasGit)('a', () => {});",
      'const clock = { now: () => 5 }; clock.now();',
      'fc.assert(property, { numRuns: cases(100) });',
      'const { random } = createTestEnvironment(testRunSeed()); random();',
      '// The parser has checked it.\nconst made = value as unknown as Made;',
    ])
      expect(found(source), source).toBe(0);
  });

  test('in the program, a cast without a comment is found, and `as const` is none', () => {
    expect(unexplainedCasts('main/sample.ts', 'const made = value as Made;')).toHaveLength(1);
    expect(unexplainedCasts('main/sample.ts', 'const made = value as unknown as Made;')).not.toEqual([]);
    expect(
      unexplainedCasts('main/sample.ts', "// The parser has checked it.\nconst made = value as Made;\nconst names = ['a'] as const;"),
    ).toEqual([]);
    const sources = ['main', 'renderer', 'shared'].flatMap((folder) => listFiles(folder, /\.tsx?$/));
    const found = sources.flatMap((file) =>
      unexplainedCasts(file, readFileSync(join(root, file), 'utf8')).map((fault) => `${file}:${fault}`),
    );
    expect(found).toEqual([]);
  });

  test('in the program, only the listed variables of modules change', () => {
    expect(changingVariables('main/sample.ts', 'let count = 0;\nexport let name;\nconst one = () => { let inner = 1; };')).toEqual([
      'main/sample.ts: count',
      'main/sample.ts: name',
    ]);
    const sources = ['main', 'renderer', 'shared'].flatMap((folder) => listFiles(folder, /\.tsx?$/));
    const found = sources.flatMap((file) => changingVariables(file, readFileSync(join(root, file), 'utf8')));
    expect(found.toSorted()).toEqual(Object.keys(mayChange).toSorted());
  });

  const files = listFiles('test', /\.tsx?$/).filter((file) => !/^test\/(bench|test-rules)/.test(file));

  test('no file of the tests breaks them', () => {
    const found = files.flatMap((file) => faultsIn(file, readFileSync(join(root, file), 'utf8')).map((fault) => `${file}:${fault}`));
    expect(found).toEqual([]);
  });

  test('the list of helpers that may use time names no file that does not', () => {
    const needless = Object.keys(mayUseTime).filter((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      return !/\b(setTimeout|setInterval|performance\.now|Date\.now)\b/.test(source);
    });
    expect(needless).toEqual([]);
  });
});
