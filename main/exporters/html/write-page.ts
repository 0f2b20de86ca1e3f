/** Writes a story as a page: the document, its policy, the data of the story, the URLs of its images, sounds and videos, the player. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { TextChunk } from '../../../shared/contracts/export-file.ts';
import { stringifyInSteps } from '../../../shared/json.ts';
import { english } from '../../../shared/messages/english.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Translator } from '../../../shared/messages/translator.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { escapeHtml } from '../../../shared/text.ts';
import { mimeTypeOf } from '../../platform/mime-type.ts';
import { once } from '../../platform/once.ts';
import type { SerializeOptions } from '../exporter.ts';
import { CollectionTextCache, cacheExport, cacheNameOf, findCachedExport, isWorthCaching } from '../json/export-cache.ts';
import { type PageData, type PageTexts, pageDataElementId } from './page-data.ts';
import { isPlayedKind, type PageSelection, pageAssets, pageProjectRecord, selectForPage, toPlayedRecord } from './page-records.ts';
import { loadPlayerScript } from './player-script.ts';

/**
 * The same object each time, so that a target does not hash it again. The text is stored separately, because a target drops that of the
 * chunk.
 */
const loadPlayer = once((): { readonly chunk: TextChunk; readonly text: string; readonly hash: string } => {
  const text = loadPlayerScript();
  return { chunk: { text }, text, hash: createHash('sha256').update(text).digest('base64') };
});

/**
 * With `new`, pieces of an earlier export whose text was dropped are returned without it. Throws a Problem `invalid` with the field for an
 * unknown language or board.
 */
export function* writePage(project: Project, options: SerializeOptions, chunkScope: 'all' | 'new'): Generator<TextChunk | undefined> {
  const selection = selectForPage(project, options);
  const player = loadPlayer();
  yield { text: pageHead(project, player.hash, options) };
  yield* writeData(selection, options, chunkScope);
  yield { text: '</script>\n<script>' };
  player.chunk.text = player.text;
  yield player.chunk;
  yield { text: '</script>\n</body>\n</html>\n' };
}

/**
 * The content security policy: only the player runs, and nothing is loaded but the files of the page itself. These are `data:` URLs, or
 * files beside the page, for which `file:` is needed if the page is opened from a disk. Style sheets are added by the player, which no
 * directive needs to allow.
 */
