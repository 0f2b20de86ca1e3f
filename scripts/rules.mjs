// The catalogue of rules in docs/rules: parses it, and finds where code and tests cite a rule.
//   node scripts/rules.mjs                  writes into the catalogue which test folders cite each rule
//   node scripts/rules.mjs --cite ID        lists the files that cite a rule
//   node scripts/rules.mjs --compare FILE   compares the ids of the catalogue with a copy of the service's specification
// A rule is one line, `- **ID** sentence _(where)_`; `where` lists folders of test/, or says `no test: reason` or `no test yet`.
// Ids: `[Limits 4.2]` (a sentence), `[Limits] Canvas` (a row of a table), `[Targets]` (a topic), `G13`, `I27`.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { readCommandLine } from './command-line.mjs';
import { isMainModule, repoPath } from './paths.mjs';

/** @typedef {{ id: string, sentence: string, tests: string[], untestable: string | undefined, document: string }} Rule */
/** @typedef {{ id: string, file: string }} Citation */

const catalogueFolder = repoPath('docs', 'rules');
/** Replaces a placeholder of a template in a citation. */
const computedPart = '*';
const noTestYet = 'no test yet';
const ruleLine = /^- \*\*(.+?)\*\* (.+) _\((.*)\)_$/;

/** @returns {Rule[]} every rule of the catalogue, in the order of its documents */
export function readRules() {
  return documents().flatMap((document) =>
    readFileSync(`${catalogueFolder}/${document}`, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, id, sentence, where] = ruleLine.exec(line) ?? [];
        if (id === undefined || sentence === undefined || where === undefined) return [];
        const untestable = /^no test: (.+)$/.exec(where)?.[1];
        const tests = untestable !== undefined || where === noTestYet ? [] : where.split(', ');
        return [{ id, sentence, tests, untestable, document }];
      }),
  );
}

/** @returns {Rule[]} the rules of the service's specification, which the conformance suite tests */
export const readServiceRules = () => readRules().filter(({ document }) => document === 'service.md');

