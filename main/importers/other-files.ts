/**
 * Recognizes files that people take for a story: files of engines and other tools, what version control and browsers leave instead of a file, documents
 * and media. An error names what such a file is, because the position of its first invalid character helps nobody.
 */
import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { joinSentences, type Message, message, verbatim } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { gitLfsPointerStart } from '../assets/media-formats.ts';
import { type EngineFileKind, type Exporter, mainStoryPath } from '../exporters/exporter.ts';
import { exporters } from '../exporters/exporters.ts';
import { isUuid4, unwrapProject } from '../story-format/story-file.ts';

/** The number of bytes at the beginning of a file by which its kind is recognized. */
export const recognizedBytes = 2 ** 16;

/** What a file is, as a noun, and what to do instead. */
interface OtherFile {
  readonly noun: Message;
  readonly advice?: Message;
}

export function otherFileProblem(fileName: string, { noun, advice }: OtherFile): Problem {
  const text = message('problem.import.otherFile', { fileName, noun });
  return new Problem('invalid', advice ? joinSentences([text, advice]) : text);
}

const media = (type: 'image' | 'sound' | 'video' | 'font' | 'model', format: string): OtherFile => ({
  noun: message('import.otherFile.media', { type, format }),
});
const archive = (format: string): OtherFile => ({
  noun: message('import.otherFile.archive', { format }),
  advice: message('import.advice.unpack'),
});
const documentFile = (format: string): OtherFile => ({ noun: message('import.otherFile.document', { format }) });
/** A project of another tool. */
const toolFile = (tool: string): OtherFile => ({ noun: message('import.otherFile.tool', { tool }) });
const engineFile = (type: EngineFileKind['type'], exporter: Exporter): OtherFile => ({
  noun: message('import.otherFile.engine', { type, engine: exporter.label }),
  advice: message('import.advice.exportedStory', { path: mainStoryPath(exporter) }),
});
/** A file of an engine, by how its exporter describes its files. */
function findEngineFile(matches: (kind: EngineFileKind) => boolean | undefined): OtherFile | undefined {
  for (const exporter of exporters) {
    const found = exporter.engineFiles.find((kind) => matches(kind));
    if (found) return engineFile(found.type, exporter);
  }
  return undefined;
}
const table = (format: string): OtherFile => ({
  noun: message('import.otherFile.table', { format }),
  advice: message('import.advice.table'),
});
const source = (format: string): OtherFile => ({ noun: message('import.otherFile.source', { format }) });
const shortcut: OtherFile = { noun: message('import.otherFile.shortcut'), advice: message('import.advice.shortcut') };
const encrypted: OtherFile = { noun: message('import.otherFile.encrypted'), advice: message('import.advice.decrypt') };
const program: OtherFile = { noun: message('import.otherFile.program') };
const serviceBackup: OtherFile = { noun: message('import.otherFile.serviceBackup'), advice: message('import.advice.exportJson') };
const download: OtherFile = { noun: message('import.otherFile.download'), advice: message('import.advice.download') };

/** Kinds that the name of a file states, and that must come before its content, which is incomplete or unknown. */
const byExtension: Readonly<Record<string, OtherFile>> = {
  arcw: serviceBackup,
  crdownload: download,
  part: download,
  partial: download,
  download,
  opdownload: download,
  icloud: shortcut,
};

