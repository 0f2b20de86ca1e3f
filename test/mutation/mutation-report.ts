/** The result of a run for people: a summary, and docs/rules/mutation.md. */
import { equivalenceOf, isEquivalent } from './equivalent-mutants.ts';
import type { Mutant } from './mutants.ts';

interface MutationResult {
  readonly total: number;
  readonly sample: readonly Mutant[];
  readonly survivors: readonly Mutant[];
  readonly seed: string;
  readonly commit: string;
}

export function mutationReport({ total, sample, survivors, seed, commit }: MutationResult): { summary: string; document: string } {
  const equivalent = sample.filter(isEquivalent);
  const judged = sample.length - equivalent.length;
  const share = ((100 * (judged - survivors.length)) / judged).toFixed(1);
  const summary = `${share} % killed: ${judged - survivors.length} of ${judged}; ${equivalent.length} equivalent ones are not counted`;
  const date = new Date().toISOString().slice(0, 10);
  const document = `# Mutation score

How many of all possible small changes of \`main/rest-api\` and \`main/engine/decide\` the tests find. \`npm run mutation -- --record\` writes this
page; docs/CONTRIBUTING.md says how it works.

| date | commit | mutants | sample (seed) | killed | survived | equivalent | score |
|---|---|---|---|---|---|---|---|
| ${date} | ${commit} | ${total} | ${sample.length} (${seed}) | ${judged - survivors.length} | ${survivors.length} | ${equivalent.length} | ${share} % |

The score leaves out equivalent mutants: those with which the program behaves the same. Tests were written for survivors of this sample, so
another seed may show a lower score.

## Equivalent mutants
${table(['change', 'why nothing can find it'], equivalent, (mutant) => equivalenceOf(mutant)?.because ?? '')}

## Survivors
${table(['change', 'mutator'], survivors, ({ mutator }) => mutator)}
`;
  return { summary, document };
}

function table(headings: readonly string[], mutants: readonly Mutant[], second: (mutant: Mutant) => string): string {
  if (mutants.length === 0) return 'None.';
  const rows = mutants
    .toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
    .map((mutant) => `| \`${mutant.file}\`: ${code(mutant.original)} → ${code(mutant.replacement)} | ${second(mutant)} |`);
  return [`| ${headings.join(' | ')} |`, '|---|---|', ...new Set(rows)].join('\n');
}

/** One line of code for a cell of a table. */
function code(text: string): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
  const short = line.length > 100 ? `${line.slice(0, 100)}…` : line;
  return short.includes('`') ? `\`\` ${short} \`\`` : `\`${short}\``;
}
