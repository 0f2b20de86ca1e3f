// `npm run structure`: measures the shape of the program, so that a change can be compared with what was there before: files, lines, files with a single
// importer, casts, cycles of folders, and how many files run in each of the three walks of docs/ARCHITECTURE.md.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findCycles, readImportGraph } from '../test/import-graph.ts';
import { allNodes, parseModule } from '../test/syntax-tree.ts';
import { readCommandLine } from './command-line.mjs';
import { exitOnOldNode } from './node-version.mjs';
import { repoPath } from './paths.mjs';

const usage =
  'npm run structure [-- --json] [-- --files]\n  --json    prints the figures as JSON\n  --files   also lists the files of each walk';
const { values } = readCommandLine(usage, { options: { json: { type: 'boolean' }, files: { type: 'boolean' } } });
exitOnOldNode();

const programFolders = ['shared', 'main', 'renderer'];

/**
 * @param {readonly string[]} folders
 * @param {readonly string[]} extensions
 */
function linesIn(folders, extensions) {
  let [files, lines] = [0, 0];
  for (const folder of folders) {
    for (const entry of readdirSync(repoPath(folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !extensions.includes(extname(entry.name))) continue;
      files += 1;
      lines += readFileSync(join(entry.parentPath, entry.name), 'utf8').split('\n').length - 1;
    }
  }
  return { files, lines };
}

const graph = readImportGraph(programFolders);
const modules = [...graph.keys()].filter((file) => /\.tsx?$/.test(file));

function shape() {
  /** @type {Map<string, number>} */
  const importers = new Map();
  for (const imports of graph.values()) {
    for (const to of new Set(imports.map(({ to }) => to))) importers.set(to, (importers.get(to) ?? 0) + 1);
  }
  const lengths = modules.map((file) => readFileSync(repoPath(file), 'utf8').split('\n').length - 1).sort((a, b) => a - b);
  const casts = modules.reduce((sum, file) => sum + countCasts(file), 0);
  return {
    modules: modules.length,
    'style sheets': [...graph.keys()].filter((file) => file.endsWith('.css')).length,
    'median lines of a module': lengths[lengths.length >> 1] ?? 0,
    'longest module': lengths.at(-1) ?? 0,
    'modules with one importer': modules.filter((file) => importers.get(file) === 1).length,
    casts,
    'cycles of folders in shared': countFolderCycles('shared'),
    'cycles of folders in main': countFolderCycles('main'),
    'cycles of folders in renderer': countFolderCycles('renderer'),
  };
}

/** @param {string} file */
function countCasts(file) {
  const nodes = [...allNodes(parseModule(file, readFileSync(repoPath(file), 'utf8')))];
  return nodes.filter((node) => {
    // `as const` narrows, and is no cast.
    const type = /** @type {{ typeName?: { name?: string } } | undefined} */ (node.typeAnnotation);
    return node.type === 'TSAsExpression' && type?.typeName?.name !== 'const';
  }).length;
}

/** Folders that import each other, in one way or another; a file directly in `part` counts as a folder. @param {string} part */
function countFolderCycles(part) {
  /** @param {string} file */
  const folderOf = (file) =>
    file
      .split('/')
      .slice(0, part === 'renderer' && file.startsWith('renderer/features/') ? 3 : 2)
      .join('/');
  /** @type {Map<string, Set<string>>} */
  const folders = new Map();
  for (const [file, imports] of graph) {
    if (!file.startsWith(`${part}/`)) continue;
    const next = folders.get(folderOf(file)) ?? new Set();
    folders.set(folderOf(file), next);
    for (const { to, isPackage } of imports)
      if (!isPackage && to.startsWith(`${part}/`) && folderOf(to) !== folderOf(file)) next.add(folderOf(to));
  }
  return findCycles(folders.keys(), (folder) => [...(folders.get(folder) ?? [])]).length;
}

const temporary = mkdtempSync(join(tmpdir(), 'taleport-structure-'));
let folders = 0;
function newFolder() {
  const folder = join(temporary, String(++folders));
  mkdirSync(folder);
  return folder;
}

/** @param {...string} args */
async function taleport(...args) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', repoPath('main', 'headless.ts'), ...args, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TALEPORT_STRUCTURE_KEY: key },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  await new Promise((done) => child.on('close', done));
  return JSON.parse(output);
}

let key = '';

/** @type {Set<import('node:child_process').ChildProcess>} */
const serving = new Set();

