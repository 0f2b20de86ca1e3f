/** Mutants that no test can find, since the program behaves the same with them, and why. */
import type { Mutant } from './mutants.ts';

interface EquivalentMutant {
  readonly file: string;
  /** The line on which it begins, and the code that it changes, as in the source. */
  readonly line: string;
  readonly original: string;
  readonly replacement: string;
  readonly because: string;
}

const equivalentMutants: readonly EquivalentMutant[] = [
  {
    file: 'main/engine/decide/conditions.ts',
    line: "const [lastRank = ''] = ranksBetween(middleRanks.at(-1) ?? firstRank, null, 1);",
    original: "''",
    replacement: '"Stryker was here!"',
    because: '`ranksBetween` returns as many ranks as it is asked for, so the default is never used',
  },
  {
    file: 'main/engine/decide/conditions.ts',
    line: "const [first] = existing.filter(({ role }) => role === 'if');",
    original: "role === 'if'",
    replacement: 'true',
    because: 'conditions are sorted, and the if is always the first of them',
  },
  {
    file: 'main/engine/decide/conditions.ts',
    line: 'const isSameOrder = requested && requested.length === middle.length && requested.every(({ id }, index) => id === middle[index]?.id);',
    original: 'id === middle[index]?.id',
    replacement: 'true',
    because: 'the ranks of the list are used again from its beginning, which gives the same order',
  },
  {
    file: 'main/engine/decide/mention-labels.ts',
    line: 'if (relabelled !== referrer) draft.put(relabelled);',
    original: 'relabelled !== referrer',
    replacement: 'true',
    because: 'a record that equals the stored one is not part of the changes',
  },
  {
    file: 'main/engine/decide/remove-record.ts',
    line: "if (record.kind === 'asset' && isTemplateTree(record.id, draft.project))",
    original: "record.kind === 'asset'",
    replacement: 'true',
    because: 'only assets are found as assets, so that no other record is part of a template',
  },
  {
    file: 'main/engine/decide/sibling-ranks.ts',
    line: 'const left = Math.min(at, self >= 0 ? size - 1 : size);',
    original: 'self >= 0',
    replacement: 'self > 0',
    because: 'a move goes to the last position without the record itself at most',
  },
  {
    file: 'main/engine/decide/translation-sources.ts',
    line: "if (base === null || text === '' || mode === 'written') return undefined;",
    original: "''",
    replacement: '"Stryker was here!"',
    because: 'a text that was missing differs from the new one like any other text',
  },
  {
    file: 'main/rest-api/handlers/plan-limits.ts',
    line: 'if (counted + made <= items) return;',
    original: 'counted + made <= items',
    replacement: 'false',
    because: 'the exact count, which is then always made, gives the same result',
  },
  {
    file: 'main/rest-api/handlers/read-handlers.ts',
    line: "listBoardJumpers: (project, { boardId = '' }) => serializeBoardJumpers(project, boardId),",
    original: "''",
    replacement: '"Stryker was here!"',
    because: 'every parameter of a path is there',
  },
  {
    file: 'main/rest-api/handlers/read-handlers.ts',
    line: "listBoardBranches: (project, { boardId = '' }) => serializeBoardBranches(project, boardId),",
    original: "''",
    replacement: '"Stryker was here!"',
    because: 'every parameter of a path is there',
  },
  {
    file: 'main/rest-api/handlers/read-handlers.ts',
    line: "getComponentAttributes: (project, { componentId = '' }) => serializeOwnerAttributes(project, 'component', componentId),",
    original: "''",
    replacement: '"Stryker was here!"',
    because: 'every parameter of a path is there',
  },
  {
    file: 'main/rest-api/handlers/request-commands.ts',
    line: "return [{ do: 'remove', kind: 'condition', id: findConditionId(params.branchId ?? '', 'else', project) }];",
    original: "''",
    replacement: '"Stryker was here!"',
    because: 'every parameter of a path is there',
  },
  {
    file: 'main/rest-api/openapi/openapi-document.ts',
    line: 'if (!row) continue;',
    original: '!row',
    replacement: 'false',
    because: 'a group has at least one entry',
  },
];

export const equivalenceOf = (mutant: Mutant): EquivalentMutant | undefined =>
  equivalentMutants.find(
    ({ file, line, original, replacement }) =>
      file === mutant.file && line === mutant.lineText && original === mutant.original && replacement === mutant.replacement,
  );

export const isEquivalent = (mutant: Mutant): boolean => equivalenceOf(mutant) !== undefined;
