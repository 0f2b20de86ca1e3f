/**
 * The script for the Unity editor, compiled against a stub of the editor's API (unity/editor-stub.cs) and run through a typical session
 * (unity/editor-day.cs), by Mono's compiler in the oldest version of C# that the supported editors accept.
 */

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { autoImportScript } from '../../../main/exporters/unity/unity-integration.ts';
import { newFolderForFile } from '../../new-folder.ts';

function isThere(): boolean {
  try {
    execFileSync('mcs', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
const hasMono = isThere();
const leftOut = hasMono ? '' : ' (left out: there is no mcs here; Debian has it in mono-mcs)';

const editors = [
  ['an editor of today', ['UNITY_2021_1_OR_NEWER']],
  ['an older editor, which can only save everything', []],
] as const;

test.skipIf(!hasMono).each(editors)(
  `[Targets] the script compiles without a warning and presses the button in %s${leftOut}`,
  (_, symbols) => {
    const folder = newFolderForFile();
    const script = join(folder, 'TaleportAutoImport.cs');
    writeFileSync(script, autoImportScript);
    const program = join(folder, 'day.exe');
    const sources = [script, ...['editor-stub.cs', 'editor-day.cs'].map((name) => join(import.meta.dirname, 'unity', name))];
    const defined = ['UNITY_EDITOR', ...symbols].map((symbol) => `-d:${symbol}`);
    execFileSync('mcs', ['-langversion:6', '-warn:4', '-warnaserror', ...defined, `-out:${program}`, ...sources], { stdio: 'pipe' });
    const saved = (...names: string[]) =>
      names.flatMap((name) => [`dirty: Assets/${name}.asset`, ...(symbols.length > 0 ? [`saved: Assets/${name}.asset`] : [])]);
    expect(execFileSync('mono', [program], { encoding: 'utf8' }).trim().split('\n')).toEqual([
      '-- something else was imported',
      '-- the story was, while the editor compiles',
      'find: t:ArcweaveProjectAsset',
      'imported: Assets/Arcweave/project.json',
      ...saved('English'),
      '-- both languages, in two goes',
      'find: t:ArcweaveProjectAsset',
      'imported: Assets/Arcweave/project.json',
      'imported: Assets/Arcweave/project.de.json',
      ...saved('English', 'German'),
    ]);
  },
);
