/** The changes that docs/CONTRIBUTING.md describes as recipes, to be performed in a copy of the sources, each with the tests that are related to it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceCopy } from './source-copy.ts';

interface Recipe {
  /** Makes the change as a contributor does. */
  perform(copy: SourceCopy): Promise<void> | void;
  /** What the change touches: by hand, without the files of a new language, and what programs write once everything passes. */
  readonly files: { readonly byHand: readonly string[]; readonly generated: readonly string[] };
  /** Tests that look at what the recipe touches, such as all fields, all routes or all messages. */
  readonly relatedTests: readonly string[];
}

const messageParams = 'shared/messages/message-params.ts';
/** The descriptions of the service, which its tests record. */
const descriptions = ['test/main/rest-api/docs.golden.html', 'test/main/rest-api/openapi.golden.txt'];

/** A plain text field of elements, and one with a text for each language. */
export const fieldRecipe: Recipe = {
  async perform(copy) {
    copy.edit(
      'shared/model/kinds/element.ts',
      '  },\n  itemSize:',
      "    mood: textField(),\n    subtitle: localizedTextField('rich'),\n  },\n  itemSize:",
    );
    copy.edit('shared/model/kinds/element.ts', "} from './field-schemas.ts'", "  textField,\n} from './field-schemas.ts'");
    copy.edit(
      'renderer/features/inspector/element-panel.tsx',
      '      <LinkedBoardField',
      `      <RecordTextField record={element} field="mood" />
      <LocalizedField record={element} field="subtitle" />
      <LinkedBoardField`,
    );
    copy.edit('renderer/features/inspector/element-panel.tsx', 'import { LocalizedField }', 'import { LocalizedField, RecordTextField }');
    copy.edit(
      'shared/messages/en/fields.json',
      '  "fields.linkedBoard"',
      '  "fields.mood": "Mood",\n  "fields.subtitle": "Subtitle",\n  "fields.linkedBoard"',
    );
    await copy.generateMessageParams();
  },
  files: {
    byHand: ['renderer/features/inspector/element-panel.tsx', 'shared/messages/en/fields.json', 'shared/model/kinds/element.ts'],
    generated: [messageParams, ...descriptions],
  },
  relatedTests: [
    'test/conformance/routes.test.ts',
    'test/every-kind',
    'test/main/exporters/every-field.test.ts',
    'test/main/exporters/export-story.test.ts',
    'test/main/exporters/variants.test.ts',
    'test/main/rest-api/api-description.test.ts',
    'test/shared/messages/catalogue.test.ts',
  ],
};

const exporterFile = 'main/exporters/lantern/lantern-exporter.ts';
const exporterSource = `
import { join } from 'node:path';
import { defineExporter, readProjectName, resolveKind } from '../exporter.ts';
import { defineExporterMessages } from '../exporter-messages.ts';

const lanternMessage = defineExporterMessages('lantern', { ending: 'Lantern adds “The end” to {element} by itself.' });

/** The Lantern engine reads one line for each element: its title, a tab, its text. */
export const lanternExporter = defineExporter({
  id: 'lantern',
  label: 'Lantern',
  project: {
    isProject: async (disk, folder) => (await resolveKind(disk, join(folder, 'lantern.cfg'))) === 'file',
    readName: (disk, folder) => readProjectName(disk, folder, join(folder, 'lantern.cfg'), /^name=(.*)$/m),
  },
  story: { folder: 'stories', extension: '.lantern' },
  protectedPaths: { paths: ['lantern.cfg'], extensions: [] },
  *serialize(project, { locale = project.mainLocale }) {
    yield { text: \`# \${project.projectRecord.name} (\${locale})\\n\` };
    // A project has its records in no particular order.
    for (const element of [...project.recordsOfKind('element')].sort((one, other) => (one.id < other.id ? -1 : 1))) {
      const plain = (html: string | null | undefined) => (html ?? '').replace(/<[^>]*>/g, '');
      yield { text: \`\${plain(element.title[locale]?.text)}\\t\${plain(element.content[locale]?.text)}\\n\` };
    }
  },
  importerErrors: ['missing-start'],
  recordChecks: [
    (checking, { kind, id }) => {
      const element = kind === 'element' ? checking.project.find('element', id) : undefined;
      if (element?.content.en?.text?.includes('The end'))
        checking.warn('lantern-ending', element, lanternMessage('ending', { element: checking.elementName(element) }));
    },
  ],
});
`;

