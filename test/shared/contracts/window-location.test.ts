/** Where the window is stands in its address, and is read back from it. */
import { expect, test } from 'vitest';
import { formatWindowLocation, parseWindowLocation } from '../../../shared/contracts/window-location.ts';

test('a place is read back as it was written, whatever a question is called', () => {
  const places = [
    { projectHash: null, conflictId: null },
    { projectHash: 'aB-_9', conflictId: null },
    { projectHash: 'h', conflictId: 'h/record#content/en ü%' },
  ];
  for (const place of places) expect(parseWindowLocation(formatWindowLocation(place))).toEqual(place);
});

test('what is no place is the list of projects', () => {
  for (const fragment of ['', '#', '#/', '#/project/', '#/project/a b', '#/elsewhere'])
    expect(parseWindowLocation(fragment)).toEqual({ projectHash: null, conflictId: null });
  expect(parseWindowLocation('#/project/h/question/%E0%A4%A')).toEqual({ projectHash: 'h', conflictId: null });
});
