/** The conditions that were created along with a branch: they get the ids that the remote gave them, and what it changed since is merged. */
import { expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { findCreatedConditions } from '../../../../main/sync/protocol/lookup-response.ts';
import { Project } from '../../../../shared/model/project.ts';
import { asMap, createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

const environment = createTestEnvironment(22);
const engine = openEngine(null, environment);

test('[I19] what the remote added to a condition is not taken for agreed', () => {
  const { project, build } = createTestStory(engine, environment);
  const branch = asMap(build('branch'));
  const [sent] = project.children('condition', branch.id, 'conditions').map((each) => asMap({ ...each }));
  if (!sent) throw new Error('A branch has an if');
  const records = [...project.records()];
  const read = asMap({ ...sent, id: environment.newId(), script: 'changed since', extra: { mood: 1 } });
  const remote = new Project(records.map((record) => (record.id === sent.id ? read : record)));
  const base = new Project(records.filter(({ id }) => id !== sent.id));
  const found = findCreatedConditions([{ branchId: branch.id, conditions: [sent] }], { base, local: new Project(records), remote });
  const { extra: _none, ...agreed } = read;
  expect(found?.adoption).toEqual({
    added: [{ ...agreed, script: sent.script }],
    removedIds: [],
    renamedIds: [[sent.id, read.id]],
    duplicateIds: [],
  });
});
