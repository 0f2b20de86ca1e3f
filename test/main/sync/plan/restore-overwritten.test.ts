/** [I4] What puts back a value that a write of ours may have overwritten. */
import { expect, test } from 'vitest';
import { restoreOverwrittenCommand } from '../../../../main/sync/store/acknowledgement-entries.ts';
import type { AnyRecord } from '../../../../shared/model/kinds/kinds.ts';

const noteWith = (fields: object): AnyRecord => ({ kind: 'note', id: 'n', rank: 'a', boardId: 'b', ...fields });
const attributeWith = (fields: object): AnyRecord => ({ kind: 'attribute', id: 'a', rank: 'a', cId: 'b', cType: 'boards', ...fields });
const plainText = (data: string) => ({ type: 'string', plain: true, data });

test('a field that only an earlier write changed is put back, whatever later ones changed', () => {
  const states = [
    noteWith({ content: '<p>1</p>', theme: 'red' }),
    noteWith({ content: '<p>2</p>', theme: 'red' }),
    noteWith({ content: '<p>2</p>', theme: 'blue' }),
    noteWith({ content: '<p>3</p>', theme: 'blue' }),
  ] as const;
  const [first, second, third, local] = states;
  const writes = [
    { before: first, sent: second },
    { before: second, sent: third },
    { before: third, sent: local },
  ];
  expect(restoreOverwrittenCommand(writes, local)).toMatchObject({ fields: { content: '<p>1</p>' } });
  expect(restoreOverwrittenCommand(writes.slice(1), local)).toMatchObject({ fields: { theme: 'red' } });
  expect(restoreOverwrittenCommand(writes, noteWith({ content: '<p>Later.</p>', theme: 'blue' }))).toBeUndefined();
});

test('a customId stays once it is set: where nothing else was overwritten, nothing can be put back', () => {
  const before = attributeWith({ value: plainText('old'), customId: null });
  const withId = attributeWith({ value: plainText('old'), customId: 'mood' });
  expect(restoreOverwrittenCommand([{ before, sent: withId }], withId)).toBeUndefined();
  const both = attributeWith({ value: plainText('new'), customId: 'mood' });
  expect(restoreOverwrittenCommand([{ before, sent: both }], both)).toMatchObject({ fields: { value: plainText('old') } });
});

test('an attribute that has become a variable does not get its formatted text back, which no variable has', () => {
  const before = attributeWith({ value: { type: 'string', plain: false, data: '<p>Rich.</p>' }, customId: null });
  const sent = attributeWith({ value: plainText('Rich.'), customId: 'mood' });
  expect(restoreOverwrittenCommand([{ before, sent }], sent)).toBeUndefined();
});
