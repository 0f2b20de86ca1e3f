/** A name is exported because another file imports it. What only tests import is listed: each such name is a detail that a test looks at. */
import { describe, expect, test } from 'vitest';
import { listFiles } from './import-graph.ts';
import { type ModuleExports, moduleExports, readModuleExports } from './module-exports.ts';

/** Names of the program that only tests import, by file. */
const forTests: Readonly<Record<string, readonly string[]>> = {
  'main/app/backend/backend.ts': ['LocalBackend'],
  'main/app/backend/maintenance.ts': ['removeUnusedFiles'],
  'main/assets/read-media.ts': ['detectOggTracks', 'detectWebmTracks', 'readMediaFile'],
  'main/assets/upload-receiver.ts': ['toSafeFileName'],
  'main/backups/prune-backups.ts': ['PrunableBackup'],
  'main/cli/commands/check.ts': ['formatJUnitReport'],
  'main/cli/run-in-electron.ts': ['connectInWorker'],
  'main/delivery/foreign/apply-edits.ts': ['findForeignValues'],
  'main/desktop/command-line-tool.ts': ['formatToolScript'],
  'main/desktop/login-item.ts': ['formatAutostartEntry'],
  'main/desktop/menu/menu-template.ts': ['MenuTemplateOptions'],
  'main/desktop/updates/update-service.ts': ['UpdateEvent', 'transitionUpdate'],
  'main/engine/calls.ts': ['ProjectOverviews', 'SnapshotCursors'],
  'main/engine/decide/derived-texts.ts': ['relabelMention'],
  'main/engine/decide/stored-fields.ts': ['maxTextLength'],
  'main/engine/history/undo-history.ts': ['journalLimits'],
  'main/engine/storage/integrity-record.ts': ['lossFileOf'],
  'main/exporters/calls.ts': ['groupFindings'],
  'main/exporters/checks/check-story.ts': ['checkStory'],
  'main/exporters/export-snapshots.ts': ['ExportSnapshot'],
  'main/exporters/godot/godot-environment.ts': ['restoreApiDomain'],
  'main/exporters/html/write-page.ts': ['maxEmbeddedBytes'],
  'main/exporters/json/export-cache.ts': ['sortedPositions'],
  'main/exporters/json/write-json-story.ts': ['JsonWriter'],
  'main/exporters/unity/unity-integration.ts': ['autoImportScript', 'autoImportScriptPath'],
  'main/exporters/unreal/unreal-integration.ts': [
    'addAutoReimportLines',
    'autoReimportLines',
    'editorSettingsPath',
    'removeAutoReimportLines',
  ],
  'main/platform/crash-guard.ts': ['crashGuardFileIn'],
  'main/platform/swap-file.ts': ['FileOperations'],
  'main/platform/time-limited-disk.ts': ['diskTimeLimits'],
  'main/rest-api/handlers/asset-files.ts': ['assetDownloadResponse', 'createAssetFromUpload', 'storeUploadedFile'],
  'main/rest-api/handlers/export-handler.ts': ['parseExportOptions'],
  'main/rest-api/http/http-listener.ts': ['HttpListenerOptions'],
  'main/rest-api/rest-api.ts': ['handlePublicPage'],
  'main/rest-api/service-listeners.ts': ['openConfiguredListener'],
  'main/story-folder/yaml-file.ts': ['formatByLibrary'],
  'main/story-format/kind-codecs.ts': ['toJsonFloat'],
  'main/sync/client/http-remote.ts': ['HttpRemote', 'openHttpRemote', 'probeRemote'],
  'main/sync/client/remote-client.ts': ['RemoteCapabilities'],
  'main/sync/client/remote-workspace.ts': ['ConnectionEvent', 'FileSyncContext', 'nextConnectionState'],
  'main/sync/client/request-queue.ts': [
    'SentRequest',
    'applyReportedQuota',
    'closeBudget',
    'createBudget',
    'estimateDuration',
    'nextSendTime',
    'rateLimitsFor',
    'spendBudget',
  ],
  'main/sync/presenter/present-status.ts': ['StatusInput', 'presentStatus'],
  'main/sync/project/remote-state.ts': ['BudgetedRequest'],
  'main/sync/project/sync-state-machine.ts': ['RefusedRequests', 'transition'],
  'main/sync/project/synced-project.ts': ['PlanSummary'],
  'main/sync/protocol/recovery.ts': ['hasSentValue'],
  'main/sync/service/project-selection.ts': ['detachTemplateAssets', 'joinedBaseEntries'],
  'main/sync/service/sync-controller.ts': ['openSyncController'],
  'renderer/app/event-handling.ts': ['showNotice', 'showOpeningNotices', 'startDamageReports'],
  'renderer/app/window-menu.ts': ['createWindowMenus'],
  'renderer/app/workspace/follow-tabs.ts': ['changesBoard'],
  'renderer/app/workspace/tab-arrangement.ts': ['placeOnSide', 'placeTab'],
  'renderer/editors/document/editable-text.ts': ['normalizeDocument', 'stripBlankText'],
  'renderer/editors/document/use-mention-menu.tsx': ['collectMentionCandidates', 'createMentionNode', 'matchMentions', 'parseMentionQuery'],
  'renderer/editors/fields/draft.ts': ['DraftController', 'createDraft', 'openFieldDraft'],
  'renderer/editors/script/script-editor.tsx': ['conditionToDocument', 'documentToCondition'],
  'renderer/editors/script/script-highlighting.ts': ['readEditorCodes', 'tokenizeScript'],
  'renderer/editors/script/use-completion-menu.tsx': ['completionContextAt', 'findCompletions'],
  'renderer/features/board/actions/arrange-selection.ts': ['alignBoxes', 'createLayoutRequest', 'distributeBoxes'],
  'renderer/features/board/actions/move-dialog.tsx': ['moveToBoardCommand'],
  'renderer/features/board/actions/remove-items.ts': ['findItemUsages', 'removeDialogTitle'],
  'renderer/features/board/canvas/board-scene.ts': ['SceneBuilder', 'SceneOptions'],
  'renderer/features/board/canvas/connection-drop.tsx': ['dropCorner'],
  'renderer/features/board/canvas/paint-board.ts': ['labelDotPosition', 'truncateToWidth', 'wrapName'],
  'renderer/features/board/canvas/use-board-painter.ts': ['rasterizeInSteps'],
  'renderer/features/board/canvas/use-canvas-keys.ts': ['createNudger'],
  'renderer/features/board/canvas/use-keep-selection-visible.ts': ['shiftToStayVisible'],
  'renderer/features/board/frame/find-bar.tsx': ['findOnBoard'],
  'renderer/features/board/list/use-board-list.ts': ['PressedKey', 'findListKeyAction'],
  'renderer/features/board/routing/connection-routes.ts': ['ConnectionRoutes', 'toRoutedConnection', 'toRoutedItem'],
  'renderer/features/board/writing/card-editing.ts': ['editingTargets'],
  'renderer/features/board/writing/editor-placement.ts': ['legibleZoom'],
  'renderer/features/find/command-palette.tsx': ['actionItems', 'recordItems'],
  'renderer/features/find/hit-labels.tsx': ['createContextPieces'],
  'renderer/features/find/replace-view.tsx': ['createReplaceCommand'],
  'renderer/features/inspector/attributes/change-type-dialog.tsx': ['convertValue'],
  'renderer/features/inspector/sounds-field.tsx': ['soundPreviewStore', 'stopSoundPreview', 'toggleSoundPreview'],
  'renderer/features/play/play-log-panel.tsx': ['listPlaySteps'],
  'renderer/features/problems/problems-panel.tsx': ['goToFinding'],
  'renderer/features/projects/project-list.tsx': ['ProjectOrder', 'listProjects'],
  'renderer/features/projects/project-picture.tsx': ['miniatureLines', 'miniaturePaths', 'miniatureViewBox'],
  'renderer/features/record-trees/boards/remove-board-dialog.ts': ['boardRemovalImpact', 'boardSubtree'],
  'renderer/features/settings/workspace-section.tsx': [
    'numberFields',
    'parseWorkspaceNumber',
    'toFormValues',
    'toWorkspaceFields',
    'withoutSaved',
  ],
  'renderer/features/shortcuts/keyboard-shortcuts-dialog.tsx': ['entriesOfGroup'],
  'renderer/features/sync/conflict-view.tsx': ['hasBaseValue', 'missingValueLabel'],
  'renderer/features/sync/conflicts-dialog.tsx': ['canUndoResolution', 'resolveConflicts'],
  'renderer/features/sync/sync-activity-list.tsx': ['mergeNewest'],
  'renderer/features/sync/sync-report-list.tsx': ['sendSimplified'],
  'renderer/features/sync/sync-status-label.tsx': ['formatClockTime', 'formatDuration', 'toSyncStatusDisplay'],
  'renderer/features/targets/apply-edits-dialog.tsx': ['EditList', 'SkippedEdits'],
  'renderer/features/targets/export-to-file-dialog.tsx': ['findExtension', 'replaceExtension'],
  'renderer/features/targets/target-card.tsx': ['TargetCardView', 'relocateTarget'],
  'renderer/features/translations/import-preview-dialog.tsx': ['useSheetImport'],
  'renderer/features/translations/read-xlsx.ts': ['parseXml'],
  'renderer/features/translations/use-cell-navigation.ts': ['findCellKeyAction'],
  'renderer/features/translations/use-translation-table.ts': [
    'TranslationTableData',
    'buildTable',
    'createProgressCounter',
    'withPresentRows',
  ],
  'renderer/features/variables/variable-row.tsx': ['convertToType'],
  'renderer/navigation/element-drop.ts': ['createAssignCommands'],
  'renderer/navigation/record-trees/tree-filter.tsx': ['filterNodes'],
  'renderer/platform/bridge.ts': ['DesktopBridge'],
  'renderer/records/assets/asset-details.ts': ['fileFormatOf', 'formatPlaybackTime'],
  'renderer/records/assets/thumbnail-loader.ts': ['createLruCache'],
  'renderer/records/commands/remove-records.ts': ['deletionLabel'],
  'renderer/records/counts/story-text-counts.ts': ['countStoryTexts'],
  'renderer/records/diff/word-diff.tsx': ['firstChange'],
  'renderer/records/problems/problems-store.ts': ['ProblemMarker', 'markProblems'],
  'renderer/records/search/searchable-texts.ts': ['visibleText'],
  'renderer/records/story-page/page-frame.tsx': ['emptyPageHtml', 'renderPageHtml'],
  'renderer/state/appearance.ts': ['Appearance'],
  'renderer/state/draft-store.ts': ['createDraftStore'],
  'renderer/state/earlier-drafts.ts': ['createEarlierDrafts'],
  'renderer/state/editing-preferences.ts': ['EditingPreferences'],
  'renderer/state/open-project.ts': ['cachedChildIds'],
  'renderer/state/shortcut-settings.ts': ['ShortcutSettings'],
  'renderer/state/sync-store.ts': ['SyncStoreState'],
  'renderer/ui/relative-time.ts': ['formatRelativeTime'],
  'renderer/ui/reorderable-list.tsx': ['insertionIndex'],
  'shared/contracts/rest/replies.ts': ['replySchemas'],
  'shared/contracts/signed-address.ts': ['signedAddressPeriod'],
  'shared/contracts/sync-states.ts': ['syncStates'],
  'shared/messages/translator.ts': ['maxQuotedItems', 'maxQuotedLength'],
  'shared/model/project.ts': ['RankedId', 'ReferrerIndex'],
  'shared/problem.ts': ['ProblemJson'],
  'shared/rich-text/canonicalize-rich-text.ts': ['canonicalizeRichTextInSteps'],
  'shared/rich-text/simplify-rich-text.ts': ['findUnsupportedTags'],
  'shared/script/identifiers.ts': ['reservedWords'],
};