/** A process that serves the data folder, with its calls traced. @param {string} data */
async function serve(data) {
  const trace = pathToFileURL(repoPath('scripts', 'trace-calls.mjs')).href;
  const args = [
    '--disable-warning=ExperimentalWarning',
    '--import',
    trace,
    repoPath('main', 'headless.ts'),
    'serve',
    '--port',
    '0',
    '--data',
    data,
  ];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, TALEPORT_STRUCTURE_KEY: key },
  });
  serving.add(child);
  const ended = new Promise((done) => child.on('close', done));
  /** @type {string} */
  const url = await new Promise((found, failed) => {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      output += text;
      const line = output.split('\n').find((each) => each.startsWith('{') && each.endsWith('}'));
      if (line) found(JSON.parse(line).url);
    });
    child.on('close', () => failed(new Error(`serve ended: ${output}`)));
  });
  /** @param {'start' | 'stop'} message @returns {Promise<string[]>} */
  const tell = (message) =>
    new Promise((done) => {
      child.once('message', (files) => done(/** @type {string[]} */ (files)));
      child.send(message);
    });
  /** @param {string} method @param {string} path @param {object} [body] */
  const request = async (method, path, body) => {
    const headers = { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' };
    const response = await fetch(`${url}/api/v1/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return response.json();
  };
  return {
    url,
    request,
    /** The files that run functions until `isDone`. @param {() => Promise<unknown>} act @param {() => Promise<boolean>} [isDone] */
    async trace(act, isDone = async () => true) {
      await tell('start');
      await act();
      while (!(await isDone())) await pause(50);
      // What the work leaves to be done in later turns belongs to it.
      await pause(300);
      const files = await tell('stop');
      return files.filter((file) => programFolders.includes(file.split('/')[0] ?? '')).sort();
    },
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** @returns {Promise<{ data: string, hash: string }>} */
async function projectOfSample() {
  const data = newFolder();
  const { hash } = await taleport('import', repoPath('samples', 'sample.json'), '--data', data);
  return { data, hash };
}

/** Imported records keep their ids. @param {string} hash */
const elementIn = (hash) => {
  const { elements } = JSON.parse(readFileSync(repoPath('samples', 'sample.json'), 'utf8'));
  return `${hash}/element/${Object.keys(elements)[0]}`;
};

/**
 * The files that run in each of five edits: what a timer happens to run meanwhile is in some of them only. Two edits before do what happens only once in a
 * process.
 * @param {Awaited<ReturnType<typeof serve>>} server @param {(title: string) => Promise<unknown>} edit
 * @param {(title: string) => Promise<boolean>} [isDone]
 */
async function traceEach(server, edit, isDone = async () => true) {
  /** @type {string[][]} */
  const traced = [];
  for (let at = 0; at < 7; at++) {
    const files = await server.trace(
      () => edit(`Measured ${at}`),
      () => isDone(`Measured ${at}`),
    );
    if (at >= 2) traced.push(files);
  }
  const [first = [], ...others] = traced.map((files) => new Set(files));
  return [...first].filter((file) => others.every((files) => files.has(file)));
}

async function walks() {
  const local = await projectOfSample();
  ({ key } = await taleport('key', 'create', '--name', 'structure', '--read', '--write', '--data', local.data));
  const plain = await serve(local.data);
  const element = elementIn(local.hash);
  const patch = await traceEach(plain, (title) => plain.request('PATCH', element, { title: `<p>${title}</p>` }));

  // The same service is the remote of another data folder.
  const copy = newFolder();
  await taleport('remote', 'add', 'Team', '--url', plain.url, '--key-env', 'TALEPORT_STRUCTURE_KEY', '--data', copy);
  const [{ hash: synced }] = await taleport('sync', 'add', 'Team', local.hash, '--data', copy);
  const remoteKey = key;
  const isHere = async (/** @type {string} */ title) => JSON.stringify(await plain.request('GET', element)).includes(title);
  const sync = await withKeyOf(copy, async (ownKey) => {
    key = remoteKey;
    const syncing = await serve(copy);
    key = ownKey;
    const syncedElement = elementIn(synced);
    /** @param {string} title */
    const send = async (title) => {
      key = ownKey;
      await syncing.request('PATCH', syncedElement, { title: `<p>${title}</p>` });
      key = remoteKey;
    };
    const files = await traceEach(syncing, send, isHere);
    await syncing.close();
    return files;
  });
  await plain.close();

  const game = newFolder();
  writeFileSync(join(game, 'project.godot'), 'config_version=5\n');
  key = remoteKey;
  const { files: written } = await taleport('target', 'add', local.hash, '--folder', game, '--data', local.data);
  const delivering = await serve(local.data);
  const isInGame = async (/** @type {string} */ title) => {
    try {
      return readFileSync(join(game, written[0]), 'utf8').includes(title);
    } catch {
      // For a moment of each export there is no file at the path (docs/adr/0185-swapped-target-files.md).
      return false;
    }
  };
  const delivery = await traceEach(delivering, (title) => delivering.request('PATCH', element, { title: `<p>${title}</p>` }), isInGame);
  await delivering.close();
  // Edits arrive by REST here, and from the window elsewhere: what only serves the request belongs to the first walk.
  const withoutRest = (/** @type {readonly string[]} */ files) => files.filter((file) => !file.startsWith('main/rest-api/'));
  return {
    'a REST PATCH to the disk': patch,
    'an edit to the game folder': withoutRest(delivery),
    'a field through sync': withoutRest(sync),
  };
}

/** @template T @param {string} data @param {(key: string) => Promise<T>} act */
async function withKeyOf(data, act) {
  const made = await taleport('key', 'create', '--name', 'structure', '--read', '--write', '--data', data);
  return act(made.key);
}

try {
  const traced = await walks();
  const result = {
    'lines of code': linesIn(programFolders, ['.ts', '.tsx', '.css']),
    'lines of tests': linesIn(['test'], ['.ts', '.tsx', '.mjs']),
    'lines of data': {
      program: linesIn(['shared', 'samples'], ['.json']),
      tests: linesIn(['test'], ['.json', '.html', '.snap', '.txt', '.csv']),
    },
    'lines of documents': linesIn(['docs'], ['.md']),
    shape: shape(),
    'files of a walk': Object.fromEntries(Object.entries(traced).map(([walk, files]) => [walk, files.length])),
    ...(values.files && { traced }),
  };
  if (values.json) console.log(JSON.stringify(result, null, 2));
  else console.dir(result, { depth: null, maxArrayLength: null });
} finally {
  for (const child of serving) child.kill();
  rmSync(temporary, { recursive: true, force: true });
}
