/** A number of a record is a draft: one that could not be saved stays in its field, with the reason, and is sent again. */
import { afterEach, expect, test } from 'vitest';
import { useNumberDraft } from '../../../../renderer/editors/fields/number-draft.ts';
import { openProjectStore } from '../../../../renderer/state/open-project.ts';
import { verbatim } from '../../../../shared/messages/message.ts';
import { Problem } from '../../../../shared/problem.ts';
import { runHook } from '../../run-hook.ts';

afterEach(() => openProjectStore.setState(openProjectStore.getInitialState()));

/** The field of a width, whose saves fail while `isFull`. */
async function openField(name: string, value = 100) {
  openProjectStore.setState({ hash: 'story' });
  const disk = { isFull: false, saved: [] as (number | null)[] };
  const save = async (width: number | null) => {
    if (disk.isFull) throw new Problem('store', verbatim('The disk is full'), { reason: 'diskFull' });
    disk.saved.push(width);
    return { newVersion: disk.saved.length };
  };
  const props = { name, value, type: 'float', min: 20, max: 2000, decimals: 2, canBeEmpty: true, saves: 'whenLeft', save } as const;
  const run = await runHook(useNumberDraft, props);
  const field = () => run.results.at(-1);
  return { disk, field, render: () => run.render(props), unmount: run.unmount };
}

test('a number that could not be saved keeps its field faulty until it is', async () => {
  const { disk, field, render } = await openField('card width');
  disk.isFull = true;
  field()?.enter();
  field()?.type('300');
  await render();
  field()?.leave();
  await render();
  expect([field()?.text, field()?.fault]).toEqual(['300', expect.stringContaining('The disk is full')]);
  disk.isFull = false;
  field()?.leave();
  await render();
  expect([field()?.fault, disk.saved]).toEqual([null, [300]]);
});

test('it is limited, may be empty, and is the stored one again if it is none', async () => {
  const { disk, field, render } = await openField('card height');
  const leaveWith = async (text: string) => {
    field()?.enter();
    field()?.type(text);
    await render();
    field()?.leave();
    await render();
    return field()?.text;
  };
  expect(await leaveWith('5000')).toBe('2000');
  expect(await leaveWith('12x')).toBe('2000');
  expect(await leaveWith('')).toBe('');
  expect(disk.saved).toEqual([2000, null]);
});

test('a number outside of the limits of its field stays as it is while nothing else is typed', async () => {
  const { disk, field, render } = await openField('card depth', 10);
  field()?.enter();
  await render();
  field()?.leave();
  await render();
  field()?.type('12');
  await render();
  field()?.type('10');
  await render();
  field()?.leave();
  await render();
  expect([field()?.text, disk.saved]).toEqual(['10', []]);
});

test('an invalid one stays in its field when the pane closes', async () => {
  const first = await openField('card x');
  first.field()?.type('7x');
  await first.render();
  await first.unmount();
  const again = await openField('card x');
  expect([again.field()?.text, again.field()?.fault]).toEqual(['7x', expect.any(String)]);
  again.field()?.leave();
  await again.render();
  expect([again.field()?.text, again.disk.saved]).toEqual(['100', []]);
});
