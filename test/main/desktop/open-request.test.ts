import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findOpenRequest, parseOpenRequest } from '../../../main/desktop/app-arguments.ts';

const folder = resolve('/home/me');

describe('what is opened', () => {
  test.each([
    ['a path', 'story.taleport', { file: resolve(folder, 'story.taleport') }],
    ['a path with a capital extension', resolve('/a/Story.JSON'), { file: resolve('/a/Story.JSON') }],
    [
      'the address of a file, as a file manager passes it',
      pathToFileURL(resolve('/a/my story.zip')).href,
      { file: resolve('/a/my story.zip') },
    ],
    ['a link to a project', 'taleport://open/LpnaF99sC9', { projectHash: 'LpnaF99sC9' }],
    ['a link with a slash that a desktop has added', 'taleport://open/a_b-c/', { projectHash: 'a_b-c' }],
  ])('%s', (_, text, request) => {
    expect(parseOpenRequest(text, folder)).toEqual(request);
  });

  test('of several arguments, the last one that can be opened; values of options are none', () => {
    expect(findOpenRequest(['--data', 'a.json', 'b.json', '--ozone-platform=x11', 'taleport://open/X', 'notes.txt'], folder)).toEqual({
      projectHash: 'X',
    });
    expect(findOpenRequest(['--data', 'a.json', '--lang', 'b.json'], folder)).toBeUndefined();
    expect(findOpenRequest([], folder)).toBeUndefined();
  });
});

describe('what is ignored', () => {
  test.each([
    'taleport://open/',
    'taleport://open/../../etc',
    'taleport://open/a/conflict/b',
    'taleport://open/a#/project/b',
    'taleport://open/a?file=/etc/passwd',
    'taleport://open/%2e%2e',
    `taleport://open/${'a'.repeat(65)}`,
    'taleport://import/story.json',
    'taleport:story.json',
    'TALEPORT://open/a\n.json',
    'https://example.com/story.json',
    'javascript:alert(1).json',
    'file://server/share/story.json',
    'file:%00.json',
    'story\0.json',
    '/etc/passwd',
    '',
  ])('%j', (text) => {
    expect(parseOpenRequest(text, folder)).toBeUndefined();
  });
});
