/**
 * What the program says outside of its window, in the pseudo-language: each help page and a run of each command, the tray item, notifications, and the
 * problems of rejected requests. Text in plain English is not in the catalogue. The names of the user are in Cyrillic, so that they are not mistaken for it.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type LocalBackend, openBackend } from '../../../main/app/backend/backend.ts';
import { cliCommands } from '../../../main/cli/command-registry.ts';
import type { CliSession } from '../../../main/cli/define-command.ts';
import { formatCommand } from '../../../main/cli/format-text.ts';
import { runCli, type Terminal } from '../../../main/cli/run-cli.ts';
import { createSyncNotifier } from '../../../main/desktop/background/sync-notifications.ts';
import { formatTooltip, formatTrayLine } from '../../../main/desktop/background/tray-text.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import type { InvokeCall } from '../../../shared/contracts/ipc/call-types.ts';
import type { Route } from '../../../shared/contracts/rest/routes/route.ts';
import { routes } from '../../../shared/contracts/rest/routes/routes.ts';
import type { ConflictDetails, SyncStatus } from '../../../shared/contracts/sync.ts';
import { syncStates } from '../../../shared/contracts/sync-states.ts';
import { loadTranslator } from '../../../shared/load-translator.ts';
import { languageOptions } from '../../../shared/messages/languages.ts';
import { isMessage, type Message, type MessageValue, message, verbatim } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { createSyncStatus } from '../../sync-status.ts';
import { createTestEnvironment } from '../../test-environment.ts';

const { t } = await loadTranslator('pseudo');
let backend: LocalBackend;
let folder = '';
let hash = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'taleport-pseudo-'));
  backend = await openBackend(null, createTestEnvironment());
  await createInvoke(backend)('workspace.set', { seats: 100_000 });
  hash = (await createInvoke(backend)('project.create', { template: 'sample', name: 'Замок' })).hash;
});
afterAll(async () => {
  await backend.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Command words, options, placeholders, formats, permissions, file names and ids are the same in every language. */
const identifiers = [
  // First: a random key may contain what others match.
  /\btp_[\w-]+/g,
  /\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g,
  /(?:[\w.-]*\/)+[\w.\-[\]…]*/g,
  /--[\w[\]-]+/g,
  /\b[A-Z_]+\b/g,
  /\b(?:Taleport|taleport|Unity|Unreal|Godot|en|Owner|English|[\w-]+\.(?:json|gd|godot))\b/g,
  /\b(?:json|unity|unreal|godot|html|script|junit|text|two-step|single|mine|theirs|on|off|read|write|all|none)\b/g,
  /\b(?:view|edit|delete|viewProjects|createProjects|addProjects|\w+Projects|manageMembers)\b/g,
];

/** The words of a text that are in plain English. `known` are command words, and names that the test gave. */
function plainWords(text: string, ...known: readonly string[]): string[] {
  let rest = text;
  for (const pattern of identifiers) rest = rest.replace(pattern, ' ');
  for (const each of known.toSorted((a, b) => b.length - a.length)) rest = rest.replaceAll(each, ' ');
  return rest.match(/[A-Za-z]{2,}/g) ?? [];
}

async function run(args: readonly string[], invoke: InvokeCall = createInvoke(backend)): Promise<string> {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const terminal: Terminal = {
    version: '0',
    print: async (text) => print(text),
    printError: async (text) => print(text),
    listNotices: async () => [],
    failure: new Promise<never>(() => undefined),
    interrupted: new Promise<number>(() => undefined),
    openSession: ({ json }, translator): CliSession => ({
      invoke,
      call: backend.call,
      dataFolder: folder,
      json,
      translator,
      formatCommand,
      print,
      warn: print,
      onEvents: backend.onEvents,
      connect: async () => 'owner' as const,
      waitForStop: async () => undefined,
    }),
    closeSession: async () => undefined,
  };
  await runCli([...args, '--lang', 'pseudo'], terminal);
  return printed.join('\n');
}

