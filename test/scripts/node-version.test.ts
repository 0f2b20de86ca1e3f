import { expect, test } from 'vitest';
import { nodeVersionProblem } from '../../scripts/node-version.mjs';

test('a Node with Node-API 10 is accepted', () => {
  expect(nodeVersionProblem({ node: '22.14.0', napi: '10' })).toBeUndefined();
  expect(nodeVersionProblem({ node: '24.21.0', napi: '10' })).toBeUndefined();
  expect(nodeVersionProblem(process.versions)).toBeUndefined();
});

test.each([{ node: '18.20.4', napi: '9' }, { node: '20.20.2', napi: '9' }, { node: '22.13.1', napi: '9' }, { node: '23.0.0' }])(
  'Node $node is rejected with one sentence that says what to do',
  (versions) => {
    const sentence = nodeVersionProblem(versions);
    expect(sentence).toContain(`this is Node ${versions.node}`);
    expect(sentence).toContain('npm ci');
  },
);
