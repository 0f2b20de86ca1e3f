/** [G33] The memory that an import takes, above that of the program, measured as the installed app imports. */
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder, startInstalled } from '../cli/taleport.ts';
import { uuid } from './small-story.ts';

const perBoard = 1000;

interface LargeStory {
  readonly elements: number;
  /** Of each element. */
  readonly text: string;
}

/** Elements in a chain on each board. Written in pieces, so that this process needs no memory for it. */
function writeStory({ elements, text }: LargeStory): string {
  const path = join(newFolder(), 'story.json');
  const file = openSync(path, 'w');
  const write = (piece: string) => writeSync(file, piece);
  const isLast = (at: number) => at % perBoard === 0 || at === elements;
  const list = (ids: readonly number[]) => JSON.stringify(ids.map(uuid));
  write(`{"name":"Large","startingElement":"${uuid(1)}","boards":{`);
  for (let from = 1; from <= elements; from += perBoard) {
    const ids = Array.from({ length: Math.min(perBoard, elements + 1 - from) }, (_, at) => from + at);
    const connections = ids.filter((at) => !isLast(at)).map((at) => 4e8 + at);
    write(`${from > 1 ? ',' : ''}"${uuid(8e8 + from)}":{"name":"Board","elements":${list(ids)},"connections":${list(connections)},`);
    write('"notes":[],"jumpers":[],"branches":[]}');
  }
  write('},"elements":{');
  for (let at = 1; at <= elements; at++) {
    const [x, y] = [(at % 100) * 380, Math.floor((at % perBoard) / 100) * 300];
    write(`${at > 1 ? ',' : ''}"${uuid(at)}":{"title":"<p>${at}</p>","content":"<p>${text}</p>","x":${x},"y":${y},"components":[],`);
    write(`"outputs":${list(isLast(at) ? [] : [4e8 + at])}}`);
  }
  write('},"connections":{');
  for (let at = 1; at <= elements; at++)
    if (!isLast(at)) {
      write(`${at > 1 ? ',' : ''}"${uuid(4e8 + at)}":{"type":"Bezier","theme":"default","label":null,`);
      write(`"sourceid":"${uuid(at)}","sourceType":"elements","targetid":"${uuid(at + 1)}","targetType":"elements"}`);
    }
  write('}}');
  closeSync(file);
  return path;
}

/** In bytes. */
async function measurePeak(file: string): Promise<number> {
  process.env.TALEPORT_PRINT_PEAK = 'yes';
  const { code, out, err } = await (await startInstalled('import', file, '--data', newFolder(), '--json')).ended;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return Number(out.trimEnd().split('\n').at(-1));
}

const sentence = 'the old door opens slowly and behind it stands a lamp nobody has lit for years while rain falls on the roof ';

test.each([
  ['elements with long texts', { elements: 20_000, text: sentence.repeat(15) }],
  ['hundreds of thousands of very short records', { elements: 150_000, text: 'a' }],
])('[G33] an import of %s takes at most five times the file in memory', async (_name, large) => {
  const program = await measurePeak(writeStory({ elements: 1, text: 'a' }));
  const file = writeStory(large);
  expect(((await measurePeak(file)) - program) / statSync(file).size).toBeLessThanOrEqual(5);
});