/** What another exporter may use, although ours do not. */
const forExporters: readonly string[] = ['main/exporters/exporter-messages.ts: defineExporterMessages'];

/** Vitest, Vite and Stryker import the default exports of these files. */
const importedByTools = /^[\w.-]+\.config\.ts$|^test\/mutation\/mutation-runner\.ts$/;
const isOfProgram = (file: string): boolean => /^(?:main|renderer|shared)\//.test(file);

/** The files that import each name, by `file: name`. */
function findImporters(modules: ReadonlyMap<string, ModuleExports>): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const [from, { used }] of modules)
    for (const [to, names] of used)
      for (const name of names.has('*') ? (modules.get(to)?.exported ?? []) : names) {
        const key = `${to}: ${name}`;
        importers.set(key, [...(importers.get(key) ?? []), from]);
      }
  return importers;
}

/** The exported names that no file imports, and those of the program that only tests import. */
function classifyExports(modules: ReadonlyMap<string, ModuleExports>): { readonly unused: string[]; readonly onlyInTests: string[] } {
  const importers = findImporters(modules);
  const all = [...modules].flatMap(([file, { exported }]) => [...exported].map((name) => ({ file, key: `${file}: ${name}` })));
  return {
    unused: all.filter(({ key, file }) => !importers.has(key) && !importedByTools.test(file)).map(({ key }) => key),
    onlyInTests: all
      .filter(({ file, key }) => isOfProgram(file) && importers.get(key)?.every((from) => from.startsWith('test/')))
      .map(({ key }) => key),
  };
}

