/** The ids that a lookup shows: what exports contain without an id gets the one that the remote has. */
import { expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { adoptAttachmentIds } from '../../../../main/sync/protocol/lookup-response.ts';
import { Project } from '../../../../shared/model/project.ts';
import { asMap, createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

const environment = createTestEnvironment(22);
const engine = openEngine(null, environment);

test('[I26] an attachment that is here under its remote id as well is there once afterwards', () => {
  const { project, build } = createTestStory(engine, environment);
  const known = asMap(build('componentAttachment'));
  const read = { ...known, id: '~provisional' };
  const records = [...project.records()];
  const others = records.filter(({ id }) => id !== known.id);
  const changes = [{ before: read }, { after: known }];
  const base = new Project([...others, read]);
  expect(adoptAttachmentIds(changes, base, new Project([...others, read]))).toEqual({
    added: [known],
    removedIds: [read.id],
    renamedIds: [[read.id, known.id]],
    duplicateIds: [],
  });
  expect(adoptAttachmentIds(changes, base, new Project([...records, read]))).toEqual({
    added: [known],
    removedIds: [read.id],
    renamedIds: [],
    duplicateIds: [read.id],
  });
});