/** Files that begin with certain bytes. */
const signatures: readonly (readonly [signature: string, file: OtherFile])[] = [
  ['\x89PNG', media('image', 'PNG')],
  ['\xff\xd8\xff', media('image', 'JPEG')],
  ['GIF8', media('image', 'GIF')],
  ['8BPS', media('image', 'Photoshop')],
  ['II*\0', media('image', 'TIFF')],
  ['MM\0*', media('image', 'TIFF')],
  ['\0\0\x01\0', media('image', 'ICO')],
  ['gimp xcf', media('image', 'GIMP')],
  ['ID3', media('sound', 'MP3')],
  ['\xff\xfb', media('sound', 'MP3')],
  ['\xff\xf3', media('sound', 'MP3')],
  ['OggS', media('sound', 'Ogg')],
  ['fLaC', media('sound', 'FLAC')],
  ['FORM', media('sound', 'AIFF')],
  ['MThd', media('sound', 'MIDI')],
  ['\x1a\x45\xdf\xa3', media('video', 'WebM')],
  ['FLV\x01', media('video', 'FLV')],
  ['\0\x01\0\0\0', media('font', 'TrueType')],
  ['OTTO', media('font', 'OpenType')],
  ['wOF', media('font', 'WOFF')],
  ['glTF', media('model', 'glTF')],
  ['Kaydara FBX', media('model', 'FBX')],
  ['BLENDER', media('model', 'Blender')],
  ['7z\xbc\xaf\x27\x1c', archive('7z')],
  ['Rar!', archive('RAR')],
  ['\x1f\x8b', archive('gzip')],
  ['BZh', archive('bzip2')],
  ['\xfd7zXZ', archive('xz')],
  ['\x28\xb5\x2f\xfd', archive('zstd')],
  ['%PDF', documentFile('PDF')],
  ['{\\rtf', documentFile('RTF')],
  // The container of Word, Excel and Outlook before 2007.
  ['\xd0\xcf\x11\xe0', documentFile('Microsoft Office')],
  ['SQLite format 3\0', { noun: message('import.otherFile.database') }],
  ['\x4c\0\0\0\x01\x14\x02\0', shortcut],
  ['book\0\0\0\0mark', shortcut],
  ['\0\0\0\x01Bud1', { noun: message('import.otherFile.system') }],
  ['\0\x05\x16\x07', { noun: message('import.otherFile.system') }],
  ['bplist00', { noun: message('import.otherFile.settings', { format: 'plist' }) }],
  ['\0GITCRYPT', encrypted],
  ['MZ', program],
  ['\x7fELF', program],
  ['\xcf\xfa\xed\xfe', program],
  ['\xca\xfe\xba\xbe', program],
];

