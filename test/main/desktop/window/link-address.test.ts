/** Which links of a story are offered to the browser, and that the user sees where they lead. */
import { expect, test } from 'vitest';
import { readLink } from '../../../../main/desktop/window/link-address.ts';

test.each([
  'javascript:alert(1)',
  'file:///etc/passwd',
  'smb://server/share',
  'ms-msdt:/id',
  'data:text/html,x',
  'app://taleport/',
  'mailto:a@b.c',
  '//example.com',
  'https://bank.example@evil.example/',
  'https://user:secret@example.com/',
  '',
])('%j is not opened', (address) => expect(readLink(address)).toBeUndefined());

test('a web address is shown as it is opened, its host in ASCII', () => {
  expect(readLink('https://example.com/a b?c=ü')).toEqual({
    address: 'https://example.com/a%20b?c=%C3%BC',
    shown: 'https://example.com/a%20b?c=%C3%BC',
  });
  // A Cyrillic letter.
  expect(readLink('http://ex\u0430mple.com/')?.shown).toBe('http://xn--exmple-4nf.com/');
});

test('of a long address the beginning is shown, with the host', () => {
  const link = readLink(`https://example.com/${'x'.repeat(5000)}`);
  expect(link?.address).toHaveLength(5020);
  expect(link?.shown).toMatch(/^https:\/\/example\.com\/x{580}…$/);
});
