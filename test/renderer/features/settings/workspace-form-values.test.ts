import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  numberFields,
  parseWorkspaceNumber,
  toFormValues,
  toWorkspaceFields,
  withoutSaved,
} from '../../../../renderer/features/settings/workspace-section.tsx';
import type { Workspace } from '../../../../shared/contracts/accounts.ts';

const workspace: Workspace = {
  id: 'local',
  name: 'Studio',
  seats: 10,
  projects: null,
  items: 1000,
  fileBytes: 400 * 1024 ** 2,
  projectBytes: 10 * 1024 ** 3,
  imagePixels: 8192,
  exports: ['json'],
};
const named = (id: string) => {
  const field = numberFields().find((each) => each.id === id);
  if (!field) throw new Error(`There is no field ${id}`);
  return field;
};

test('what is typed while the form is being saved remains an edit', () => {
  const sent = { texts: { name: 'Studio', seats: '5' }, exports: ['json' as const] };
  const none = { texts: {}, exports: null };
  expect(withoutSaved(sent, sent)).toEqual(none);
  expect(withoutSaved({ texts: { name: 'Studio 2', seats: '5', items: '7' }, exports: [] }, sent)).toEqual({
    texts: { name: 'Studio 2', items: '7' },
    exports: [],
  });
});

test('sizes are shown in megabytes and gigabytes, no limit as an empty field', () => {
  expect(toFormValues(workspace)).toEqual({
    name: 'Studio',
    seats: '10',
    projects: '',
    items: '1000',
    fileBytes: '400',
    projectBytes: '10',
    imagePixels: '8192',
  });
});

test('what is shown and saved untouched changes nothing', () => {
  const { id: _id, exports: _exports, ...rest } = workspace;
  expect(toWorkspaceFields(toFormValues(workspace))).toEqual(rest);
});

test('only edited fields are sent, so that the stored default name stays in English', () => {
  expect(toWorkspaceFields({ seats: '3' })).toEqual({ seats: 3 });
});

test.each([
  ['seats', '', undefined],
  ['seats', '0', 0],
  ['seats', '-1', undefined],
  ['seats', '1.5', undefined],
  ['seats', 'many', undefined],
  ['imagePixels', '0', undefined],
  ['projects', '', null],
  ['projects', ' 12 ', 12],
  ['fileBytes', '0.5', 512 * 1024],
  ['fileBytes', '1e3', undefined],
  ['fileBytes', '999999999999', undefined],
])('%s: what “%s” means', (id, text, value) => {
  expect(parseWorkspaceNumber(named(id), text)).toBe(value);
});

test('property: a whole number of megabytes comes back as it was written', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), (many) => {
      const bytes = parseWorkspaceNumber(named('fileBytes'), String(many));
      expect(toFormValues({ ...workspace, fileBytes: bytes ?? null }).fileBytes).toBe(String(many));
    }),
  );
});