describe('on the command line', () => {
  test('the general help is in the language', async () => {
    const names = [...cliCommands.map(({ name }) => name), ...languageOptions.map(({ id }) => id)];
    const help = await run(['--help']);
    expect(help.split('\n').length).toBeGreaterThan(30);
    expect(plainWords(help, ...names)).toEqual([]);
  });

  test.each(cliCommands.filter(({ name }) => name !== 'projects').map(({ name }) => [name]))(
    'the help of %s is in the language',
    async (name) => {
      const [, ...lines] = (await run([...name.split(' '), '--help'])).split('\n');
      expect(lines.length).toBeGreaterThan(0);
      expect(plainWords(lines.join('\n'))).toEqual([]);
    },
  );

  test.each([
    [[]],
    [['fly']],
    [['target']],
    [['import']],
    [['import', 'a', 'b']],
    [['projects', '--colour']],
    [['projects', '--data']],
    [['projects', '--json=x']],
    [['export', 'x', '--out', 'y']],
    [['export', 'x', '--format', 'xml', '--out', 'y']],
    [['serve', '--port', 'x']],
    [['key', 'change', 'x']],
    [['member', 'change', '1', '--external', '--internal']],
    [['member', 'add', '--name', 'Ада', '--projects', 'fly']],
    [['member', 'add', '--name', 'Ада', '--only', 'x']],
    [['workspace', 'set']],
    [['workspace', 'set', '--seats', 'x']],
    [['target', 'set', 'x', '--on', '--off']],
    [['target', 'add', 'x', '--folder', 'y', '--locale', 'a', '--all-locales']],
    [['sync', 'pause', '--minutes', 'x']],
    [['sync', 'reports', '--since', 'x']],
    [['conflicts', 'resolve']],
    [['conflicts', 'resolve', 'x']],
  ])('wrong usage is explained in the language: %j', async (args) => {
    const names = cliCommands.flatMap(({ name, usage }) => `${name} ${usage}`.match(/[A-Za-z]+/g) ?? []);
    const text = await run(args);
    expect(text).toMatch(/[À-ž]/);
    expect(plainWords(text).filter((word) => !names.includes(word) && !args.includes(word))).toEqual([]);
  });

  test('a run of each command with the projects of this computer is in the language', async () => {
    const out = join(folder, 'out.json');
    const game = join(folder, 'game');
    mkdirSync(game);
    writeFileSync(join(game, 'project.godot'), '; engine configuration\nconfig_version=5\n');
    const words: [string, string[]][] = [];
    const check = async (...args: string[]): Promise<string> => {
      const text = await run(args);
      words.push([
        args.join(' '),
        plainWords(text, hash, 'My workspace', 'key.variable').filter((word) => word !== 'local' && word !== 'ru'),
      ]);
      return text;
    };
    await check('projects');
    await check('export', hash, '--format', 'json', '--out', out);
    await check('export', hash, '--format', 'json', '--out', out, '--no-clobber');
    await check('export', 'х', '--format', 'json', '--out', out);
    await check('check', hash, '--engine', 'json');
    await check('check', hash, '--format', 'junit').then((xml) => expect(xml).toMatch(/[À-ž]/));
    words.pop();
    await check('import', join(folder, 'нет'));
    await check('locale', 'add', hash, 'ru', '--name', 'Русский');
    await check('locale', 'list', hash);
    await check('locale', 'remove', hash, 'ru');
    await check('key', 'create', '--name', 'Ключ');
    await check('key', 'list');
    await check('key', 'revoke', 'х');
    await check('member', 'add', '--name', 'Ада', '--only', `${hash}=view`);
    await check('member', 'add', '--name', 'Ева', '--external');
    await check('member', 'list');
    await check('member', 'change', 'Ева', '--name', 'Ида');
    await check('member', 'remove', 'Ида');
    await check('member', 'remove', 'Ада');
    await check('member', 'remove', 'Owner');
    await check('workspace', 'show');
    await check('workspace', 'set', '--name', 'Мастерская', '--seats', '0');
    await check('workspace', 'list');
    const added = await check('target', 'add', hash, '--folder', game);
    const id = /[0-9a-f-]{36}/.exec(added)?.[0] ?? '';
    await check('target', 'list');
    await check('target', 'run', '--dry-run');
    await check('target', 'set', id, '--off');
    await check('target', 'remove', id);
    await check('target', 'run');
    for (const command of ['remote list', 'sync status', 'sync reports', 'sync resume', 'conflicts list', 'watch'])
      await check(...command.split(' '));
    await check('conflicts', 'show', 'х');
    await check('sync', 'stop', 'х');
    await check('remote', 'add', 'Студия', '--url', 'http://127.0.0.1:9/', '--key-env', 'NO_KEY_HERE');
    expect(words.filter(([, plain]) => plain.length > 0)).toEqual([]);
  });

  test('the state of synced projects, their reports and their conflicts are in the language', async () => {
    const answers: Readonly<Record<string, unknown>> = {
      'sync.list': [syncStatus(), syncStatus({ state: 'sending', pending: 2, conflicts: 1 })],
      'sync.add': syncStatus({ pending: 1, conflicts: 2 }),
      'conflict.list': [conflict],
      'conflict.read': [conflict],
      'conflict.resolve': { isUndoable: true, changedIds: [] },
    };
    // Answers these calls as the backend does.
    const invoke = (async (name: string) => answers[name] ?? []) as unknown as InvokeCall;
    const texts = await Promise.all(
      [
        'sync status',
        'sync add x y',
        'sync stop x',
        'sync stop x --remove',
        'conflicts list',
        'conflicts show c',
        'conflicts resolve --all mine',
      ].map((args) => run(args.split(' '), invoke)),
    );
    expect(texts.flatMap((text) => plainWords(text, 'conflicts resolve c', conflict.reason))).toEqual([]);
  });
});

