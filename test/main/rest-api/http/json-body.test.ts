/** A large body is decoded in slices, which may end in the middle of a character. */
import { expect, test } from 'vitest';
import { importBodyLimit, readJsonObject } from '../../../../main/rest-api/http/json-body.ts';

function requestOf(body: Uint8Array<ArrayBuffer>): Request {
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  return new Request('http://127.0.0.1/', { method: 'POST', body, headers });
}
const encode = (text: string) => new TextEncoder().encode(text);
const text = JSON.stringify({ name: 'aä€😀'.repeat(1_000_000) });

test.each([0, 1, 2, 3, 4])('[Limits 7] a body of 10 MB behind %i spaces is read as it was sent', async (spaces) => {
  expect(JSON.stringify(await readJsonObject(requestOf(encode(' '.repeat(spaces) + text)), importBodyLimit))).toBe(text);
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
