// `npm run conformance`: judges a service against service.md and says which rules it was held against.
//   npm run conformance                                the service in this process
//   npm run conformance -- --place serve               a process of `serve` over HTTP
//   npm run conformance -- --url URL --key-env VAR     any service: its base address, and the variable that holds a key with both permissions
// Ends with 1 if a test fails, or if a rule has no test and no reason in test/conformance/no-rules.json.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { exitOnOldNode } from './node-version.mjs';
import { repoPath } from './paths.mjs';
import { rulesFile } from './rules.mjs';
import { runProcess } from './run-process.mjs';

/** @typedef {{ status: string, fullName: string, meta?: { rules?: string[], notJudged?: string } }} Test */

exitOnOldNode();
const { url, 'key-env': keyVariable, place: named } = options();
const key = keyVariable && process.env[keyVariable];
if (url && !key) stop('--url needs --key-env VAR, and that variable must hold a key.');
const servicePlace = url ?? named ?? 'in-process';

const report = repoPath('out-test', 'conformance.json');
mkdirSync(repoPath('out-test'), { recursive: true });
rmSync(report, { force: true });
const vitest = [repoPath('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'conformance'];
const { code } = await runProcess(process.execPath, [...vitest, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`], {
  cwd: repoPath(),
  env: { ...process.env, TALEPORT_PLACE: servicePlace, TALEPORT_ONLY_RULES: '1', ...(key && { TALEPORT_KEY: key }) },
});
if (!existsSync(report)) stop('The tests did not run.');

/** @type {Test[]} */
const tests = JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap(
  (/** @type {{ assertionResults: Test[] }} */ file) => file.assertionResults,
);
/** @type {{ id: string, text: string }[]} */
const rules = JSON.parse(readFileSync(rulesFile, 'utf8'));
/** @type {Record<string, string>} */
const untestableRules = JSON.parse(readFileSync(repoPath('test', 'conformance', 'no-rules.json'), 'utf8'));

const rulesNamedBy = (/** @type {Test[]} */ some) => new Set(some.flatMap(({ meta }) => meta?.rules ?? []));
const failed = tests.filter(({ status }) => status === 'failed');
const notJudged = tests.filter(({ meta }) => meta?.notJudged);
const tested = rulesNamedBy(tests.filter(({ status }) => status === 'passed' || status === 'failed'));
const known = rulesNamedBy(tests);
const untested = rules.filter(({ id }) => !known.has(id) && !(id in untestableRules));
const wrongReasons = Object.keys(untestableRules).filter((id) => known.has(id) || !rules.some((rule) => rule.id === id));

console.log(`\nPlace: ${servicePlace}`);
const onlyThere = rules.filter(({ id }) => known.has(id) && !tested.has(id));
list(
  'Not judged here, since the place does not offer what they need',
  notJudged.map(({ fullName, meta }) => `${fullName} (${meta?.notJudged})`),
);
list(
  'Rules that are judged only elsewhere',
  onlyThere.map(({ id }) => id),
);
list(
  'No rules, with the reason',
  Object.entries(untestableRules).map(([id, reason]) => `${id}: ${reason}`),
);
list('Reasons for what has a test, or is not there', wrongReasons);
list(
  'Rules without a test',
  untested.map(({ id, text }) => `${id}: ${text}`),
);
list(
  'Failed',
  failed.map(({ fullName, meta }) => `${fullName} ${meta ? '' : '(outside of a rule)'}`),
);
const found = rules.filter(({ id }) => !(id in untestableRules));
const held = found.filter(({ id }) => tested.has(id));
console.log(
  `\n${tests.length - failed.length - notJudged.length} tests passed, ${failed.length} failed, ${notJudged.length} not judged here.`,
);
console.log(
  `${held.length} rules tested / ${found.length} rules found in service.md (and ${Object.keys(untestableRules).length} sentences that are none).`,
);
process.exit(code !== 0 || failed.length > 0 || untested.length > 0 || wrongReasons.length > 0 ? 1 : 0);

function options() {
  try {
    return parseArgs({ options: { url: { type: 'string' }, 'key-env': { type: 'string' }, place: { type: 'string' } } }).values;
  } catch (error) {
    return stop(error instanceof Error ? error.message : String(error));
  }
}

/**
 * @param {string} title
 * @param {readonly string[]} lines
 */
function list(title, lines) {
  if (lines.length > 0) console.log(`\n${title} (${lines.length}):\n${lines.map((line) => `  ${line}`).join('\n')}`);
}

/**
 * @param {string} message
 * @returns {never}
 */
function stop(message) {
  console.error(message);
  process.exit(2);
}
