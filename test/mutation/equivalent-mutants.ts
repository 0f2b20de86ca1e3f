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

export const equivalentMutants: readonly EquivalentMutant[] = [
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
    file: 'main/engine/decide/derived-texts.ts',
    line: 'if (relabelled !== referrer) draft.put(relabelled);',
    original: 'relabelled !== referrer',
    replacement: 'true',
    because: 'a record that equals the stored one is not part of the changes',
  },
  {
    file: 'main/engine/decide/decide.ts',
    line: "if (record.kind === 'asset' && isTemplateTree(record.id, draft.project))",
    original: "record.kind === 'asset'",
    replacement: 'true',
    because: 'only assets are found as assets, so that no other record is part of a template',
  },
  {
    file: 'main/engine/decide/decide.ts',
    line: 'const left = Math.min(at, self >= 0 ? size - 1 : size);',
    original: 'self >= 0',
    replacement: 'self > 0',
    because: 'a move goes to the last position without the record itself at most',
  },
  {
    file: 'main/rest-api/handlers/write-handler.ts',
    line: 'if (counted + createdCount <= items) return;',
    original: 'counted + createdCount <= items',
    replacement: 'false',
    because: 'the exact count, which is then always made, gives the same result',
  },
  {
    file: 'main/rest-api/handlers/read-handlers.ts',
    line: "listBoardJumpers: (project, { boardId = '' }) => serializeBoardItems(project, 'jumper', boardId),",
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
    file: 'main/rest-api/handlers/write-handler.ts',
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
  {
    file: 'main/engine/decide/decide.ts',
    line: 'if (main === old) return;',
    original: 'main === old',
    replacement: 'false',
    because: 'the languages stay the same, and a record that equals the stored one is not part of the changes',
  },
  {
    file: 'main/engine/decide/derived-texts.ts',
    line: "if (text === '' || mode === 'written') return undefined;",
    original: "''",
    replacement: '"Stryker was here!"',
    because: 'a text that is missing was not made from another one',
  },
  {
    file: 'main/rest-api/handlers/asset-files.ts',
    line: 'const stored = asset.file === null ? undefined : fileStore.find(hash, asset.file);',
    original: 'asset.file === null',
    replacement: 'false',
    because: 'no file is stored under null',
  },
  {
    file: 'main/rest-api/handlers/export-event-stream.ts',
    line: 'if (subscriber) subscribers.delete(subscriber);',
    original: 'subscriber',
    replacement: 'true',
    because: 'nothing else is stored under undefined',
  },
  {
    file: 'main/rest-api/handlers/export-handler.ts',
    line: "const fallbackContents = fields?.acceptsFallbackContents ? parseBooleanParam(query, 'fallbackContents', errors) : false;",
    original: 'false',
    replacement: 'true',
    because: 'only JSON does not accept the parameter, and its exporter has nothing to fall back to',
  },
  {
    file: 'main/rest-api/handlers/export-handler.ts',
    line: "else if (key.startsWith('[') && key.includes('][')) errors.boardIds = message('fault.query.nestedBoardIds');",
    original: "'['",
    replacement: '""',
    because: 'any other text is left out before, or is accepted before',
  },
  {
    file: 'main/rest-api/handlers/projects.ts',
    line: "if (!known) throw invalidFieldsProblem({ template: message('fault.oneOf', { values: projectTemplates.join(', ') }) });",
    original: '!known',
    replacement: 'false',
    because: 'the schema of the body accepts only the templates that there are',
  },
  {
    file: 'main/rest-api/handlers/projects.ts',
    line: "if (!known) throw invalidFieldsProblem({ template: message('fault.oneOf', { values: projectTemplates.join(', ') }) });",
    original: "', '",
    replacement: '""',
    because: 'only the sentence of an error that the schema of the body prevents would differ',
  },
  {
    file: 'main/rest-api/handlers/projects.ts',
    line: 'assertRoomForProject(apiRequest.caller, deps);',
    original: 'assertRoomForProject(apiRequest.caller, deps);',
    replacement: ';',
    because: 'the limit is checked again before the project is stored',
  },
  {
    file: 'main/rest-api/handlers/read-handlers.ts',
    line: "getJumper: (project, { jumperId = '' }) => serializeItem(project, 'jumper', jumperId),",
    original: "''",
    replacement: '"Stryker was here!"',
    because: 'every parameter of a path is there',
  },
  {
    file: 'main/rest-api/http/http-listener.ts',
    line: "if (address === null || typeof address === 'string') throw new Error('The server has no port');",
    original: "address === null || typeof address === 'string'",
    replacement: 'false',
    because: 'a server that listens on a port has an address',
  },
  {
    file: 'main/rest-api/http/http-listener.ts',
    line: "if (address === null || typeof address === 'string') throw new Error('The server has no port');",
    original: "address === null || typeof address === 'string'",
    replacement: "address === null && typeof address === 'string'",
    because: 'a server that listens on a port has an address',
  },
  {
    file: 'main/rest-api/http/http-listener.ts',
    line: "if ((response.headers.get('content-type') ?? '').startsWith('application/json') || !response.body) return response;",
    original: "(response.headers.get('content-type') ?? '').startsWith('application/json')",
    replacement: "(response.headers.get('content-type') ?? '').endsWith('application/json')",
    because: 'a JSON answer that is passed on as a stream is the same',
  },
  {
    file: 'main/rest-api/http/http-listener.ts',
    line: 'for (let at = 0; at < rawHeaders.length; at += 2) {',
    original: 'at < rawHeaders.length',
    replacement: 'at <= rawHeaders.length',
    because: 'there is no header after the last one',
  },
  {
    file: 'main/rest-api/http/request-body.ts',
    line: 'if (!reader || this.#ended) return;',
    original: '!reader || this.#ended',
    replacement: '!reader && this.#ended',
    because: 'reading a body that is missing or has ended ends at once, too',
  },
  {
    file: 'main/rest-api/rest-api.ts',
    line: 'if (!route || !match) throw unknownPathError(matches, request.method, uploadFlow);',
    original: '!route || !match',
    replacement: '!route && !match',
    because: 'a match is only found together with a route',
  },
  {
    file: 'main/rest-api/serializers/replies.ts',
    line: 'const out = { ...empty };',
    original: '{ ...empty }',
    replacement: '{}',
    because: 'the fields are written in the same order; the copy only saves time',
  },
];

export const equivalenceOf = (mutant: Mutant): EquivalentMutant | undefined =>
  equivalentMutants.find(
    ({ file, line, original, replacement }) =>
      file === mutant.file && line === mutant.lineText && original === mutant.original && replacement === mutant.replacement,
  );

export const isEquivalent = (mutant: Mutant): boolean => equivalenceOf(mutant) !== undefined;
