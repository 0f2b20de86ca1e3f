/** Writes a story as a page: the document, its policy, the data of the story, the player. */
import { createHash } from 'node:crypto';
import type { TextChunk } from '../../../shared/contracts/export-file.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';
import { english } from '../../../shared/messages/english.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import type { SerializeOptions } from '../exporter.ts';
import { type PageData, type PageTexts, pageDataElementId } from './page-data.ts';
import { writePageFiles } from './page-files.ts';
import { loadPlayerScript } from './player-script.ts';
import { selectPageRecords } from './select-page-records.ts';

const recordsPerPiece = 500;

/** The same object each time, so that a target does not hash it again. */
let player: { readonly chunk: TextChunk; readonly hash: string } | undefined;

export function* writePage(project: Project, options: SerializeOptions): Generator<TextChunk | undefined> {
  const records: AnyRecord[] = [];
  for (const record of selectPageRecords(project, options)) {
    records.push(record);
    if (records.length % recordsPerPiece === 0) yield undefined;
  }
  player ??= createPlayer();
  yield { text: pageHead(project, player.hash, options) };
  yield* writeData(project, records, options);
  yield { text: '</script>\n<script>' };
  yield player.chunk;
  yield { text: '</script>\n</body>\n</html>\n' };
}

function createPlayer() {
  const text = loadPlayerScript();
  return { chunk: { text }, hash: createHash('sha256').update(text).digest('base64') };
}

/**
 * Only the player runs, and nothing is loaded but the files of the page itself: `data:` URLs, or files beside it, for which `file:` stands where the page
 * was opened from a disk. Style sheets are added by the player, which no directive needs to allow.
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
<noscript>${escapeHtml(english.t('page.noScript'))}</noscript>
<script type="application/json" id="${pageDataElementId}">`;
}

/** As PageData, in pieces. */
function* writeData(project: Project, records: readonly AnyRecord[], options: SerializeOptions): Generator<TextChunk | undefined> {
  const assets = records.filter(({ kind }) => kind === 'asset');
  const { records: _records, files: _files, ...rest } = describePage(project);
  yield { text: `${toInlineJson(rest).slice(0, -1)},"records":[` };
  for (let at = 0; at < records.length; at += recordsPerPiece) {
    const piece = records.slice(at, at + recordsPerPiece).map(toInlineJson);
    yield { text: `${at === 0 ? '' : ','}${piece.join(',')}` };
    yield undefined;
  }
  yield { text: '],"files":{' };
  for (const piece of writePageFiles(project, assets, options)) {
    yield { text: escapeInlineJson(piece) };
    yield undefined;
  }
  yield { text: '}}' };
}

function describePage(project: Project): PageData {
  const { t, locale } = english;
  const texts: PageTexts = {
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
  };
  // The id of a root is the same for each export of a project.
  return { storageKey: `taleport.page.${project.projectRecord.roots.board}`, textsLocale: locale, texts, records: [], files: {} };
}

/** JSON inside of a script element: without `<`, nothing in it can end the element or begin a comment. */
const escapeInlineJson = (json: string): string => json.replaceAll('<', '\\u003c');
const toInlineJson = (value: unknown): string => escapeInlineJson(JSON.stringify(value));