/** Names are in Cyrillic, so that words in Latin letters are those of the program. */
const syncStatus = (fields: Partial<SyncStatus> = {}): SyncStatus =>
  createSyncStatus({ hash: 'х', remoteHash: 'т', name: 'Замок', remote: 'Студия', message: message('fault.required'), ...fields });

// Only what the command line reads, hence the cast.
const conflict = {
  id: 'c',
  hash: 'х',
  kind: 'element',
  record: 'е',
  title: 'Ворота',
  location: ['Доска'],
  field: 'title',
  locale: null,
  reason: 'bothChanged',
  message: message('fault.required'),
  base: 'а',
  local: 'б',
  remote: 'в',
  summaries: { base: verbatim('а'), local: verbatim('б'), remote: verbatim('в') },
  choices: { local: message('fault.required'), remote: message('fault.required'), text: true, undoable: { local: true, remote: true } },
} as unknown as ConflictDetails;

test('the tray item and notifications are in the language', async () => {
  const until = '2026-11-21T14:05:09Z';
  const statuses = syncStates.flatMap((state) => [
    syncStatus({ state }),
    syncStatus({ state, until, pending: 3, conflicts: 2, isDownloaded: false }),
  ]);
  const lines = statuses.flatMap((status) => [formatTrayLine(status, t), formatTooltip([status], t)]);
  const notifier = createSyncNotifier(async () => ({ ok: true, value: [conflict, { ...conflict, id: 'd' }] }));
  const shown = [
    await notifier.createNotification(syncStatus({ conflicts: 2 }), syncStatus()),
    await notifier.createNotification(syncStatus({ state: 'stopped' }), syncStatus()),
  ].flatMap((notification) => (notification ? [t(notification.title), t(notification.body)] : []));
  expect(shown).toHaveLength(4);
  expect([...lines, ...shown].flatMap((text) => plainWords(text))).toEqual([]);
});

