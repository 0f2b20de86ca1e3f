/** The route table contains the rows of docs/rules/service.md and those that G8 adds; a row in none of the two is no rule of the service. */
import { expect, test } from 'vitest';
import { readServiceRules } from '../../../scripts/rules.mjs';
import { routes } from '../../../shared/contracts/rest/routes/routes.ts';

/** `base` stands for each owner of attributes; `GET, HEAD` and `a and b` are two rows in one. */
const specified = readServiceRules().flatMap(({ id }) => {
  const [, heading, methods = '', paths = ''] = /^\[(.+)\] ((?:GET|POST|PATCH|DELETE)(?:, HEAD)?) (.+)$/.exec(id) ?? [];
  if (!heading) return [];
  const each = paths
    .split(' and ')
    .flatMap((path) =>
      path.startsWith('base + ')
        ? ['element', 'board', 'component'].map((owner) => `/{hash}/${owner}/{${owner}ID}${path.slice('base + '.length)}`)
        : [path],
    );
  return each.map(
    (path) =>
      `[${heading}] ${methods.replace(', HEAD', '')} ${path.replaceAll(/\{(\w+?)(ID)?\}/g, (_, name, isId) => `:${name}${isId ? 'Id' : ''}`)}`,
  );
});

const added = [
  // G8: attributes of elements are read like those of other owners, attributes of other owners are deleted like those of elements.
  '[Attributes] GET /:hash/element/:elementId/attributes',
  '[Attributes] GET /:hash/element/:elementId/attribute/:attributeId',
  '[Attributes] DELETE /:hash/board/:boardId/attribute/:attributeId',
  '[Attributes] DELETE /:hash/component/:componentId/attribute/:attributeId',
];

test('[Endpoints] the table has every row of service.md and those that G8 adds', () => {
  const rows = new Set(routes.map(({ section, method, path }) => `[${section}] ${method} ${path}`));
  expect([...specified, ...added].filter((row) => !rows.has(row))).toEqual([]);
});
