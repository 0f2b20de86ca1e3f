/** The changes that docs/CONTRIBUTING.md describes as recipes, to be performed in a copy of the sources, each with the tests that are related to it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceCopy } from './source-copy.ts';

export interface Recipe {
  /** Makes the change as a contributor does. */
  perform(copy: SourceCopy): Promise<void> | void;
  /** Tests that look at what the recipe touches, such as all fields, all routes or all messages. */
  readonly relatedTests: readonly string[];
}

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

export const exporterFile = 'main/exporters/lantern/lantern-exporter.ts';
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
    for (const { id } of project.records()) {
      const element = project.find('element', id);
      if (!element) continue;
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
} as const satisfies`;

/** An action in the palette, the menu of the window, the list of shortcuts and a toolbar. */
export const actionRecipe: Recipe = {
  async perform(copy) {
    copy.edit('renderer/features/find/feature.ts', '  ],\n} as const satisfies', actionRow);
    copy.edit('shared/messages/en/actions.json', '  "actions.find"', '  "actions.countWords": "Count the words",\n  "actions.find"');
    await copy.generateMessageParams();
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
      toggle: { label: 'workspace.toggleOutline', shortcuts: ['Alt+Shift+O'], menus: [{ menu: 'project.panes' }] },
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
  relatedTests: ['test/renderer/commands', 'test/shared/messages/catalogue.test.ts', 'test/shared/messages/message-uses.test.ts'],
};