describe('exports', () => {
  const modules = new Map(
    ['main', 'renderer', 'scripts', 'shared', 'test']
      .flatMap((folder) => listFiles(folder, /\.(?:tsx?|mjs)$/))
      .concat('electron.vite.config.ts', 'vitest.config.ts', 'vitest.mutation.config.ts')
      .map((file) => [file, readModuleExports(file)] as const),
  );
  const { unused, onlyInTests } = classifyExports(modules);

  test('another file imports each exported name', () => expect(unused).toEqual([]));

  test('the list has every name that only tests import, and no other', () => {
    const listed = Object.entries(forTests).flatMap(([file, names]) => names.map((name) => `${file}: ${name}`));
    expect(onlyInTests.filter((name) => !forExporters.includes(name)).sort()).toEqual(listed.sort());
  });

  test('types, lazy imports, workers, re-exports and destructured declarations count; names inside of a file do not', () => {
    const sample = (file: string, source: string) => [file, moduleExports(file, source)] as const;
    const found = classifyExports(
      new Map([
        sample(
          'main/main.ts',
          'export const [a, { b, c: d }] = [1, { b: 2, c: 3 }]; export type T = 1; export class Lonely {} new Lonely();',
        ),
        sample('main/headless.ts', "export { a as renamed, d } from './main.ts'; import type { T } from './main.ts';"),
        sample('main/worker.ts', "const { renamed } = await import('./headless.ts'); (await import('./headless.ts')).d(renamed);"),
        sample('test/setup.ts', "import { b } from '../main/main.ts'; const { loaded } = await load('main/preload.ts');"),
        sample('main/preload.ts', 'export const loaded = 1;'),
      ]),
    );
    expect(found).toEqual({ unused: ['main/main.ts: Lonely'], onlyInTests: ['main/main.ts: b', 'main/preload.ts: loaded'] });
  });
});
