/** Rules for every kind of record, as loops over the definitions. */
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../main/engine/engine.ts';
import { isMessageKey } from '../../shared/messages/english.ts';
import { completeFields } from '../../shared/model/complete-fields.ts';
import { type AnyRecord, allKinds } from '../../shared/model/kinds/kinds.ts';
import { findProjectErrors } from '../project-errors.ts';
import { asMap, createTestStory } from '../story-builder.ts';
import { createTestEnvironment } from '../test-environment.ts';

const open = () => {
  const environment = createTestEnvironment();
  const engine = openEngine(null, environment);
  return { engine, ...createTestStory(engine, environment) };
};
const recordsOf = (project: { records(): Iterable<{ id: string }> }) =>
  new Map([...project.records()].map((record) => [record.id, record]));

describe.each(allKinds.map((kind) => [kind.kind, kind] as const))('every %s', (name, kind) => {
  test('has defaults only for fields it has, and a parent that is one of its references', () => {
    for (const field of Object.keys(kind.defaults)) expect(kind.fields).toHaveProperty(field);
    for (const { parentField } of kind.orders) if (parentField !== null) expect(kind.references).toHaveProperty(parentField);
    for (const path of Object.keys(kind.references)) expect(kind.fields).toHaveProperty(path.split('.')[0] ?? '');
  });

  test('has a label for every field, and merges fields only with fields that are sent', () => {
    for (const { label } of Object.values(kind.facets)) expect(isMessageKey(`fields.${label}`), label).toBe(true);
    for (const { mergesWith } of Object.values(kind.facets)) if (mergesWith !== null) expect(kind.facets[mergesWith]?.sync).toBe('sent');
  });

  test('a record from before a field existed gets its default, and a field that was unknown gets its value', () => {
    const { build } = open();
    const made = asMap(build(name));
    expect(completeFields(made)).toBe(made);
    for (const field of Object.keys(kind.defaults)) {
      const { [field]: value, ...without } = made;
      expect(completeFields(without as AnyRecord)).toEqual({ ...without, [field]: kind.defaults[field] });
      const asUnknown = asMap({ ...without, id: made.id, extra: { [field]: value, other: 1 } });
      expect(completeFields(asUnknown)).toEqual({ ...made, extra: { other: 1 } });
    }
  });

  test('can be created, is valid, and is listed in the order of its parent', () => {
    const { project, build } = open();
    const made = build(name);
    expect(project.get(made.id)).toEqual(made);
    expect(findProjectErrors(project.records())).toEqual([]);
    for (const order of kind.orders)
      expect(project.childIds(order.parentField === null ? null : String(asMap(made)[order.parentField]), order.list)).toContain(made.id);
  });

  test('is restored completely when its removal is undone, and removed again when that is redone', () => {
    if (name === 'project') return;
    const { engine, hash, project, build, send } = open();
    const made = build(name);
    const before = recordsOf(project);
    send({ do: 'remove', kind: name, id: made.id });
    const removed = recordsOf(project);
    expect(removed.has(made.id)).toBe(false);
    expect(engine.undo(hash).skipped).toEqual([]);
    expect(recordsOf(project)).toEqual(before);
    expect(engine.redo(hash).skipped).toEqual([]);
    expect(recordsOf(project)).toEqual(removed);
  });

  test('a change without effect keeps the version and returns versionTime null [Version envelope]', () => {
    const { project, build, send } = open();
    const made = asMap(build(name));
    const field =
      ['name', 'content', 'x', 'script', 'theme', 'mode', 'size', 'componentId'].find((each) => each in made && each in kind.fields) ?? '';
    const reply = send({ do: 'change', kind: name, id: String(made.id), fields: { [field]: made[field] } } as never);
    expect(reply.newVersion).toBe(reply.version);
    expect(reply.versionTime).toBeNull();
    expect(project.get(String(made.id))).toEqual(made);
  });

  test('an unknown field is rejected by name and nothing changes [Common conventions]', () => {
    const { project, build, send } = open();
    const made = build(name);
    const before = recordsOf(project);
    expect(() => send({ do: 'change', kind: name, id: made.id, fields: { colour: 'red' } } as never)).toThrow(/colour/);
    expect(recordsOf(project)).toEqual(before);
  });
});