describe('the problems of rejected requests', () => {
  /** Text in a parameter is the user's or an identifier; English sentences there are a fault, too. */
  function neutralize(value: MessageValue, sentences: string[], key: string): MessageValue {
    if (isMessage(value)) return neutralizeMessage(value, sentences);
    if (Array.isArray(value)) return value.map((item) => (isMessage(item) ? neutralizeMessage(item, sentences) : 'ж'));
    if (typeof value !== 'string') return value;
    if (/[A-Za-z]+ [A-Za-z]{2,} [A-Za-z]+/.test(value) && !textsOfOthers.has(key)) sentences.push(`${key}: ${value}`);
    return 'ж';
  }

  function neutralizeMessage({ key, params = {} }: Message, sentences: string[]): Message {
    const entries = Object.entries(params).map(([name, value]): [string, MessageValue] => [
      name,
      selects.has(name) ? value : neutralize(value, sentences, key),
    ]);
    return { key, params: Object.fromEntries(entries) };
  }

  /** Messages of Node about invalid JSON. */
  const textsOfOthers: ReadonlySet<string> = new Set(['fault.request.notJson']);
  /** Parameters that select a form of the text. */
  const selects: ReadonlySet<string> = new Set(['found', 'expected', 'rights']);

  const invalidValues = [undefined, null, {}, [], -1, 1.5, '', 'x', '<b', { wrong: true }, { en: 1 }, { xx: { text: 'x' } }];

  function* bodiesOf(route: Route): Generator<unknown> {
    yield {};
    yield { surprise: 1 };
    const fields = Object.keys((route.body as { shape?: object } | undefined)?.shape ?? {});
    for (const value of invalidValues) yield Object.fromEntries(fields.map((field) => [field, value]));
    for (const field of fields) for (const value of invalidValues) yield { [field]: value };
  }

  test('are in the language, for every route', async () => {
    const problems = new Map<string, Message>();
    // Observes the problems that become responses: responses are in English.
    const observed = vi.spyOn(Problem, 'from').mockImplementation((error) => {
      const problem = error instanceof Problem ? error : new Problem('internal', message('problem.unexpected'), { cause: error });
      for (const text of [problem.text, ...problem.faults.map(({ path: _path, ...fault }) => fault)])
        problems.set(JSON.stringify(text), text);
      return problem;
    });
    // The commands above have changed the quota.
    await createInvoke(backend)('workspace.set', { seats: 100_000 });
    const { key } = backend.accounts.createKey({ name: 'Ключ', permissions: ['project:read', 'project:write'] });
    const get = { headers: { authorization: `Bearer ${key}`, accept: 'application/json' } };
    const story: unknown = await (await backend.restApi.handle(new Request(`http://127.0.0.1/api/v1/${hash}/json`, get))).json();
    /** The first record of a collection of the story; the parameters of paths are named after the kinds. */
    const idOf = (parameter: string): string => {
      const collection: unknown = Reflect.get(Object(story), `${parameter.slice(0, -2)}${parameter === 'branchId' ? 'es' : 's'}`);
      return Object.keys(Object(collection))[0] ?? 'nobody';
    };
    let sent = 0;
    const send = async (route: Route, path: string, body: BodyInit | null, type = 'application/json') => {
      sent++;
      const headers = { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': type };
      const init = { method: route.method, headers, ...(body !== null && route.method !== 'GET' && { body }) };
      await backend.restApi.handle(new Request(`http://127.0.0.1/api/v1${path}`, init));
    };
    for (const route of routes.filter(({ method, path }) => !(method === 'DELETE' && /^\/:hash$|^\/project/.test(path)))) {
      const unknown = route.path.replace(':hash', hash).replace(/:\w+/g, 'nobody');
      // Nothing is removed, so that later requests find it.
      const known =
        route.method === 'DELETE' ? unknown : route.path.replace(':hash', hash).replace(/:(\w+)/g, (_, name: string) => idOf(name));
      await send(route, unknown.replace(hash, 'nobody'), null);
      await send(route, `${known}?locale=xx&allLocales=x&boardIds=x&boardIds[]=x`, '{"a": [');
      await send(route, known, 'x', 'text/plain');
      for (const body of bodiesOf(route)) {
        await send(route, unknown, JSON.stringify(body));
        if (route.method !== 'DELETE') await send(route, known, JSON.stringify(body));
      }
    }
    observed.mockRestore();
    expect(sent).toBeGreaterThan(500);
    expect(new Set([...problems.values()].map((text) => text.key)).size).toBeGreaterThan(25);
    const sentences: string[] = [];
    const plain = [...problems.values()].flatMap((text) => {
      const shown = t(neutralizeMessage(text, sentences));
      return /[A-Za-z]{2,}/.test(shown) ? [`${text.key}: ${shown}`] : [];
    });
    expect([...new Set([...plain, ...sentences])]).toEqual([]);
  });
});
