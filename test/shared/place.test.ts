/** Where the window is stands in its address, and is read back from it. */
import { expect, test } from 'vitest';
import { fragmentOf, placeIn } from '../../shared/place.ts';

test('a place is read back as it was written, whatever a question is called', () => {
  const places = [
    { hash: null, question: null },
    { hash: 'aB-_9', question: null },
    { hash: 'h', question: 'h/record#content/en ü%' },
  ];
  for (const place of places) expect(placeIn(fragmentOf(place))).toEqual(place);
});

test('what is no place is the list of projects', () => {
  for (const fragment of ['', '#', '#/', '#/project/', '#/project/a b', '#/elsewhere'])
    expect(placeIn(fragment)).toEqual({ hash: null, question: null });
  expect(placeIn('#/project/h/question/%E0%A4%A')).toEqual({ hash: 'h', question: null });
});
