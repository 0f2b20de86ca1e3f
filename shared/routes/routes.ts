/**
 * The REST interface as a table: service.md's endpoint list as data, in its order. The server, the client of the mirror,
 * the OpenAPI document and the conformance tests read it; a row says everything that is particular to its endpoint.
 */
import { boards, branches, connections, jumpers, notes } from './boards.ts';
import { assets, components, variables } from './components.ts';
import { attributes, elements } from './elements.ts';
import { comments, exports, projects, stylesheet } from './projects.ts';
import type { Route } from './route.ts';

export const routes: readonly Route[] = [
  ...projects,
  ...boards,
  ...elements,
  ...attributes,
  ...connections,
  ...notes,
  ...jumpers,
  ...branches,
  ...variables,
  ...components,
  ...assets,
  ...exports,
  ...comments,
  ...stylesheet,
];
