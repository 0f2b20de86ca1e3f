/** The window's location is in its URL, and is parsed from it. */
import { expect, test } from 'vitest';
import { formatWindowLocation, parseWindowLocation } from '../../../shared/contracts/window-location.ts';

test('a location is parsed as it was written, for any id of a conflict', () => {
  const places = [
    { projectHash: null, conflictId: null },
    { projectHash: 'aB-_9', conflictId: null },
    { projectHash: 'h', conflictId: 'h/record#content/en ü%' },
  ];
  for (const place of places) expect(parseWindowLocation(formatWindowLocation(place))).toEqual(place);
});

test('an invalid location is the list of projects', () => {
  for (const fragment of ['', '#', '#/', '#/project/', '#/project/a b', '#/elsewhere'])
    expect(parseWindowLocation(fragment)).toEqual({ projectHash: null, conflictId: null });
  expect(parseWindowLocation('#/project/h/conflict/%E0%A4%A')).toEqual({ projectHash: 'h', conflictId: null });
});
