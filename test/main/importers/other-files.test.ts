/** Files that people take for a story are named as what they are. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readDataExportScript } from '../../../main/importers/data-export-script.ts';
import { assertStory } from '../../../main/importers/other-files.ts';
import { readImportSource } from '../../../main/importers/read-import-source.ts';
import { t } from '../../../shared/messages/english.ts';
import { Problem } from '../../../shared/problem.ts';
import { newFolderForFile } from '../../new-folder.ts';
import { changedStory, type File, ids, importFile, smallStory } from './small-story.ts';

async function sentenceFor(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(newFolderForFile(), name);
  writeFileSync(path, content);
  const read = readImportSource({ path }).then(({ json, fileName }) => assertStory(json, fileName));
  const answer: unknown = await read.catch((error: unknown) => error);
  if (answer instanceof Problem) return t(answer.text);
  throw answer;
}

const zip = (...paths: string[]): Uint8Array => zipSync(Object.fromEntries(paths.map((path) => [path, strToU8(path)])));
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const story = JSON.stringify(smallStory(), null, 2);

test.each<[name: string, content: string | Uint8Array, sentence: string]>([
  [
    'project.json',
    'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n',
    'isn’t a story but a Git LFS pointer. Run “git lfs pull”',
  ],
  ['project.json', 'version https://hawser.github.com/spec/v1\r\noid sha256:4d7a\r\n', 'a Git LFS pointer.'],
  ['project.json', '../../story/project.json', 'only a shortcut to another file. Choose the file itself.'],
  ['project.json', '/annex/objects/SHA256E-s1048576--4d7a.json\n', 'only a shortcut to another file.'],
  ['project.json', story.replace('\n', '\n<<<<<<< HEAD\n'), 'contains an unfinished merge (line 2)'],
  ['project.json', `\ufeff<<<<<<<\r\n${story}`, 'contains an unfinished merge (line 1)'],
  ['project.json', story.replace('\n', '\n>>>> ORIGINAL //depot/project.json#3\n<<<<\n'), 'contains an unfinished merge (line 3)'],
  ['data_export.gd', '<<<<<<< HEAD\nextends Object\nvar data = {}\n', 'contains an unfinished merge (line 1)'],
  ['project.json', '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0">', 'a web page'],
  ['project.json', '<title>Sign in</title>', 'a web page'],
  ['project.json', '404: Not Found', 'an error message of a service (“404: Not Found”).'],
  ['project.json', '{"message":"Bad credentials","documentation_url":"x"}', 'an error message of a service (“Bad credentials”).'],
  ['project.json', '{"errors":[{"message":"No such project"}]}', 'an error message of a service (“No such project”).'],
  ['project.json', '{"detail":"Sign in first."}', 'an error message of a service (“Sign in first.”).'],
  ['project.json', '<!DOCTYPE html>\n<html><title>Sign in</title>', 'isn’t a story but a web page. If you downloaded it'],
  ['project.json', '<!-- x -->\n<HTML>', 'a web page'],
  [
    'project.json',
    '{"error":{"code":401,"message":"Unauthorized"}}',
    'an error message of a service (“Unauthorized”). Download the file again.',
  ],
  [
    'story.tres',
    '[gd_resource type="Resource" format=3]\n',
    'a resource of Godot. Import the exported story of the game project, usually arcweave/project.json.',
  ],
  ['main.tscn', '[gd_scene load_steps=2 format=3]\n', 'a scene of Godot.'],
  ['project.godot', '; Engine configuration file.\nconfig_version=5\n', 'a settings file of Godot.'],
  ['project.json.import', '[remap]\nimporter="json"\n', 'a metadata file of Godot.'],
  ['project.json.uid', 'uid://c5h2b\n', 'a metadata file of Godot.'],
  ['env.json', '{"API_DOMAIN":"https://example.org/","headers":{}}', 'a settings file of Godot.'],
  ['export_presets.cfg', `${'['}preset.0]\n\nname="Web"\n`, 'a settings file (CFG).'],
  ['Arcweave.asmdef', '{"name":"Arcweave","rootNamespace":"","references":[]}', 'a settings file of Unity.'],
  ['arcweave.uplugin', '{"FileVersion":3,"VersionName":"2.2.0"}', 'a settings file of Unreal.'],
  ['player.gd', '@tool\nextends Node\nfunc _ready():\n\tpass\n', 'a script of Godot.'],
  ['story.res', bytes('RSRC\0\0\0\0'), 'a resource of Godot.'],
  [
    'project.json.meta',
    'fileFormatVersion: 2\nguid: 5e0d\n',
    'a metadata file of Unity. Import the exported story of the game project, usually Assets/Arcweave/project.json.',
  ],
  ['Arcweave.asset', '%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!114\n', 'a resource of Unity.'],
  [
    'Story.uasset',
    bytes('\xc1\x83\x2a\x9e\xf9'),
    'a resource of Unreal. Import the exported story of the game project, usually Content/ArcweaveExport/project.json.',
  ],
  ['Game.uproject', '{"FileVersion":3,"EngineAssociation":"5.4"}', 'a settings file of Unreal.'],
  [
    'castle.arcw',
    bytes('anything'),
    'a backup of the service, which only the service can read. In the service, export the story as JSON with its assets',
  ],
  ['castle.arcw', zip('data'), 'a backup of the service'],
  ['tables.zip', zip('Boards.csv', 'Elements.csv'), 'a table export of the service (CSV).'],
  ['pictures.zip', zip('a.png', 'b/c.mp3'), 'an archive of media files only.'],
  [
    'lines.xlsx',
    zip('[Content_Types].xml', 'xl/workbook.xml'),
    'a table (Excel). Tables of translations are imported in the Translations view',
  ],
  ['draft.docx', zip('[Content_Types].xml', 'word/document.xml'), 'a document (Word).'],
  ['draft.rtf', '{\\rtf1\\ansi Hello}', 'a document (RTF).'],
  ['draft.pdf', '%PDF-1.7\n', 'a document (PDF).'],
  ['draft.doc', bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), 'a document (Microsoft Office).'],
  ['lines.csv', 'id,text\n1,Hello\n', 'a table (CSV).'],
  ['story.html', '<html><tw-storydata name="x">', 'a file of Twine'],
  ['story.twee', ':: StoryTitle\nCastle\n', 'a file of Twine'],
  ['story.ink', '=== castle ===\nHello\n* (go) Go -> END\n', 'a file of Ink'],
  ['story.ink.json', '\ufeff{"inkVersion":21,"root":[]}', 'a file of Ink'],
  ['story.yarn', 'title: Start\ntags:\n---\nHello\n===\n', 'a file of Yarn Spinner'],
  ['story.json', '{"Settings":{},"Project":{"Name":"x"},"Packages":[]}', 'a file of articy:draft'],
  ['board.canvas', '{"nodes":[],"edges":[]}', 'a file of Obsidian Canvas'],
  ['cover.json', bytes('\x89PNG\r\n\x1a\n'), 'an image (PNG).'],
  ['rain', bytes('RIFF\0\0\0\0WAVEfmt '), 'a sound (WAV).'],
  ['intro.json', bytes('\0\0\0\x20ftypisom'), 'a video (MP4).'],
  ['project.json.gz', bytes('\x1f\x8b\x08'), 'an archive of another kind (gzip). Unpack it'],
  ['project.7z', bytes('7z\xbc\xaf\x27\x1c'), 'an archive of another kind (7z).'],
  ['project.json.crdownload', story.slice(0, 40), 'an unfinished download. Wait until it’s finished'],
  ['project.json', 'Key,en,de\na,b,c\n', 'isn’t a story: it begins with “Key,en,de”.'],
  ['project.json', '\n fatal: not a git repository\n', 'isn’t a story: it begins with “fatal: not a git repository”.'],
  ['project.json', `//depot/${'deep/'.repeat(40)}project.json#3 - edit`, 'isn’t a story: it begins with “//depot/deep/'],
  ['project.json', '&quot;'.repeat(200_000), `begins with “${'&quot;'.repeat(10)}”.`],
  ['project.json', story.slice(0, 400), 'is damaged: it ends unexpectedly at line'],
  ['project.json', new Uint8Array(100), 'a file without content: all of its bytes are zero.'],
  ['project.json', '', 'is empty.'],
  ['project.json', ' \n\n', 'is empty.'],
  ['data', bytes('ab\0\x01\x02'), 'a file of unknown kind that isn’t text.'],
  // The bracket is apart, because a text that begins with one cites a rule.
  ['Castle.url', `${'['}InternetShortcut]\nURL=https://example.com\n`, 'only a shortcut to another file. Choose the file itself.'],
  ['package.json', '{"name":"x","version":"1.0.0","dependencies":{}}', 'a settings file (JSON).'],
  ['taleport.db', 'SQLite format 3\0', 'a database.'],
  ['notes.md', '# Castle\n', 'a document (Markdown).'],
  ['project.json', '[]', 'isn’t a story but an empty list (JSON).'],
  ['project.json', '[{"a":1},2]', 'a list with 2 entries (JSON).'],
  ['project.json', '{}', 'an empty object (JSON).'],
  ['project.json', '"Hello"', 'a text (JSON).'],
  ['project.json', 'null', 'an empty value (JSON).'],
  ['project.json', '42', 'a number (JSON).'],
  ['project.json', '{"data":[{"hash":"a"}],"meta":{}}', 'isn’t a story but other data (data, meta).'],
  ['save.json', '{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}', 'other data (a, b, c, d, e and 1 more).'],
  ['project.json', JSON.stringify({ boards: smallStory().boards }), 'only a part of one: the elements are missing. In the service, export'],
  ['project.json', JSON.stringify(smallStory().elements), 'only a part of one: the boards and elements are missing.'],
  ['project.json', JSON.stringify([smallStory(), { data: smallStory() }]), 'project.json contains 2 stories. Save each of them as a file'],
  ['project.json', '{ boards: {} }', 'an object in the source of a program, which isn’t valid JSON. Save it as JSON'],
  ['project.json', story.replaceAll('"', "'"), 'an object in the source of a program'],
  ['project.json', story.replaceAll('"', '\\"'), 'JSON whose quotation marks were replaced. Download the file again.'],
  ['project.json', story.replaceAll('"', '&quot;'), 'JSON whose quotation marks were replaced.'],
  ['project.json', `export default { story: "boards" };`, 'source code (JavaScript).'],
  ['drawing.json', '{"type":"excalidraw","elements":[],"appState":{}}', 'a file of Excalidraw'],
  ['project.json', story.replace('\n', '\n=======\r\n'), 'contains an unfinished merge (line 2)'],
  ['project.json', story.replace('\n', '\n>>>>>>> theirs\n'), 'contains an unfinished merge (line 2)'],
  ['project.json', '[object Object]', 'isn’t a story: it begins with “[object Object]”.'],
  ['project.json', '---\nname: Castle\n', 'isn’t a story: it begins with “---”.'],
  [
    'project.json',
    '<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message>',
    'of a service (“Access Denied”).',
  ],
  ['project.json', '{"errors":[{"code":"UNAUTHENTICATED"}]}', 'an error message of a service (“UNAUTHENTICATED”).'],
  ['project.json', '<br />\n<b>Fatal error</b>', 'a web page.'],
  ['project.json', bytes('\0GITCRYPT\0abc'), 'an encrypted file. Decrypt it'],
  ['project.json', 'age-encryption.org/v1\n-> X25519\n', 'an encrypted file.'],
  ['project.json', 'https://example.com/story.json\n', 'only a shortcut to another file.'],
  ['story.zip', zip('export/project.zip'), 'an archive of another kind (.zip in .zip). Unpack it'],
  ['feed.xml', '<?xml version="1.0"?><rss/>', 'a file of another kind (XML).'],
])('[G26] %s is named: %#', async (name, content, sentence) => {
  expect(await sentenceFor(name, content)).toContain(sentence);
});

const base64 = Buffer.from(story).toString('base64');
test.each<[wrapping: string, content: string]>([
  ['a reply of a service', JSON.stringify({ data: smallStory() })],
  ['a reply within a reply', JSON.stringify({ response: { data: { project: smallStory() } } })],
  ['an envelope around an envelope', JSON.stringify({ project: { project: smallStory() } })],
  ['a list', JSON.stringify([smallStory()])],
  ['a map by hash', JSON.stringify({ AbC123: smallStory() })],
  ['a text', JSON.stringify(story)],
  ['a text within a text', JSON.stringify(JSON.stringify(story))],
  ['a text in a field', JSON.stringify({ body: story })],
  ['an envelope around a text', JSON.stringify({ project: story })],
  ['base64', `${base64}\n`],
  ['base64 in lines', base64.replace(/.{76}/g, '$&\r\n')],
  ['base64 in a field', JSON.stringify({ content: base64.replace(/.{60}/g, '$&\n') })],
  ['a data address', `data:application/json;charset=utf-8;base64,${base64}`],
  ['a percent-encoded data address', `data:application/json,${encodeURIComponent(story)}`],
  ['percent encoding', encodeURIComponent(story)],
])('[G26] a story in %s is read', async (_wrapping, content) => {
  const path = join(newFolderForFile(), 'project.json');
  writeFileSync(path, content);
  expect(await readImportSource({ path })).toEqual({ json: smallStory(), fileName: 'project.json' });
});

test.each<[content: string, note: string]>([
  [JSON.stringify({ success: true, message: 'OK', data: smallStory() }), 'These fields were skipped: success, message.'],
  [JSON.stringify({ data: { hash: 'x', project: story } }), 'This field was skipped: data.hash.'],
  [JSON.stringify([{ a: 1 }, smallStory()]), 'This field was skipped: 0.'],
  ...[
    `export default ${story};`,
    `window.story = ${story};\n`,
    `callback(${story});`,
    `// My story\n${story}`,
    `\`\`\`json\n${story}\n\`\`\`\n`,
    `)]}',\n${story}`,
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n${story}`,
    `<pre>${story}</pre>`,
    `${story};`,
  ].map((content): [string, string] => [content, 'The text before and after the story in the file was skipped.']),
])('[G26] what is around a story is skipped and noted: %#', async (content, note) => {
  const path = join(newFolderForFile(), 'project.json');
  writeFileSync(path, content);
  const { json, notes = [] } = await readImportSource({ path });
  expect(json).toEqual(smallStory());
  expect(notes.map(t)).toEqual([note]);
});

test('[G26] a story in UTF-16, as Windows saves text, is read like one in UTF-8', async () => {
  for (const encoded of [Buffer.from(`\ufeff${story}`, 'utf16le'), Buffer.from(`\ufeff${story}`, 'utf16le').swap16()]) {
    const path = join(newFolderForFile(), 'project.json');
    writeFileSync(path, encoded);
    expect((await readImportSource({ path })).json).toEqual(smallStory());
  }
});

describe('the form of 2022 and 2023 for Godot', () => {
  const id = '11111111-1111-4111-8111-111111111111';
  const script = (content: string, body: string): string =>
    `extends Object\nclass_name DataExport\n\nvar data = {\n\t"startingElement": "${id}", # a comment\n\t"name": "Old", "cover": null,\n\t"boards": {"22222222-2222-4222-8222-222222222222": {"name": "Main", "elements": ["${id}"],}},\n\t'elements': {"${id}": {"theme": "default", "title": "Gate", "content": "${content}", "contentRef": "element_0", "outputs": []}},\n}\n\nfunc element_0(state):\n${body}\n`;
  const read = async (text: string): Promise<string> => {
    const folder = newFolderForFile();
    mkdirSync(join(folder, 'export'));
    writeFileSync(join(folder, 'export', 'data_export.gd'), text);
    // Both the file and the folder in which it is the only story.
    const { json } = await readImportSource({ path: join(folder, 'export') });
    expect((await readImportSource({ path: join(folder, 'export', 'data_export.gd') })).json).toEqual(json);
    const { project } = await importFile(json);
    return String(Object.values<{ text: string | null }>(Object(project.get(id)?.content))[0]?.text);
  };

  test('[G26] is read with the constant texts of its functions', async () => {
    expect(
      await read(
        script(
          'TO_BE_REPLACED',
          '\tvar content_result: String = ""\n\tcontent_result += "The gate\\n "\n\tcontent_result += \'is "shut" & <old>.\'\n\treturn content_result.trim_suffix(" ")',
        ),
      ),
    ).toBe('<p>The gate</p><p>is "shut" &amp; &lt;old&gt;.</p>');
    expect(await read(script('TO_BE_REPLACED', '\treturn "[b]Stop[/b] " + "there"').replaceAll('\n', '\r\n'))).toBe(
      '<p><strong>Stop</strong> there</p>',
    );
    expect(await read(script('Just text', '\tpass'))).toBe('<p>Just text</p>');
    for (const words of ['const data', '@onready var data', 'static var data: Dictionary'])
      expect(await read(script('Just text', '\tpass').replace('var data', words))).toBe('<p>Just text</p>');
  });

  test('[G26] is read with megabytes of white space in its data and after its functions', async () => {
    const spaced = script('TO_BE_REPLACED', `\treturn "a"${' \n'.repeat(6_000_000)}`).replace('# a comment', ' '.repeat(12_000_000));
    expect(await read(spaced)).toBe('<p>a</p>');
  });

  const million = 12_000_000;
  test.each([
    ['spaces before a text', `\treturn${' '.repeat(million)}"a"`],
    ['spaces in a text', `\treturn "${' '.repeat(million)}<p>a</p>"`],
    ['spaces after a text', `\treturn "a"${' '.repeat(million)}# ${'x'.repeat(million)}`],
    ['spaces before a sum', `\treturn "a"${' '.repeat(million)}+ ""`],
    ['a long name', `\tvar ${'x'.repeat(million)} = "a"\n\treturn "a"`],
  ])('[G26] however long it repeats what a pattern matches, it is read, or refused with a sentence: %s', async (_, body) => {
    const sentence = await sentenceFor('data_export.gd', script('TO_BE_REPLACED', body)).catch((error: unknown) => error);
    expect(sentence === undefined || String(sentence).startsWith('A text of data_export.gd can’t be read')).toBe(true);
  });

  test('[G26] is read in short steps, also within one text', () => {
    const stepsOf = (text: string): number => [...readDataExportScript(text, 'data_export.gd')].length;
    const entries = Array.from({ length: 10_000 }, (_, at) => `"${at}": {"name": "x"}`).join(', ');
    expect(stepsOf(`extends Object\nvar data = {"elements": {${entries}}}\n`)).toBeGreaterThan(30_000);
    expect(stepsOf(`extends Object\nvar data = {"name": "${"it's ".repeat(million / 10)}"}\n`)).toBeGreaterThan(150);
  });

  test.each([
    ['\tif state.get_var("hp") > 3:\n\t\treturn "a"\n\treturn "b"'],
    ['\tstate.set_var("hp", 3)\n\treturn "a"'],
    ['\treturn "a" + str(state.hp)'],
    ['\tvar text = "a" if state.hp else "b"\n\treturn text'],
  ])('[G26] is refused with the function that computes a text: %#', async (body) => {
    expect(await sentenceFor('data_export.gd', script('TO_BE_REPLACED', body))).toBe(
      'A text of data_export.gd can’t be read, because the function element_0 computes it. Export the story as JSON instead.',
    );
  });

  test('[G26] is refused with the line where its data ends', async () => {
    const whole = script('TO_BE_REPLACED', '\treturn "a"');
    expect(await sentenceFor('data_export.gd', whole.slice(0, whole.indexOf('"Main"')))).toContain('its data can’t be read at line 7');
  });

  test('[G26] a dictionary of it without the script is refused, and its placeholders are never texts', async () => {
    const { json } = await readImportSource({
      text: JSON.stringify({ ...smallStory(), elements: { [id]: { content: 'TO_BE_REPLACED', contentRef: 'element_0' } } }),
      fileName: 'data_export-dictionary.json',
    });
    await expect(importFile(json)).rejects.toThrow(
      'A text of the story is only a placeholder. Their contents are in the script data_export.gd',
    );
  });

  test.each([
    ['a text of several lines that are not indented', '\treturn """<p>one</p>\n<p>two</p>"""', '<p>one</p>\n<p>two</p>'],
    ['a sum in brackets', '\treturn ("<p>a" +\n\t\ttr("b</p>"))', '<p>ab</p>'],
  ])('[G26] is read with %s', async (_, body, expected) => {
    expect(await read(script('TO_BE_REPLACED', body))).toBe(expected);
  });

  test('[G26] is read with a function on one line', async () => {
    const whole = script('TO_BE_REPLACED', '').replace(
      /func element_0[\s\S]*$/,
      'func element_0(state) -> String: return "x"\nfunc element_1(state):\n\tpass\n',
    );
    expect(await read(whole)).toBe('<p>x</p>');
  });

  test.each<[form: string, change: (script: string) => string]>([
    [
      'its name on the line of its class',
      (each) => each.replace('extends Object\nclass_name DataExport', 'class_name DataExport extends Object'),
    ],
    ['no class', (each) => each.replace('extends Object\nclass_name DataExport\n', '')],
    ['words of Godot 3', (each) => each.replace('var data', 'export(Dictionary) onready var data')],
    ['a constant', (each) => each.replace('var data', 'const DATA')],
    ['an inner class', (each) => each.replace('var data', 'class Story:\n\tvar data')],
    ['a function that returns the data', (each) => each.replace('var data =', 'func get_data():\n\treturn')],
  ])('[G26] is recognized with %s', async (_, change) => {
    expect(await read(change(script('TO_BE_REPLACED', '\treturn "x"')))).toBe('<p>x</p>');
  });

  const text = 'TO_BE_REPLACED';

  test.each<[form: string, change: (file: File) => unknown]>([
    ['a paragraph', ({ elements }) => Object.assign(Object(elements[ids.start]), { content: `<p>${text}</p>` })],
    ['a text with white space', ({ elements }) => Object.assign(Object(elements[ids.start]), { title: ` ${text}\n` })],
    ['a note', ({ notes }) => Object.assign(Object(notes[ids.note]), { content: text, content_ref: 'f' })],
    ['a label', ({ connections }) => Object.assign(Object(connections[ids.go]), { label: text })],
    ['a condition', ({ conditions }) => Object.assign(Object(conditions[ids.if]), { script: text })],
    ['a text by language', ({ elements }) => Object.assign(Object(elements[ids.start]), { content: { en: { text, textRef: 'f' } } })],
    ['a translation', (file) => Object.assign(file, { contents: { [ids.start]: { content: { en: { text } } } } })],
    ['a value', ({ attributes }) => Object.assign(Object(attributes[ids.mood]), { value: { type: 'string', data: text, dataRef: 'f' } })],
    ['a collection with byId', (file) => Object.assign(file, { elements: { byId: { ...file.elements, [ids.end]: { content: text } } } })],
  ])('[G26] a placeholder is never a text, in whatever form: %s', async (_, change) => {
    await expect(importFile(changedStory(change))).rejects.toThrow('A text of the story is only a placeholder.');
  });

  test('[G26] a script whose data does not say which function returns a text is refused', async () => {
    const whole = script('TO_BE_REPLACED', '\treturn "a"');
    for (const reference of ['"contentRef": null', '"unknown": 1'])
      expect(await sentenceFor('data_export.gd', whole.replace('"contentRef": "element_0"', reference))).toBe(
        'A text of data_export.gd can’t be read, because the function content computes it. Export the story as JSON instead.',
      );
  });

  test('[G26] a component may have the name of a placeholder', async () => {
    const { project } = await importFile(changedStory(({ components }) => Object.assign(Object(components[ids.hero]), { name: text })));
    expect(project.find('component', ids.hero)?.name).toMatchObject({ en: { text } });
  });
});
