import { expect, test } from 'vitest';
import { whatIsWrongWithNode } from '../../scripts/node-version.mjs';

test('a Node with Node-API 10 is taken without a word', () => {
  expect(whatIsWrongWithNode({ node: '22.14.0', napi: '10' })).toBeUndefined();
  expect(whatIsWrongWithNode({ node: '24.21.0', napi: '10' })).toBeUndefined();
  expect(whatIsWrongWithNode(process.versions)).toBeUndefined();
});

test.each([{ node: '18.20.4', napi: '9' }, { node: '20.20.2', napi: '9' }, { node: '22.13.1', napi: '9' }, { node: '23.0.0' }])(
  'Node $node is refused with one sentence that says what to do',
  (versions) => {
    const sentence = whatIsWrongWithNode(versions);
    expect(sentence).toContain(`this is Node ${versions.node}`);
    expect(sentence).toContain('npm ci');
  },
);
