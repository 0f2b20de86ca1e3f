import { expect, test } from 'vitest';
import { maskSecrets } from '../../../main/platform/log.ts';

const key = 'tp_EvzuZcPHZwDxFLWwTw6dfL2znwM2KD0Nu-XHCdjaUmA';

test.each([
  `Authorization: Bearer ${key}`,
  `bearer ${key}`,
  `GET /api/v1/${key}/board`,
  `{"key":"${key}"}`,
  `There is no key ${key}.`,
  `${key}${key}`,
])('the value of a key is masked in %j', (line) => {
  expect(maskSecrets(line)).not.toContain(key.slice(3, 20));
});

test('words without secrets stay as they are', () => {
  const line = 'Taleport 0.1.0 opens the projects (process 12, Node 24.0.0)';
  expect(maskSecrets(line)).toBe(line);
});