function pagePolicy(playerHash: string, { locateStoredFile, assetPaths }: SerializeOptions): string {
  const files = filesSource(locateStoredFile !== undefined, (assetPaths?.size ?? 0) > 0);
  return [
    "default-src 'none'",
    `script-src 'sha256-${playerHash}'`,
    `img-src ${files}`,
    `media-src ${files}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function filesSource(embeds: boolean, hasFiles: boolean): string {
  if (embeds) return 'data:';
  return hasFiles ? "'self' file:" : "'none'";
}

function pageHead(project: Project, playerHash: string, options: SerializeOptions): string {
  const { name } = project.projectRecord;
  const lang = options.allLocales ? project.mainLocale : (options.locale ?? project.mainLocale);
  const translator = options.translators?.get(lang) ?? english;
  const ownLanguage = ` lang="${escapeHtml(translator.locale)}"`;
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${pagePolicy(playerHash, options)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(name)}</title>
</head>
<body>
<noscript${ownLanguage}>${escapeHtml(translator.t('page.noScript'))}</noscript>
<script type="application/json" id="${pageDataElementId}">`;
}

/** The JSON of a PageData, in pieces. */
function* writeData(selection: PageSelection, options: SerializeOptions, chunkScope: 'all' | 'new'): Generator<TextChunk | undefined> {
  const { project } = selection;
  const assets = pageAssets(selection);
  const { records: _records, files: _files, ...rest } = describePage(selection, options);
  const projectJson = yield* stringifyInSteps(pageProjectRecord(selection));
  yield { text: `${toInlineJson(rest).slice(0, -1)},"records":[${escapeInlineJson(projectJson)}` };
  for (const piece of writeRecords(selection, chunkScope)) {
    yield { text: ',' };
    yield piece;
    yield undefined;
  }
  yield { text: `${assets.map((asset) => `,${toInlineJson(asset)}`).join('')}],"files":{` };
  for (const piece of writePageFiles(project, assets, options)) {
    yield { text: escapeInlineJson(piece) };
    yield undefined;
  }
  yield { text: '}}' };
}

/**
 * In the order of their ids, so that the same story always produces the same bytes. In a large story, unchanged pieces are those of the
 * last export.
 */
function* writeRecords(selection: PageSelection, chunkScope: 'all' | 'new'): Generator<TextChunk> {
  const { project, boards, languages } = selection;
  const name = cacheNameOf(['html', languages.key, boards.key]);
  const { count } = project.recentChanges;
  const keeps = isWorthCaching(project);
  const known = keeps ? findCachedExport(project, name, boards.includesAll) : undefined;
  const members = known?.cached.collections.get('records') ?? new CollectionTextCache(playedIds(project), ',');
  for (const id of known?.changedIds ?? []) members.invalidate(id, isPlayedKind(project.get(id)?.kind ?? ''));
  const textOf = (id: string): string | undefined => {
    const record = project.get(id);
    const played = record && toPlayedRecord(record, selection);
    return played && toInlineJson(played);
  };
  yield* members.pieces(textOf, chunkScope);
  if (!keeps) return;
  const collections = new Map([['records', members]]);
  cacheExport(project, name, known?.cached ?? { changeCount: 0, lastUsed: 0, collections, assetNames: new Map() }, count);
}

const playedIds = (project: Project): string[] => [...project.records()].flatMap(({ kind, id }) => (isPlayedKind(kind) ? [id] : []));

function describePage({ project, locales }: PageSelection, { projectKey, translators }: SerializeOptions): PageData {
  const texts: Record<string, PageTexts> = {};
  const textLanguages: Record<string, string> = {};
  for (const { iso } of locales) {
    const translator = translators?.get(iso) ?? english;
    texts[translator.locale] ??= controlTexts(translator);
    textLanguages[iso] = translator.locale;
  }
  const storageKey = `taleport.page.${projectKey ?? project.projectRecord.roots.board}`;
  return { storageKey, texts, textLanguages, records: [], files: {} };
}

const controlTexts = ({ t }: Translator): PageTexts => ({
  back: t('play.back'),
  restart: t('play.restart'),
  sounds: t('play.sounds'),
  variables: t('play.variables'),
  noVariables: t('play.noVariables'),
  language: t('page.language'),
  choices: t('play.choices'),
  continue: t('play.continue'),
  ended: t('play.ended'),
  playAgain: t('play.playAgain'),
  resumed: t('page.resumed'),
  noStart: t('page.noStart'),
});

/** Escapes JSON for a script element: without `<`, nothing in it can end the element or begin a comment. */
const escapeInlineJson = (json: string): string => json.replaceAll('<', '\\u003c');
const toInlineJson = (value: unknown): string => escapeInlineJson(JSON.stringify(value));

/** The maximum for all files of a page together: a browser reads the whole page before it shows anything. */
export const maxEmbeddedBytes = 50_000_000;
/** Bytes between two pauses. A multiple of 3, so that the base64 texts can be joined. */
const bytesPerPiece = 300_000;

/** The members of the JSON object of URLs by asset id, in pieces. Missing files are left out. */
function* writePageFiles(
  project: Project,
  assets: readonly AnyRecord[],
  { assetPaths, locateStoredFile }: SerializeOptions,
): Generator<string> {
  let separator = '';
  if (!locateStoredFile) {
    for (const { id } of assets) {
      const path = assetPaths?.get(id);
      if (path === undefined) continue;
      yield `${separator}${JSON.stringify(id)}:${JSON.stringify(toAddress(path))}`;
      separator = ',';
    }
    return;
  }
  const files = assets.flatMap(({ id }) => {
    const asset = project.find('asset', id);
    const path = asset?.file ? locateStoredFile(asset.file) : undefined;
    return asset?.file && path !== undefined
      ? [{ id, path, mime: asset.mime ?? mimeTypeOf(asset.file) ?? 'application/octet-stream' }]
      : [];
  });
  assertEmbeddable(files.map(({ path }) => path));
  for (const { id, path, mime } of files) {
    yield `${separator}${JSON.stringify(id)}:"data:${mime};base64,`;
    yield* readBase64(path);
    yield '"';
    separator = ',';
  }
}

/** A URL that is relative to the page, and never leads out of its folder or to another computer. */
const toAddress = (path: string): string =>
  path
    .split('/')
    .filter((name) => !['', '.', '..'].includes(name))
    .map(encodeURIComponent)
    .join('/');

function assertEmbeddable(paths: readonly string[]): void {
  const bytes = paths.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
  if (bytes <= maxEmbeddedBytes) return;
  throw new Problem('invalid', message('exporter.html.filesTooLarge', { size: Math.ceil(bytes / 1e6), maximum: maxEmbeddedBytes / 1e6 }));
}

function* readBase64(path: string): Generator<string> {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(bytesPerPiece);
    for (;;) {
      let length = 0;
      for (let read = 1; read > 0 && length < bytesPerPiece; length += read)
        read = readSync(file, buffer, length, bytesPerPiece - length, null);
      if (length === 0) return;
      yield buffer.toString('base64', 0, length);
    }
  } finally {
    closeSync(file);
  }
}