/** A line-based text format of an engine that does not exist. */
export const exporterRecipe: Recipe = {
  perform(copy) {
    copy.add(exporterFile, exporterSource);
    copy.append('main/exporters/registry.ts', "export { lanternExporter } from './lantern/lantern-exporter.ts';\n");
  },
  files: {
    byHand: [exporterFile, 'main/exporters/registry.ts'],
    generated: [],
  },
  relatedTests: [
    'test/exporter-names.test.ts',
    'test/main/exporters/exporter-messages.test.ts',
    'test/main/exporters/finding-messages.test.ts',
    'test/main/exporters/goldens.test.ts',
    'test/renderer/features/play/played-as.test.ts',
    'test/shared/messages/no-english.test.ts',
  ],
};

/** Lists the languages of a project. */
export const routeRecipe: Recipe = {
  perform(copy) {
    copy.edit(
      'shared/contracts/rest/routes/project-routes.ts',
      "defineRoutes('Comments', [",
      "defineRoutes('Comments', [\n  { ...readRoute('getLocales', '/:hash/locales', 'array of languages'), reply: fieldSchemas.project.locales },",
    );
    copy.edit(
      'shared/contracts/rest/routes/project-routes.ts',
      'import { requestBodies }',
      "import { fieldSchemas } from '../../../model/kinds/kind-schemas.ts';\nimport { requestBodies }",
    );
    copy.edit(
      'main/rest-api/handlers/read-handlers.ts',
      '  getCss: (project)',
      '  getLocales: (project) => project.projectRecord.locales,\n  getCss: (project)',
    );
  },
  files: {
    byHand: ['main/rest-api/handlers/read-handlers.ts', 'shared/contracts/rest/routes/project-routes.ts'],
    generated: descriptions,
  },
  relatedTests: [
    'test/main/rest-api/api-description.test.ts',
    'test/main/rest-api/every-route-access.test.ts',
    'test/shared/contracts/routes.test.ts',
  ],
};

const translations: Readonly<Record<string, string>> = {
  'actions.find': 'Zoeken',
  'common.save': 'Opslaan',
  'common.listed': '{names}',
  'common.counted.item': '{count, plural, one {# onderdeel} other {# onderdelen}}',
  'problem.notFound': 'Er is geen {kind} {id}.',
  'kinds.project.noun': 'project',
};
const translate = (key: string, text: string): string => translations[key] ?? `nl ${text}`;

/** Dutch, more or less. */
export const languageRecipe: Recipe = {
  perform(copy) {
    const english = join(copy.folder, 'shared/messages/en');
    copy.add('shared/messages/nl/messages.ts', readFileSync(join(english, 'messages.ts'), 'utf8'));
    for (const file of readdirSync(english).filter((name) => name.endsWith('.json'))) {
      const messages = Object.entries<string>(JSON.parse(readFileSync(join(english, file), 'utf8')));
      const translated = Object.fromEntries(messages.map(([key, text]) => [key, translate(key, text)]));
      copy.add(`shared/messages/nl/${file}`, JSON.stringify(translated));
    }
    copy.edit('electron-builder.yml', 'de, ja]', 'de, ja, nl]');
    copy.edit(
      'shared/messages/languages.ts',
      '  /** With it,',
      `  nl: { name: 'Nederlands', locale: 'nl-NL', load: async () => (await import('./nl/messages.ts')).messages },
  /** With it,`,
    );
  },
  files: {
    byHand: ['electron-builder.yml', 'shared/messages/languages.ts'],
    generated: [],
  },
  relatedTests: [
    'test/scripts/package-settings.test.ts',
    'test/main/desktop/desktop-language.test.ts',
    'test/shared/messages/catalogue.test.ts',
  ],
};

const actionRow = `    {
      name: 'countWords',
      group: 'Story',
      label: 'actions.countWords',
      icon: Search,
      shortcuts: ['Alt+Shift+W'],
      menus: [{ menu: 'project.find', order: 3 }],
      isEnabled: isProjectOpen,
      run: () => document.dispatchEvent(new Event('words-counted')),
    },
  ],
  panes: [`;

/** An action in the palette, the menu of the window, the list of shortcuts and a toolbar. */
export const actionRecipe: Recipe = {
  async perform(copy) {
    copy.edit('renderer/features/find/feature.ts', '  ],\n  panes: [', actionRow);
    copy.edit('shared/messages/en/actions.json', '  "actions.find"', '  "actions.countWords": "Count the words",\n  "actions.find"');
    await copy.generateMessageParams();
  },
  files: {
    byHand: ['renderer/features/find/feature.ts', 'shared/messages/en/actions.json'],
    generated: [messageParams],
  },
  relatedTests: ['test/renderer/commands', 'test/shared/messages/catalogue.test.ts', 'test/shared/messages/message-uses.test.ts'],
};