const documents = () =>
  readdirSync(catalogueFolder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort();

/**
 * The citations in the comments and strings of a file. A group such as `[Errors 5]` cites all of its sentences, `[Errors]` the section.
 * @param {string} file
 * @param {string} source
 * @returns {string[]} ids as they are written, rows of tables with the text that follows the section
 */
export function citationsIn(file, source) {
  // Parsing is slow, and most files cite no rule.
  if (!/\b[GI]\d|\[[A-Z][a-z]/.test(source) && !source.includes('row(')) return [];
  const { program, comments } = parseSync(file, source);
  /** @type {string[]} */
  const texts = comments.map(({ value }) => value);
  /** @param {unknown} node */
  const visit = (node) => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    else if (typeof node === 'object' && node !== null) {
      const { type, value, quasis, callee, arguments: given } = /** @type {Record<string, any>} */ (node);
      if (type === 'Literal' && typeof value === 'string') texts.push(value);
      // The tables of the conformance suite: `row('Notes', 'POST', '/{hash}/note', …)`.
      if (type === 'CallExpression' && callee.name === 'row') {
        const [section, method, path] = given.map((/** @type {{ value?: unknown }} */ each) => each.value);
        if (section && method && path) texts.push(`[${section}] ${method} ${path}`);
      }
      if (type === 'TemplateLiteral')
        texts.push(quasis.map((/** @type {{ value: { cooked: string } }} */ quasi) => quasi.value.cooked).join(computedPart));
      for (const child of Object.values(node)) visit(child);
    }
  };
  visit(program.body);
  return texts.flatMap((text) => [
    ...[...text.matchAll(/(?<![\w.-])([GI]\d{1,2})(?![\w.-])/g)].map(([, id = '']) => id),
    ...[...text.matchAll(/\[([A-Z][a-z][^[\]\n]*)\]( [^\n]*)?/g)].flatMap(([, inside = '', rest = '']) => {
      const names = inside.split(', ');
      if (!names.every((name) => /^[A-Z][a-z][A-Za-z ()-]*( \d+(\.\d+)?)?$/.test(name))) return [];
      return names.map((name) => `[${name}]${names.length === 1 ? rest : ''}`);
    }),
  ]);
}

/**
 * Which rules a citation means: exactly one rule or topic, the sentences of a group, or a whole section.
 * @param {string} citation
 * @param {readonly Rule[]} rules
 * @returns {{ rules: Rule[], isSection: boolean }} no rule if the citation names nothing
 */
export function rulesCitedBy(citation, rules) {
  const [, name = citation] = /^\[(.+?)\]/.exec(citation) ?? [];
  const label = citation.startsWith('[') ? `[${name}]` : citation;
  const following = citation.slice(label.length + 1);
  const rows = rules.filter(({ id }) => id.startsWith(`${label} `) && matchesRow(id.slice(label.length + 1), following));
  if (following.includes(computedPart) && rows.length > 0) return { rules: rows, isSection: false };
  if (rows.length > 0) return { rules: [rows.reduce((a, b) => (b.id.length > a.id.length ? b : a))], isSection: false };
  const exact = rules.filter(({ id }) => id === label);
  if (exact.length > 0) return { rules: exact, isSection: false };
  const group = rules.filter(({ id }) => id.startsWith(`[${name}.`));
  if (group.length > 0) return { rules: group, isSection: false };
  return { rules: rules.filter(({ id }) => id.startsWith(`[${name} `) || id.startsWith(`[${name}] `)), isSection: true };
}

/**
 * @param {string} row
 * @param {string} text of a citation, where `computedPart` stands for what a template computes
 */
function matchesRow(row, text) {
  const pattern = text
    .split(computedPart)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('[^ ]+');
  return text === row || text.startsWith(`${row} `) || (text.includes(computedPart) && new RegExp(`^${pattern}$`).test(row));
}

/**
 * @param {readonly string[]} folders
 * @returns {Citation[]}
 */
export const citationsOf = (folders) =>
  folders.flatMap((folder) =>
    readdirSync(repoPath(folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
      .flatMap((name) => {
        const file = `${folder}/${name}`;
        return citationsIn(file, readFileSync(repoPath(file), 'utf8')).map((id) => ({ id, file }));
      }),
  );

/** @param {string} file of test/; its folder, two levels deep */
const testFolder = (file) => file.split('/').slice(1, -1).slice(0, 2).join('/') || 'test';

/**
 * @param {readonly Rule[]} rules
 * @param {readonly Citation[]} citations
 * @returns {Map<string, Set<string>>} by the id of a rule, the folders of test/ that cite it
 */
export function citingFolders(rules, citations) {
  /** @type {Map<string, Set<string>>} */
  const folders = new Map(rules.map(({ id }) => [id, new Set()]));
  for (const { id, file } of citations) {
    // The test of this script cites rules as examples.
    if (!file.startsWith('test/') || file === 'test/scripts/rules.test.ts') continue;
    const cited = rulesCitedBy(id, rules);
    if (!cited.isSection) for (const rule of cited.rules) folders.get(rule.id)?.add(testFolder(file));
  }
  return folders;
}

function writeTestFolders() {
  const folders = citingFolders(readRules(), citationsOf(['test']));
  for (const document of documents()) {
    const path = `${catalogueFolder}/${document}`;
    const lines = readFileSync(path, 'utf8').split('\n');
    const updated = lines.map((line) => {
      const [, id, sentence, where] = ruleLine.exec(line) ?? [];
      if (id === undefined || where?.startsWith('no test: ')) return line;
      return `- **${id}** ${sentence} _(${[...(folders.get(id) ?? [])].sort().join(', ') || noTestYet})_`;
    });
    writeFileSync(path, updated.join('\n'));
  }
}

/**
 * The ids that a specification gives its rules: rows of tables, sentences, and parts of numbered rules.
 * @param {string} markdown
 * @returns {string[]}
 */
export function ruleIdsIn(markdown) {
  /** @type {string[]} */
  const ids = [];
  /** @type {Map<string, number>} */
  const counts = new Map();
  let heading = '';
  /** @type {string[] | undefined} */
  let columns;
  /** @param {string} key */
  const next = (key) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
  for (const line of markdown.split('\n')) {
    const title = /^#+ (.*)$/.exec(line)?.[1];
    if (title) heading = title;
    if (!line.startsWith('|')) columns = undefined;
    if (title || line.trim() === '') continue;
    if (line.startsWith('|')) {
      const cells = parseCells(line);
      if (!columns) columns = cells;
      else if (!cells.every((cell) => /^-+$/.test(cell))) ids.push(`[${heading}] ${rowKey(columns, cells)}`);
      continue;
    }
    const numbered = /^(\d+)\. (.*)$/.exec(line);
    const sentences = splitSentences((numbered?.[2] ?? line).replace(/^- /, '').replace(/\bRules: /, ''));
    sentences.forEach((_, index) => {
      const part = sentences.length === 1 ? '' : `.${index + 1}`;
      ids.push(numbered ? `[${heading} ${numbered[1]}${part}]` : `[${heading} ${next(heading)}]`);
    });
  }
  return ids;
}

/** @param {string} line */
const parseCells = (line) =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/**
 * @param {readonly string[]} columns
 * @param {readonly string[]} cells
 */
function rowKey(columns, cells) {
  const [first = '', second = ''] = cells.map((cell) => cell.replaceAll('`', ''));
  if (columns[0] === 'Method') return `${first} ${second}`;
  return columns[0] === 'State' ? `${first}: ${second}` : first;
}

/**
 * Splits at a full stop or semicolon outside brackets and code; a part that ends with a colon introduces the next and is not a sentence.
 * @param {string} text
 */
function splitSentences(text) {
  const sentences = [];
  let depth = 0;
  let isCode = false;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const letter = text[index] ?? '';
    if (letter === '`') isCode = !isCode;
    if (!isCode && '({['.includes(letter)) depth++;
    if (!isCode && ')}]'.includes(letter)) depth--;
    if (isCode || depth > 0 || !(letter === ';' || letter === '.') || !/^(\s|$)/.test(text.slice(index + 1))) continue;
    sentences.push(text.slice(start, index).trim());
    start = index + 1;
  }
  sentences.push(text.slice(start).trim());
  return sentences.filter((sentence) => sentence !== '' && !sentence.endsWith(':'));
}

if (isMainModule(import.meta.url)) {
  const usage = 'node scripts/rules.mjs [--cite RULE | --compare FILE]';
  const { values } = readCommandLine(usage, { options: { cite: { type: 'string' }, compare: { type: 'string' } } });
  if (values.compare) {
    const specified = new Set(ruleIdsIn(readFileSync(values.compare, 'utf8')));
    const catalogued = new Set(readServiceRules().map(({ id }) => id));
    for (const id of specified) if (!catalogued.has(id)) console.log(`not in docs/rules: ${id}`);
    for (const id of catalogued) if (!specified.has(id)) console.log(`not in ${values.compare}: ${id}`);
    console.log(`${specified.size} rules specified, ${catalogued.size} in docs/rules/service.md`);
  } else if (values.cite) {
    const rules = readRules();
    const files = citationsOf(['main', 'renderer', 'shared', 'test'])
      .filter(({ id }) => rulesCitedBy(id, rules).rules.some((rule) => rule.id === values.cite))
      .map(({ file }) => file);
    console.log([...new Set(files)].sort().join('\n'));
  } else {
    writeTestFolders();
    console.log(`${readRules().length} rules`);
  }
}