/** Texts, by how they begin after white space, or by a line in them. */
const texts: readonly (readonly [pattern: RegExp, file: OtherFile])[] = [
  [gitLfsPointerStart, { noun: message('import.otherFile.gitLfs'), advice: message('import.advice.gitLfs') }],
  [/^(?:age-encryption\.org\/|\$ANSIBLE_VAULT;|-----BEGIN (?:PGP MESSAGE|AGE ENCRYPTED FILE))/, encrypted],
  [/^# v\d git bundle$/m, archive('git bundle')],
  [/<tw-storydata\b|^:: ?(?:StoryTitle|StoryData|Start)\b/m, toolFile('Twine')],
  [/^<\?xml[^>]*>\s*<ArticyData|^<ArticyData/, toolFile('articy:draft')],
  [/^title:.*(?:\s|[\n\r\u2028\u2029](?:.*\n){0,20})---\r?$/m, toolFile('Yarn Spinner')],
  [/^(?:VAR \w+ = |===+ ?(?:function )?\w+|-> ?\w+$|\* \[)/m, toolFile('Ink')],
  [/^label \w+(?:\(.*\))?:$/m, toolFile('Ren’Py')],
  [/^\*(?:title|scene_list|choice|create)\b/m, toolFile('ChoiceScript')],
  [/<FinalDraft\b/, documentFile('Final Draft')],
  [/<mxfile\b/, toolFile('draw.io')],
  [
    /^(?:<\?xml[^<>]*>\s*|<!--[\s\S]{0,500}?-->\s*)?<(?:!doctype html|html|head|body|meta|title|script|style|link|h\d|div|p|br|b|pre|center|iframe)\b/i,
    { noun: message('import.otherFile.webPage'), advice: message('import.advice.webPage') },
  ],
  [/^(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE svg[^>]*>\s*)?<svg\b/i, media('image', 'SVG')],
  [/<plist\b/, { noun: message('import.otherFile.settings', { format: 'plist' }) }],
  [/<xliff\b/, table('XLIFF')],
  [/^msgid "/m, table('PO')],
  [/^<\?xml\b|^<\w+(?:\s[^<>]*|\/)?>/, { noun: message('import.otherFile.markup', { format: 'XML' }) }],
  // The last: a link of version control that became a text, on systems without links.
  [/^\[(?:InternetShortcut|Desktop Entry)\]|^https?:\/\/\S+\s*$|^(?:\.{0,2}\/)?(?:[^\s/{}<>"]+\/)+[^\s/{}<>"]+\s*$/, shortcut],
  [/^(?:diff --git |--- \S.*\n\+\+\+ )/, { noun: message('import.otherFile.patch') }],
  [/^-----BEGIN /, { noun: message('import.otherFile.key') }],
  [/^(?:From \S+@|From: |Subject: |Return-Path: |Received: |MIME-Version: |Delivered-To: )/, { noun: message('import.otherFile.mail') }],
  [/^#!/, program],
  [
    /^(?:export |import .*['"]|module\.exports\b|exports\.|(?:const|let|var) \w|window\.|globalThis\.|[\w.$]+\(\s*\{|'use strict'|"use strict")/,
    source('JavaScript'),
  ],
  [/^```/, documentFile('Markdown')],
  [/^HTTP\/[\d.]+ \d{3}/, { noun: message('import.otherFile.httpReply'), advice: message('import.advice.downloadAgain') }],
  [/^solid \w/, media('model', 'STL')],
];

/** The formats of texts that only their name states. */
const textsByExtension: Readonly<Record<string, OtherFile>> = {
  csv: table('CSV'),
  tsv: table('TSV'),
  yarn: toolFile('Yarn Spinner'),
  ink: toolFile('Ink'),
  twee: toolFile('Twine'),
  tw: toolFile('Twine'),
  rpy: toolFile('Ren’Py'),
  fountain: documentFile('Fountain'),
  md: documentFile('Markdown'),
  txt: documentFile('TXT'),
  yml: { noun: message('import.otherFile.settings', { format: 'YAML' }) },
  yaml: { noun: message('import.otherFile.settings', { format: 'YAML' }) },
  toml: { noun: message('import.otherFile.settings', { format: 'TOML' }) },
  ini: { noun: message('import.otherFile.settings', { format: 'INI' }) },
  cfg: { noun: message('import.otherFile.settings', { format: 'CFG' }) },
  js: source('JavaScript'),
  ts: source('TypeScript'),
  cs: source('C#'),
  py: source('Python'),
  lua: source('Lua'),
  css: source('CSS'),
  cpp: source('C++'),
  h: source('C++'),
};

/** What a file is that cannot be a story, by the bytes at its beginning and its name; null if it may be one. */
export function recognizeBinaryFile(head: Uint8Array, fileName: string): OtherFile | null {
  const named = byExtension[extensionOf(fileName)];
  if (named) return named;
  const start = Buffer.from(head.subarray(0, 32)).toString('latin1');
  const found = signatures.find(([signature]) => start.startsWith(signature));
  if (found) return found[1];
  const engine = findEngineFile(({ signatures: ofEngine }) => ofEngine?.some((signature) => start.startsWith(signature)));
  if (engine) return engine;
  if (start.startsWith('RIFF')) {
    const type = start.slice(8, 12);
    if (type === 'WAVE') return media('sound', 'WAV');
    return type === 'WEBP' ? media('image', 'WebP') : media('video', 'AVI');
  }
  if (start.slice(4, 8) === 'ftyp') return start.slice(8, 11) === 'M4A' ? media('sound', 'M4A') : media('video', 'MP4');
  if (start.startsWith('BM') && head.includes(0)) return media('image', 'BMP');
  if (Buffer.from(head.subarray(257, 262)).toString('latin1') === 'ustar') return archive('tar');
  return null;
}

/** What a text is that is not JSON; null if that cannot be said. */
export function recognizeText(head: Uint8Array, fileName: string): OtherFile | null {
  // A file of zeros remains when a system stops while it saves.
  if (head.length > 0 && head.every((byte) => byte === 0))
    return { noun: message('import.otherFile.zeros'), advice: message('import.advice.earlierVersion') };
  if (head.includes(0)) return { noun: message('import.otherFile.binary') };
  const text = new TextDecoder().decode(head).trimStart();
  const maySpellStory = text.includes('boards');
  if (maySpellStory && looseJson.test(text))
    return { noun: message('import.otherFile.looseJson'), advice: message('import.advice.quoteNames') };
  if (maySpellStory && escapedJson.test(text))
    return { noun: message('import.otherFile.escapedJson'), advice: message('import.advice.downloadAgain') };
  // A damaged story is described by the position of its damage.
  if (text.startsWith('{') || (text.startsWith('[') && !/^\[[\w ./-]+[\]=]/.test(text))) return null;
  if (statusTexts.test(text)) return errorAnswer(text.trim());
  const xmlError = /^(?:<\?xml[^>]*>\s*)?<Error\b[^>]*>[\s\S]{0,500}?<Message>([^<]*)/.exec(text);
  if (xmlError) return errorAnswer((xmlError[1] ?? '').slice(0, maxQuotedLength));
  const extension = extensionOf(fileName);
  return (
    findEngineFile(({ text: pattern }) => pattern?.test(text)) ??
    texts.find(([pattern]) => pattern.test(text))?.[1] ??
    textsByExtension[extension] ??
    findEngineFile(({ extensions }) => extensions?.includes(extension)) ??
    null
  );
}

/** An object as programs write it in their sources, and JSON with comments. */
const looseJson = /^[{[]?\s*(?:\/[/*]|'[\w-]+'\s*:)|^\{\s*[\w$]+\s*:/;
/** JSON of which a program has escaped or replaced the quotation marks. */
const escapedJson = /^"?\{\s*(?:\\+"|&(?:quot|#34|#x22);|""|[“”„«])/i;

/** A whole text with which a server rejects a request. */
const statusTexts =
  /^(?:\d{3}:? )?(?:bad request|unauthorized|forbidden|access denied|not found|too many requests|internal server error|bad gateway|service unavailable)\.?\s*$/i;

/** JSON of other tools, by the keys that it has. */
const jsonByKeys: readonly (readonly [keys: readonly string[], file: OtherFile])[] = [
  [['inkVersion'], toolFile('Ink')],
  [['passages'], toolFile('Twine')],
  [['baseLanguage', 'sourceFiles'], toolFile('Yarn Spinner')],
  [['Packages', 'Project'], toolFile('articy:draft')],
  [['GlobalVariables', 'ObjectDefinitions'], toolFile('articy:draft')],
  [['actors', 'conversations'], toolFile('Dialogue System')],
  [['tldrawFileFormatVersion'], toolFile('tldraw')],
  [['appState', 'elements', 'type'], toolFile('Excalidraw')],
  [['nodes', 'edges'], toolFile('Obsidian Canvas')],
  [['tiledversion'], toolFile('Tiled')],
  [['__header__', 'levels'], toolFile('LDtk')],
  [['dependencies'], { noun: message('import.otherFile.settings', { format: 'JSON' }) }],
  [['devDependencies'], { noun: message('import.otherFile.settings', { format: 'JSON' }) }],
  [['compilerOptions'], { noun: message('import.otherFile.settings', { format: 'JSON' }) }],
  [['openapi'], documentFile('OpenAPI')],
  [['swagger'], documentFile('OpenAPI')],
  [['nbformat', 'cells'], documentFile('Jupyter')],
  [['asset', 'scenes'], media('model', 'glTF')],
  [['frames', 'meta'], { noun: message('import.otherFile.spriteSheet') }],
  [['v', 'fr', 'layers'], media('video', 'Lottie')],
  [['doc_id'], shortcut],
  [['$schema', 'properties'], documentFile('JSON Schema')],
  [['lockfileVersion'], { noun: message('import.otherFile.settings', { format: 'JSON' }) }],
  [['type', 'features'], documentFile('GeoJSON')],
  [['info', 'item'], toolFile('Postman')],
];

/** The keys of a story, of which a damaged one still has some. */
export const storyKeys = ['boards', 'connections', 'jumpers', 'startingElement', 'elements', 'components', 'attributes'];

/** What JSON is that has none of the parts of a story; null if that cannot be said. */
export function recognizeJson(json: unknown): OtherFile | null {
  if (!isJsonObject(json) || storyKeys.some((key) => isJsonObject(json[key])) || isJsonObject(json.project)) return null;
  const found = jsonByKeys.find(([keys]) => keys.every((key) => json[key] !== undefined));
  if (found) return found[1];
  const engine = findEngineFile(({ jsonKeys }) => jsonKeys?.some((keys) => keys.every((key) => json[key] !== undefined)));
  if (engine) return engine;
  const answer = errorTextOf(json);
  return answer === null ? null : errorAnswer(answer);
}

/** Throws a Problem that says what JSON is, if it lacks what every story has: a damaged story is described by its faults. */
export function assertStory(json: unknown, fileName: string): void {
  const other = describeOtherJson(json);
  if (other) throw otherFileProblem(fileName, other);
}

function describeOtherJson(json: unknown): OtherFile | null {
  if (!isJsonObject(json) || Object.keys(json).length === 0) return { noun: describeValue(json) };
  const story = unwrapProject(json);
  const keys = Object.keys(story);
  if (storyKeys.some((key) => keys.includes(key)) || keys.every((key) => isUuid4(key))) {
    const missing = ['boards', 'elements'].filter((key) => (story[key] ?? null) === null);
    return missing.length === 0 ? null : storyPart(missing);
  }
  const fields = Object.keys(json).map((key) => key.slice(0, maxFieldLength));
  const more = Math.max(0, fields.length - maxNamedFields);
  return { noun: message('import.otherFile.otherData', { fields: fields.slice(0, maxNamedFields).join(', '), more }) };
}

const storyPart = (missing: readonly string[]): OtherFile => ({
  noun: message('import.otherFile.storyPart', { missing: missing.length > 1 ? 'both' : String(missing[0]) }),
  advice: message('import.advice.exportJson'),
});

const maxNamedFields = 5;
const maxFieldLength = 40;

function describeValue(value: unknown): Message {
  if (Array.isArray(value)) return message('import.otherFile.value', { type: 'list', count: value.length });
  return message('import.otherFile.value', { type: value === null ? 'null' : typeof value, count: 0 });
}

const errorAnswer = (text: string): OtherFile => ({
  noun: message('import.otherFile.errorAnswer', { text: verbatim(text) }),
  advice: message('import.advice.downloadAgain'),
});

const maxQuotedLength = 200;

const errorKeys = ['error', 'errors', 'status', 'statusCode', 'code', 'success', 'documentation_url'];

/** The text of an answer with which a service rejects a request; null if it is not one. */
function errorTextOf(json: JsonObject): string | null {
  const { error, errors } = json;
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const inside = [error, first].map((each) => (isJsonObject(each) ? (each.message ?? each.code) : each));
  const text = [json.message, ...inside, json.title, json.detail].find((each) => typeof each === 'string');
  const isAnswer =
    errorKeys.some((key) => json[key] !== undefined) || Object.keys(json).every((key) => key === 'message' || key === 'detail');
  return isAnswer && typeof text === 'string' ? text.slice(0, maxQuotedLength) : null;
}

/** With what a line begins that git, Subversion, Mercurial or Perforce writes into a file of which it could not merge all. */
const conflictMarker = '<<<<';

/** The other lines of a conflict, which remain if only the first is removed. Texts that are not JSON have such lines, too. */
const laterMarkers = ['>>>>>>> ', '=======\n', '=======\r', '||||||| '];

/** The line of a text at which an unfinished merge of version control begins (or ends, as Perforce marks it); null without one. JSON has no line breaks in strings. */
export function findMergeConflict(bytes: Buffer): number | null {
  const isFirstLine = bytes.subarray(0, conflictMarker.length).toString('latin1') === conflictMarker;
  const looksLikeJson = /^\s*\{/.test(bytes.subarray(0, 100).toString('latin1'));
  const markers = looksLikeJson ? [conflictMarker, ...laterMarkers] : [conflictMarker];
  const found = markers.map((marker) => bytes.indexOf(`\n${marker}`) + 1).filter((at) => at > 0);
  if (found.length === 0 && !isFirstLine) return null;
  const at = isFirstLine ? 0 : Math.min(...found);
  let line = 1;
  for (let next = bytes.indexOf('\n'); next !== -1 && next < at; next = bytes.indexOf('\n', next + 1)) line++;
  return line;
}

export const mergeConflictProblem = (fileName: string, line: number): Problem =>
  new Problem('invalid', message('problem.import.mergeConflict', { fileName, line }));

/** What an archive without a story is, by the paths of its files; null if that cannot be said. */
export function recognizeArchive(paths: readonly string[], fileName: string): OtherFile | null {
  const named = byExtension[extensionOf(fileName)];
  if (named) return named;
  const has = (pattern: RegExp): boolean => paths.some((path) => pattern.test(path));
  if (has(/^word\//)) return documentFile('Word');
  if (has(/^xl\//)) return { noun: message('import.otherFile.table', { format: 'Excel' }), advice: message('import.advice.table') };
  if (has(/^ppt\//)) return documentFile('PowerPoint');
  if (has(/^META-INF\/container\.xml$/)) return documentFile('EPUB');
  if (has(/^mimetype$/) && has(/^content\.xml$/)) return documentFile('OpenDocument');
  if (has(/^Index\/.*\.iwa$/)) return documentFile('Apple iWork');
  if (has(/^(?:AndroidManifest\.xml|META-INF\/MANIFEST\.MF)$/)) return program;
  if (has(/(?:^|\/)boards\.csv$/i) && has(/(?:^|\/)elements\.csv$/i))
    return { noun: message('import.otherFile.serviceTables'), advice: message('import.advice.exportJson') };
  if (has(/\.zip$/i)) return archive('.zip in .zip');
  if (paths.length > 0 && paths.every((path) => mediaNames.test(path)))
    return { noun: message('import.otherFile.mediaArchive'), advice: message('import.advice.exportJson') };
  return null;
}

const mediaNames = /\.(?:png|jpe?g|gif|webp|bmp|svg|mp3|wav|ogg|oga|ogv|flac|m4a|mp4|webm|mov|avi)$/i;

const extensionOf = (fileName: string): string => /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