const paneImports = `import { ListTree } from 'lucide-react';
import type { Feature } from '../../commands/feature.ts';
import { lazyComponent } from '../../platform/lazy-code.ts';
`;
const paneRow = `  panes: [
    {
      name: 'outline',
      side: 'right',
      label: 'workspace.outline',
      icon: ListTree,
      Content: lazyComponent(async () => (await import('./outline.tsx')).Outline, 'workspace'),
      size: { initial: 300, min: 200, max: 500 },
      isOpenInitially: true,
      toggle: { label: 'workspace.toggleOutline', shortcuts: ['Alt+Shift+U'], menus: [{ menu: 'project.panes' }] },
    },
  ],
`;
const paneContent = `import { createElement } from 'react';
export const Outline = () => createElement('p', {}, 'Prologue');
`;

/** An outline beside the board. */
export const paneRecipe: Recipe = {
  async perform(copy) {
    copy.edit('renderer/features/board/feature.ts', "import type { Feature } from '../../commands/feature.ts';\n", paneImports);
    copy.edit('renderer/features/board/feature.ts', '  keys: [', `${paneRow}  keys: [`);
    copy.add('renderer/features/board/outline.tsx', paneContent);
    copy.edit(
      'shared/messages/en/workspace.json',
      '{',
      '{\n  "workspace.outline": "Outline",\n  "workspace.toggleOutline": "Show or hide the outline",',
    );
    await copy.generateMessageParams();
  },
  files: {
    byHand: ['renderer/features/board/feature.ts', 'renderer/features/board/outline.tsx', 'shared/messages/en/workspace.json'],
    generated: [messageParams],
  },
  relatedTests: ['test/renderer/commands', 'test/shared/messages/catalogue.test.ts', 'test/shared/messages/message-uses.test.ts'],
};

const stickerFile = `import { defineField, defineKind } from './define-kind.ts';
import {
  boardIdField,
  coordinateField,
  dimensionField,
  localizedTextField,
  optionalIdSchemaFactory,
  themeField,
  translationStatusField,
  validateInsideCanvas,
} from './field-schemas.ts';

/** A picture with a caption on a board, which is not part of the story. */
export const sticker = defineKind({
  kind: 'sticker',
  plural: 'stickers',
  label: 'sticker',
  fields: {
    boardId: boardIdField,
    x: coordinateField,
    y: coordinateField,
    width: dimensionField(160),
    height: dimensionField(60),
    theme: themeField,
    caption: localizedTextField('rich'),
    status: translationStatusField,
    assetId: defineField(optionalIdSchemaFactory, {
      default: null,
      reference: { targetKinds: ['asset'], onTargetRemoved: 'clear', missingTargetError: 'notFound' },
      export: 'custom',
    }),
  },
  itemSize: 'own',
  orders: [{ parentField: 'boardId', list: 'stickers', rankField: 'rank' }],
  recordRules: [validateInsideCanvas],
});
`;

const stickerCodec = `const stickerCodec = defineCodec<'sticker', ItemOutline>('sticker', {
  encode(record, context) {
    const { x, y, theme, width, height, assetId } = record;
    return withOtherFields(context.variant.hasGeometry ? { x, y, theme, width, height, assetId } : { theme, assetId }, record, context);
  },
  decode(entry, decoder, outline) {
    const { id, raw } = entry;
    const texts = decodeLocalizedFields(decoder, 'sticker', entry);
    // Files do not contain the bytes of assets, so some are left out.
    const isAssetKept = typeof raw.assetId === 'string' && decoder.policy.assetTypeOf(raw.assetId) !== undefined;
    decoder.add('sticker', id, raw, {
      ...decodePlacement(decoder, entry, outline),
      ...texts,
      status: decodeTranslationStatus(decoder, id),
      assetId: isAssetKept ? raw.assetId : null,
    });
    return decoder.advance(countCharacters(texts));
  },
});

/** The codecs of all items`;

