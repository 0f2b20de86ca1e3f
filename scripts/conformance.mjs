// `npm run conformance`: tests a service against docs/rules/service.md and reports which rules were tested.
//   npm run conformance                                the service in this process
//   npm run conformance -- --place serve               a process of `serve` over HTTP
//   npm run conformance -- --url URL --key-env VAR     any service: its base address, and the variable that holds a key with both permissions
// Ends with 1 if a test fails, or if a rule has neither a test nor a reason in the catalogue why it has none.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { readCommandLine, rejectCommandLine } from './command-line.mjs';
import { exitOnOldNode } from './node-version.mjs';
import { repoPath, vitestProgram } from './paths.mjs';
import { readServiceRules } from './rules.mjs';
import { runProcess } from './run-process.mjs';

/** @typedef {{ status: string, fullName: string, meta?: { rules?: string[], notJudged?: string } }} Test */

exitOnOldNode();
const usage = `npm run conformance -- [--place in-process | --place serve]
       npm run conformance -- --url URL --key-env VAR`;
const {
  values: { url, 'key-env': keyVariable, place: named },
} = readCommandLine(usage, { options: { url: { type: 'string' }, 'key-env': { type: 'string' }, place: { type: 'string' } } });
const key = keyVariable && process.env[keyVariable];
if (url && !key) rejectCommandLine(usage, '--url needs --key-env VAR, and that variable must hold a key.');
const servicePlace = url ?? named ?? 'in-process';

const report = repoPath('out-test', 'conformance.json');
mkdirSync(repoPath('out-test'), { recursive: true });
rmSync(report, { force: true });
const vitest = [vitestProgram, 'run', '--project', 'conformance'];
const { code } = await runProcess(process.execPath, [...vitest, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`], {
  cwd: repoPath(),
  env: { ...process.env, TALEPORT_PLACE: servicePlace, TALEPORT_ONLY_RULES: '1', ...(key && { TALEPORT_KEY: key }) },
});
if (!existsSync(report)) {
  console.error('The tests did not run.');
  process.exit(2);
}

/** @type {Test[]} */
const tests = JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap(
  (/** @type {{ assertionResults: Test[] }} */ file) => file.assertionResults,
);
const rules = readServiceRules();
const reasons = new Map(rules.flatMap(({ id, untestable }) => (untestable === undefined ? [] : [[id, untestable]])));

const rulesNamedBy = (/** @type {Test[]} */ some) => new Set(some.flatMap(({ meta }) => meta?.rules ?? []));
const failed = tests.filter(({ status }) => status === 'failed');
const notJudged = tests.filter(({ meta }) => meta?.notJudged);
const tested = rulesNamedBy(tests.filter(({ status }) => status === 'passed' || status === 'failed'));
const known = rulesNamedBy(tests);
const untested = rules.filter(({ id }) => !known.has(id) && !reasons.has(id));
const wrongReasons = [...reasons.keys()].filter((id) => known.has(id));

console.log(`\nService: ${servicePlace}`);
const onlyThere = rules.filter(({ id }) => known.has(id) && !tested.has(id));
list(
  'Not tested here, because this service does not offer what they need',
  notJudged.map(({ fullName, meta }) => `${fullName} (${meta?.notJudged})`),
);
list(
  'Rules that are only tested elsewhere',
  onlyThere.map(({ id }) => id),
);
list(
  'Rules that cannot be tested, with the reason',
  [...reasons].map(([id, reason]) => `${id}: ${reason}`),
);
list('Rules with a test and a reason why they have none', wrongReasons);
list(
  'Rules without a test',
  untested.map(({ id, sentence }) => `${id}: ${sentence}`),
);
list(
  'Failed',
  failed.map(({ fullName, meta }) => `${fullName} ${meta ? '' : '(not the test of a rule)'}`),
);
const testable = rules.filter(({ id }) => !reasons.has(id));
const covered = testable.filter(({ id }) => tested.has(id));
console.log(
  `\n${tests.length - failed.length - notJudged.length} tests passed, ${failed.length} failed, ${notJudged.length} not tested here.`,
);
console.log(
  `${covered.length} rules tested / ${testable.length} testable rules in docs/rules/service.md (${reasons.size} more cannot be tested).`,
);
process.exit(code !== 0 || failed.length > 0 || untested.length > 0 || wrongReasons.length > 0 ? 1 : 0);

/**
 * @param {string} title
 * @param {readonly string[]} lines
 */
function list(title, lines) {
  if (lines.length > 0) console.log(`\n${title} (${lines.length}):\n${lines.map((line) => `  ${line}`).join('\n')}`);
}
