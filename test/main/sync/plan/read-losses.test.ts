/** [I32] Which reads are more likely a fault of the remote than an intended change. */
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { findReadLosses } from '../../../../main/sync/plan/read-losses.ts';
import type { AnyRecord } from '../../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../../shared/model/project.ts';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

const environment = createTestEnvironment(21);
const engine = openEngine(null, environment);
const evidence = { danglingIds: new Set<string>(), isSingleLanguage: false };

test('[I32] a remote without anything is not trusted although a record here has a local comment', () => {
  const { project, build } = createTestStory(engine, environment);
  for (let at = 0; at < 8; at++) build('component', { name: `Role ${at}` });
  const base = new Project([...project.records()]);
  const [, { id } = { id: '' }] = [...project.recordsOfKind('component')].filter(({ parentId }) => parentId !== null);
  const comment = { text: 'Only here', createdAt: '2026-01-01T00:00:00Z', updatedAt: null, resolved: false };
  const local = new Project([...project.records()].map((each) => (each.id === id ? { ...each, localComments: { [id]: comment } } : each)));
  const remote = new Project([...project.records()].filter(({ kind, parentId }) => kind === 'project' || parentId === null));
  const lost = [...base.records()].filter((each) => !remote.has(each.id) && each.id !== id);
  expect(findReadLosses({ base, local, remote }, evidence).ids.toSorted()).toEqual(lost.map((each) => each.id).toSorted());
});

/** A story with six values of each sort. */
function sixOfEach(): Project {
  const { project, build } = createTestStory(engine, environment);
  for (let at = 0; at < 6; at++) {
    const { id: elementId } = build('element', { x: 100 + at, title: { en: { text: '<p>One</p>' }, de: { text: '<p>Eins</p>' } } });
    build('componentAttachment', { elementId });
    build('condition');
  }
  const cover = { id: 'picture', type: 'image', file: null };
  return new Project([...project.records()].map((record) => (record.kind === 'element' ? { ...record, cover } : record)));
}

/** A read of the story as `alter` changes its records; null leaves one out. The first `spared` elements stay as they are. */
function readOf(base: Project, alter: (record: AnyRecord) => Partial<AnyRecord> | null, spared = 0): Project {
  const kept = new Set([...base.recordsOfKind('element')].slice(0, spared).map(({ id }) => id));
  const isKept = ({ id, elementId }: AnyRecord) => kept.has(id) || kept.has(String(elementId));
  return new Project(
    [...base.records()].flatMap((record): AnyRecord[] => {
      const changed = isKept(record) ? {} : alter(record);
      return changed === null ? [] : [{ ...record, ...changed }];
    }),
  );
}

const onElements = (fields: Partial<AnyRecord>) => (record: AnyRecord) => (record.kind === 'element' ? fields : {});
const english = { title: { en: { text: '<p>One</p>' } } };

describe('[I32] a read that empties most values of a sort', () => {
  test.each<[string, (record: AnyRecord) => Partial<AnyRecord> | null]>([
    ['texts', onElements({ title: {} })],
    ['languages', onElements(english)],
    ['places', ({ kind }) => (kind === 'element' || kind === 'branch' ? { x: 0, y: 0 } : {})],
    ['covers', onElements({ cover: null })],
    ['attachments', ({ kind }) => (kind === 'componentAttachment' ? null : {})],
    ['scripts', ({ kind }) => (kind === 'condition' ? { script: null } : {})],
  ])('%s: is not plausible, unless the user did it or few are empty', (sort, alter) => {
    const base = sixOfEach();
    const remote = readOf(base, alter);
    expect(findReadLosses({ base, local: base, remote }, evidence).sorts).toContain(sort);
    expect(findReadLosses({ base, local: remote, remote }, evidence).sorts).not.toContain(sort);
    if (sort !== 'scripts' && sort !== 'places')
      expect(findReadLosses({ base, local: base, remote: readOf(base, alter, 3) }, evidence).sorts).toEqual([]);
  });

  test('one text of a language suffices where the read contradicts itself, or lacks the language', () => {
    const story = sixOfEach();
    const translated = new Set([...story.recordsOfKind('element')].slice(0, 2).map(({ id }) => id));
    const few = new Project(
      [...story.records()].map((record) => (translated.has(record.id) ? record : { ...record, ...onElements(english)(record) })),
    );
    const remote = readOf(few, onElements(english));
    expect(findReadLosses({ base: few, local: few, remote }, evidence).sorts).toEqual([]);
    expect(findReadLosses({ base: few, local: few, remote }, { ...evidence, isSingleLanguage: true }).sorts).toEqual(['languages']);
    const locales = few.projectRecord.locales.filter(({ iso }) => iso === 'en');
    const dropped = new Project([...remote.records()].map((record) => (record.kind === 'project' ? { ...record, locales } : record)));
    const { sorts, fields } = findReadLosses({ base: few, local: few, remote: dropped }, evidence);
    expect([sorts, fields.includes('project#locales')]).toEqual([['removedLanguages'], true]);
  });
});
