/** A large body is decoded in slices, which may end in the middle of a character. */
import { expect, test } from 'vitest';
import { importBodyLimit, jsonBodyLimit, readJsonObject } from '../../../../main/rest-api/http/request-body.ts';

function requestOf(body: Uint8Array<ArrayBuffer>, type = 'application/json'): Request {
  const headers = { 'content-type': type, 'content-length': String(body.length) };
  return new Request('http://127.0.0.1/', { method: 'POST', body, headers });
}
const encode = (text: string) => new TextEncoder().encode(text);
const text = JSON.stringify({ name: 'aä€😀'.repeat(1_000_000) });

test.each([0, 1, 2, 3, 4])('[Limits 7] a body of 10 MB behind %i spaces is read as it was sent', async (spaces) => {
  expect(JSON.stringify(await readJsonObject(requestOf(encode(' '.repeat(spaces) + text)), importBodyLimit))).toBe(text);
});

test('[Common conventions] the type of a body is JSON, also one of a vendor and with parameters', async () => {
  const read = (type: string) => readJsonObject(requestOf(encode('{"a":1}'), type), jsonBodyLimit);
  for (const type of [
    'application/json',
    'Application/JSON ; charset=utf-8',
    'application/merge-patch+json',
    'application/vnd.a_b.c+json;v=1',
  ])
    expect(await read(type), type).toEqual({ a: 1 });
  for (const type of [
    '',
    'text/json',
    'x-application/json',
    'application/jsonp',
    'application/+json',
    'application/a b+json',
    'application/ld/json',
  ])
    await expect(read(type), type).rejects.toMatchObject({ faultsByPath: { 'Content-Type': expect.anything() } });
});

test('[Limits 7, G9] a body with too many values or bytes is a 413 that names the body', async () => {
  const body = requestOf(encode('{"a":[1,2]}'));
  await expect(readJsonObject(body, { maxBytes: 100, maxValues: () => 2 })).rejects.toMatchObject({
    code: 'tooLarge',
    faultsByPath: { body: expect.anything() },
  });
  const long = requestOf(encode('{"a":1}'));
  await expect(readJsonObject(long, { maxBytes: 6, maxValues: () => 100 })).rejects.toMatchObject({
    code: 'tooLarge',
    faultsByPath: { body: expect.anything() },
  });
});

test('[Limits 7] bytes that are no UTF-8 are a fault in every slice', async () => {
  const valid = encode(text);
  for (const at of [100, 9_000_000]) {
    const body = valid.slice();
    body[at] = 0xff;
    await expect(readJsonObject(requestOf(body), importBodyLimit)).rejects.toMatchObject({ faultsByPath: { body: expect.anything() } });
  }
  const cut = valid.slice(0, 4 * 2 ** 20);
  await expect(readJsonObject(requestOf(cut), importBodyLimit)).rejects.toMatchObject({ faultsByPath: { body: expect.anything() } });
});