const stickerRoutes = `const stickerRoutes = defineRoutes('Stickers', [
  readRoute('listBoardStickers', '/:hash/board/:boardId/stickers', 'array of sticker list items in board order'),
  writeRoute('createSticker', 'POST', '/:hash/sticker', { do: 'create', kind: 'sticker' }, createBody('sticker', { hasIndex: false })),
  readRoute('getSticker', '/:hash/sticker/:stickerId', 'stored sticker'),
  writeRoute('changeSticker', 'PATCH', '/:hash/sticker/:stickerId', { do: 'change', param: 'stickerId' }, updateBody('sticker')),
  removeRoute('removeSticker', '/:hash/sticker/:stickerId', 'stickerId'),
]);

/** The routes of what a board contains`;

const stickerNode = `/** A sticker on the board: a caption. */
const StickerNode = memoNode(function StickerNode({ id, selected }: ItemNodeProps) {
  const sticker = useRecord('sticker', id);
  const caption = useRecordName(id);
  if (!sticker) return null;
  return (
    <>
      <ItemResizer isSelected={selected} minHeight={40} />
      <article className="item note" data-theme={sticker.theme} aria-label={t('board.kinds.sticker')}>
        <p className="item-text">{caption}</p>
        <CommentBadge record={sticker} />
      </article>
    </>
  );
});

/** How each type of items`;

const stickerPanel = `/** The panel of a sticker: its caption and its appearance. */
import { t } from '../../messages/translate.ts';
import { useRecord } from '../../state/open-project.ts';
import { updateFields } from '../../state/save-fields.ts';
import { kindIcons } from '../../ui/icons.ts';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { Panel } from './panel.tsx';
import { PositionFields } from './position-fields.tsx';
import { LocalizedField } from './text-fields.tsx';
import { ThemeField } from './theme-field.tsx';

export function StickerPanel({ id }: { id: string }) {
  const sticker = useRecord('sticker', id);
  if (!sticker) return null;
  return (
    <Panel title={t('board.kinds.sticker')} Icon={kindIcons.sticker}>
      <LocalizedField record={sticker} field="caption" />
      <RecordFieldMarker field="sticker.theme">
        <ThemeField value={sticker.theme} change={(theme) => updateFields('sticker', id, { theme })} />
      </RecordFieldMarker>
      <PositionFields item={sticker} />
    </Panel>
  );
}
`;

const stickerAction = `  createBoardAction({
    name: 'addSticker',
    label: 'boardActions.addSticker',
    icon: kindIcons.sticker,
    menus: [{ menu: 'board.add', order: 6, label: 'board.kinds.sticker' }],
    isEnabled: isBoardOpen,
    run: addItem('sticker'),
  }),
  createBoardAction({
    name: 'addFrame',`;

/** The messages of a sticker, by file, each before a key that the file has. */
const stickerMessages: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  kinds: {
    'kinds.jumper.label': [
      '"kinds.sticker.label": "Sticker"',
      '"kinds.sticker.noun": "sticker"',
      '"kinds.sticker.one": "a sticker"',
      '"kinds.sticker.oneAtStart": "A sticker"',
      '"kinds.sticker.named": "the sticker “{name}”"',
      '"kinds.sticker.namedAtStart": "The sticker “{name}”"',
      '"kinds.sticker.theAtStart": "The sticker"',
      '"kinds.sticker.counted": "{count, plural, one {# sticker} other {# stickers}}"',
    ],
  },
  undo: {
    'undo.create.jumper': ['"undo.create.sticker": "Create sticker"'],
    'undo.change.jumper': ['"undo.change.sticker": "Change sticker"'],
    'undo.move.jumper': ['"undo.move.sticker": "Move sticker"'],
    'undo.remove.jumper': ['"undo.remove.sticker": "Delete sticker"'],
    'undo.restore.jumper': ['"undo.restore.sticker": "Restore sticker"'],
  },
  board: { 'board.kinds.jumper': ['"board.kinds.sticker": "Sticker"'], 'board.add.jumper': ['"board.add.sticker": "Add sticker"'] },
  'board-list': { 'boardList.kinds.jumper': ['"boardList.kinds.sticker": "Sticker"'] },
  'board-actions': { 'boardActions.addJumper': ['"boardActions.addSticker": "Add sticker"'] },
  fields: { 'fields.linkedBoard': ['"fields.caption": "Caption"'] },
};

