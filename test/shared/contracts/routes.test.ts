/**
 * The route table contains the rows of docs/rules/service.md and those that G8 adds; a row in none of the two is no rule of the service. Sync finds in it
 * the route that does something to a record.
 */
import { describe, expect, test } from 'vitest';
import { readServiceRules } from '../../../scripts/rules.mjs';
import type { RecordAction } from '../../../shared/contracts/rest/routes/route.ts';
import { findRecordRoute, isReorderable, routes, type WantedRoute } from '../../../shared/contracts/rest/routes/routes.ts';
import { type AnyRecord, allKinds, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../shared/model/project.ts';

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

describe('the route that does something to a record', () => {
  const project = new Project(
    (
      [
        ['project', {}],
        ['board', {}],
        ['element', { boardId: 'board' }],
        ['branch', { boardId: 'board' }],
        ['component', {}],
      ] as const
    ).map(([kind, fields]) => ({ kind, id: kind, rank: 'a0', ...getKind(kind).defaults, ...fields })),
  );
  const nameOf = (does: RecordAction['do'], kind: KindName, fields: object = {}, wanted: WantedRoute = {}) => {
    const record: AnyRecord = { kind, id: 'x', rank: 'a0', ...getKind(kind).defaults, ...fields };
    return findRecordRoute(does, record, project, wanted)?.name;
  };

  test.each(['board', 'element', 'note', 'jumper', 'branch', 'connection', 'component', 'asset', 'variable'] as const)(
    'is named after its action and its kind: %s',
    (kind) => {
      const name = `${kind[0]?.toUpperCase()}${kind.slice(1)}`;
      for (const does of ['create', 'change', 'remove'] as const) expect(nameOf(does, kind)).toBe(`${does}${name}`);
    },
  );

  test.each(['element', 'board', 'component'] as const)('is that of the owner of an attribute: %s', (owner) => {
    const name = `${owner[0]?.toUpperCase()}${owner.slice(1)}Attribute`;
    const fields = { cId: owner, cType: `${owner}s` };
    const names = (['create', 'change', 'move', 'remove'] as const).map((does) => nameOf(does, 'attribute', fields));
    expect(names).toEqual([`create${name}`, `change${name}`, `reorder${name}`, `remove${name}`]);
  });

  test('is that of the role of a condition', () => {
    const names = (does: RecordAction['do']) =>
      (['if', 'elseIf', 'else'] as const).map((role) => nameOf(does, 'condition', { role, branchId: 'branch' }));
    expect(names('create').slice(1)).toEqual(['createElseIf', 'createElse']);
    expect(names('change')).toEqual(['changeIf', 'changeElseIf', 'changeElse']);
    expect(names('remove').slice(1)).toEqual(['removeElseIf', 'removeElse']);
    expect(nameOf('move', 'condition', { role: 'elseIf', branchId: 'branch' })).toBe('reorderElseIf');
  });

  test('is below the element of an attachment', () => {
    const names = (['componentAttachment', 'audioAttachment'] as const).map((kind) =>
      (['create', 'change', 'move', 'remove'] as const).map((does) => nameOf(does, kind, { elementId: 'element' })),
    );
    expect(names).toEqual([
      ['attachComponent', undefined, 'moveComponentAttachment', 'detachComponent'],
      ['attachAudio', 'changeAudio', 'moveAudio', 'detachAudio'],
    ]);
  });

  test('moves a record in its list', () => {
    const names = (['board', 'component', 'asset', 'element', 'variable', 'note'] as const).map((kind) => nameOf('move', kind));
    expect(names).toEqual(['moveBoard', 'moveComponent', 'moveAsset', 'reorderElement', 'reorderVariable', undefined]);
    const connection = { boardId: 'board', sourceid: 'element' };
    expect(nameOf('move', 'connection', connection, { list: 'outputs' })).toBe('reorderOutput');
    expect(nameOf('move', 'connection', connection, { list: 'connections' })).toBeUndefined();
    const lists = ['boards', 'components', 'assets', 'elements', 'audio', 'attributes', 'variables', 'conditions', 'outputs'];
    const all = new Set(allKinds.flatMap(({ orders }) => orders.map(({ list }) => list)));
    expect([...all].filter(isReorderable).sort()).toEqual(lists.sort());
  });

  test('changes a field that has a route of its own, or empties it', () => {
    const cover = { file: 'star.svg', type: 'icon' };
    expect(
      [
        nameOf('change', 'project', {}, { part: 'name' }),
        nameOf('change', 'project', {}, { part: 'css' }),
        nameOf('change', 'project', {}, { part: 'startingElement' }),
        nameOf('change', 'element', { cover }, { part: 'cover' }),
        nameOf('change', 'element', { cover: null }, { part: 'cover' }),
        nameOf('change', 'component', { cover }, { part: 'cover' }),
        nameOf('change', 'component', { cover: null }, { part: 'cover' }),
        nameOf('change', 'element', { linkedBoard: 'board' }, { part: 'linkedBoard' }),
        nameOf('change', 'element', { linkedBoard: null }, { part: 'linkedBoard' }),
      ].join(' '),
    ).toBe(
      'renameProject setCss setStartingElement setElementCover removeElementCover setComponentCover removeComponentCover linkBoard unlinkBoard',
    );
    // Every field whose requests have a route of their own has one here.
    for (const { kind, facets } of allKinds)
      for (const [field, { api }] of Object.entries(facets))
        if (api.access === 'ownRoute')
          expect(nameOf('change', kind, { [field]: 'set' }, { part: field }), `${kind}.${field}`).toBeDefined();
  });
});
