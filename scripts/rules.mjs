// Takes the rules out of service.md: every row of every table, every sentence (a clause that a semicolon ends counts as one), every part of a numbered rule.
// `node scripts/rules.mjs` writes them to test/conformance/rules.json, so that the conformance suite can name them without service.md.
// Ids: `[Limits 4]`, `[Limits 1.2]` (second sentence of rule 1), `[Localized content 3]` (third sentence under the heading), `[Elements] POST /{hash}/element` (a row).
import { readFileSync, writeFileSync } from 'node:fs';
import { repoPath } from './paths.mjs';

export const specificationFile = process.env.TALEPORT_SPECIFICATION || repoPath('..', 'shared', 'spec', 'service.md');
export const rulesFile = repoPath('test', 'conformance', 'rules.json');

/** @typedef {{ id: string, text: string }} Rule */

/**
 * @param {string} markdown
 * @returns {Rule[]}
 */
export function parseRules(markdown) {
  /** @type {Rule[]} */
  const rules = [];
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
      else if (!cells.every((cell) => /^-+$/.test(cell))) {
        const id = `[${heading}] ${ruleKey(columns, cells)}`;
        const count = next(id);
        rules.push({ id: count === 1 ? id : `${id} (${count})`, text: cells.join(' | ') });
      }
      continue;
    }
    const numbered = /^(\d+)\. (.*)$/.exec(line);
    const parts = splitSentences((numbered?.[2] ?? line).replace(/^- /, '').replace(/\bRules: /, ''));
    parts.forEach((text, part) => {
      const place = numbered ? (parts.length === 1 ? numbered[1] : `${numbered[1]}.${part + 1}`) : next(heading);
      rules.push({ id: `[${heading} ${place}]`, text });
    });
  }
  return rules;
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
function ruleKey(columns, cells) {
  const [first = '', second = ''] = cells.map((cell) => cell.replaceAll('`', ''));
  return columns[0] === 'Method' ? `${first} ${second}` : columns[0] === 'State' ? `${first}: ${second}` : first;
}

/**
 * Cuts at a full stop or semicolon outside of brackets and code; a lead-in that ends with a colon is no sentence.
 * @param {string} text
 */
function splitSentences(text) {
  const sentences = [];
  let depth = 0;
  let code = false;
  let start = 0;
  for (let place = 0; place < text.length; place++) {
    const letter = text[place] ?? '';
    if (letter === '`') code = !code;
    if (!code && '({['.includes(letter)) depth++;
    if (!code && ')}]'.includes(letter)) depth--;
    if (code || depth > 0 || !(letter === ';' || letter === '.') || !/^(\s|$)/.test(text.slice(place + 1))) continue;
    sentences.push(text.slice(start, place).trim());
    start = place + 1;
  }
  sentences.push(text.slice(start).trim());
  return sentences.filter((sentence) => sentence !== '' && !sentence.endsWith(':'));
}

if (process.argv[1] === import.meta.filename) {
  const rules = parseRules(readFileSync(specificationFile, 'utf8'));
  writeFileSync(rulesFile, `${JSON.stringify(rules, undefined, 2)}\n`);
  console.log(`${rules.length} rules`);
}