/** A kind of items: a sticker with a caption in each language, a colour and an asset. */
export const kindRecipe: Recipe = {
  async perform(copy) {
    copy.add('shared/model/kinds/sticker.ts', stickerFile);
    copy.edit('shared/model/kinds/kinds.ts', 'import { variable }', "import { sticker } from './sticker.ts';\nimport { variable }");
    copy.edit('shared/model/kinds/kinds.ts', '  branch,\n  condition,', '  branch,\n  sticker,\n  condition,');
    copy.edit('shared/contracts/rest/routes/board-routes.ts', '/** The routes of what a board contains', stickerRoutes);
    copy.edit('shared/contracts/rest/routes/board-routes.ts', '...branchRoutes]', '...branchRoutes, ...stickerRoutes]');
    copy.edit(
      'main/rest-api/handlers/read-handlers.ts',
      '  getBranch:',
      `  listBoardStickers: (project, { boardId = '' }) => serializeBoardItems(project, 'sticker', boardId),
  getSticker: (project, { stickerId = '' }) => serializeItem(project, 'sticker', stickerId),
  getBranch:`,
    );
    copy.edit('main/story-format/kind-codecs.ts', '/** The codecs of all items', stickerCodec);
    copy.edit('main/story-format/kind-codecs.ts', '  branch: branchCodec,\n', '  branch: branchCodec,\n  sticker: stickerCodec,\n');
    copy.edit('renderer/ui/icons.ts', '  StickyNote,', '  Sticker,\n  StickyNote,');
    copy.edit('renderer/ui/icons.ts', '  branch: Split,', '  branch: Split,\n  sticker: Sticker,');
    copy.edit('renderer/features/board/canvas/item-nodes.tsx', '/** How each type of items', stickerNode);
    copy.edit('renderer/features/board/canvas/item-nodes.tsx', '  branch: BranchNode,', '  branch: BranchNode,\n  sticker: StickerNode,');
    copy.edit('renderer/features/board/actions/item-actions.ts', "  createBoardAction({\n    name: 'addFrame',", stickerAction);
    copy.add('renderer/features/inspector/sticker-panel.tsx', stickerPanel);
    copy.edit('renderer/features/inspector/inspector.tsx', '  branch: BranchPanel,', '  branch: BranchPanel,\n  sticker: StickerPanel,');
    copy.edit(
      'renderer/features/inspector/inspector.tsx',
      "import './inspector.css';",
      "import { StickerPanel } from './sticker-panel.tsx';\nimport './inspector.css';",
    );
    copy.edit(
      'test/main/exporters/every-field.test.ts',
      "    note: story.add('note',",
      "    sticker: story.add('sticker', { boardId: board, x: 1, y: 1 }),\n    note: story.add('note',",
    );
    copy.edit(
      'test/main/exporters/every-field.test.ts',
      '  note: { content:',
      "  sticker: { assetId: ({ picture }: Story) => picture, status: { de: 'final' } },\n  note: { content:",
    );
    for (const [file, messages] of Object.entries(stickerMessages))
      for (const [next, lines] of Object.entries(messages))
        copy.edit(`shared/messages/en/${file}.json`, `  "${next}"`, [...lines, `"${next}"`].map((line) => `  ${line}`).join(',\n'));
    await copy.generateMessageParams();
  },
  files: {
    byHand: [
      'main/rest-api/handlers/read-handlers.ts',
      'main/story-format/kind-codecs.ts',
      'renderer/features/board/actions/item-actions.ts',
      'renderer/features/board/canvas/item-nodes.tsx',
      'renderer/features/inspector/inspector.tsx',
      'renderer/features/inspector/sticker-panel.tsx',
      'renderer/ui/icons.ts',
      'shared/contracts/rest/routes/board-routes.ts',
      'shared/messages/en/board-actions.json',
      'shared/messages/en/board-list.json',
      'shared/messages/en/board.json',
      'shared/messages/en/fields.json',
      'shared/messages/en/kinds.json',
      'shared/messages/en/undo.json',
      'shared/model/kinds/kinds.ts',
      'shared/model/kinds/sticker.ts',
      'test/main/exporters/every-field.test.ts',
    ],
    generated: [messageParams, ...descriptions],
  },
  relatedTests: [
    'test/conformance/routes.test.ts',
    'test/every-kind',
    'test/main/exporters/every-field.test.ts',
    'test/main/exporters/export-story.test.ts',
    'test/main/rest-api/api-description.test.ts',
    'test/shared/contracts/routes.test.ts',
    'test/shared/messages/catalogue.test.ts',
    'test/shared/messages/message-uses.test.ts',
  ],
};

export const recipes: Readonly<Record<string, Recipe>> = {
  action: actionRecipe,
  exporter: exporterRecipe,
  field: fieldRecipe,
  kind: kindRecipe,
  language: languageRecipe,
  pane: paneRecipe,
  route: routeRecipe,
};
