/** [Assets] Names that point outside of the folder, that Windows reserves, that change the reading direction: converted to safe ones, or rejected. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findMediaFormat, type MediaFormat } from '../../../main/assets/media-formats.ts';
import { toSafeFileName } from '../../../main/assets/upload-receiver.ts';
import { Problem } from '../../../shared/problem.ts';
import { cases, expectEnough } from '../../rounds.ts';

const kindOf = (mime: string): MediaFormat => {
  const kind = findMediaFormat(mime);
  if (!kind) throw new Error(mime);
  return kind;
};
const png = kindOf('image/png');
const jpeg = kindOf('image/jpeg');

describe('an unsafe name is converted to a safe one', () => {
  test.each([
    ['door.png', 'door.png'],
    ['Door of oak.PNG', 'Door of oak.png'],
    ['door', 'door.png'],
    ['door.jpg', 'door.png'],
    ['door.exe', 'door.exe.png'],
    ['../../etc/passwd', 'passwd.png'],
    ['C:\\Windows\\win.ini', 'win.ini.png'],
    ['a/b\\c.png', 'c.png'],
    ['/door.png', 'door.png'],
    ['..door.png', 'door.png'],
    ['door.png.', 'door.png'],
    ['door. . .png', 'door.png'],
    ['  door  .png  ', 'door.png'],
    ['.htaccess', 'htaccess.png'],
    ['CON', '_CON.png'],
    ['nul.png', '_nul.png'],
    ['com1.tar.png', '_com1.tar.png'],
    ['Lpt9 .png', '_Lpt9.png'],
    ['console.png', 'console.png'],
    ['a<b>:"|?*.png', 'a_b______.png'],
    ['a\0b\nc\u007f.png', 'abc.png'],
    ['photo\u202egpj.exe', 'photogpj.exe.png'],
    ['\u2066left\u2069\u200b.png', 'left.png'],
    ['Zoë 火 👩‍🚀.png', 'Zoë 火 👩‍🚀.png'],
    ['Zoe\u0308.png', 'Zoë.png'],
    ['lone\ud800.png', 'lone.png'],
  ])('%j becomes %j', (given, safe) => {
    expect(toSafeFileName(given, png)).toBe(safe);
  });

  test('a suitable extension is not changed', () => {
    expect(toSafeFileName('a.jpeg', jpeg)).toBe('a.jpeg');
    expect(toSafeFileName('a.JPG', jpeg)).toBe('a.jpg');
    expect(toSafeFileName('a.ogg', kindOf('video/ogg'))).toBe('a.ogg');
    expect(toSafeFileName('a', kindOf('video/ogg'))).toBe('a.ogv');
  });

  test('long names are cut between characters', () => {
    const name = toSafeFileName(`${'👩‍🚀'.repeat(100)}.png`, png);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    expect(name).toMatch(/^(?:👩‍🚀)+\.png$/u);
  });
});

test.each(['', '.', '..', '/', '\\', ' . ', '.png', '\u202e', '\u202e.png', '???', '\0', 'a/', '...png', '_'])(
  '%j has no safe part and is rejected',
  (given) => {
    expect(() => toSafeFileName(given, png)).toThrow(Problem);
  },
);

/** Text with the characters that do harm among others. */
const anyName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '.',
          ' ',
          '/',
          '\\',
          '..',
          'CON',
          'nul',
          'COM1',
          '.png',
          '.exe',
          '\u202e',
          '\u2067',
          '\0',
          ':',
          '\ufeff',
          'é',
          'e\u0301',
          '👩‍🚀',
        ),
        fc.string({ maxLength: 5 }),
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join('')),
);

test('any name becomes safe on every file system, and a safe name stays unchanged', () => {
  let kept = 0;
  fc.assert(
    fc.property(anyName, fc.constantFrom(png, jpeg, kindOf('audio/mpeg')), (given, kind) => {
      let safe: string;
      try {
        safe = toSafeFileName(given, kind);
      } catch (error) {
        expect(error).toBeInstanceOf(Problem);
        return;
      }
      kept++;
      expect(safe).not.toMatch(/[/\\<>:"|?*\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
      expect(safe).not.toMatch(/^[\s.]|[\s.]$|[\s.]\.[a-z0-9]+$/u);
      expect(safe).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\s|$)/i);
      expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(255);
      expect(kind.extensions).toContain(safe.slice(safe.lastIndexOf('.') + 1));
      expect(safe.isWellFormed()).toBe(true);
      expect(toSafeFileName(safe, kind)).toBe(safe);
    }),
    { numRuns: cases(3000) },
  );
  expectEnough(kept, cases(3000), 0.3);
});
