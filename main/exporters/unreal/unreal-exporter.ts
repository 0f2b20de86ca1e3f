import { basename, posix } from 'node:path';
import { newestReleasedVersion } from '../../../shared/contracts/plugin-versions.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Disk } from '../../platform/disk.ts';
import { checkTextBlocks } from '../checks/check-text-blocks.ts';
import { defineExporter } from '../exporter.ts';
import { baseVariant, writeJsonStory } from '../json/write-json-story.ts';
import { unrealIntegration } from './unreal-integration.ts';
import { unrealPlugin } from './unreal-plugin.ts';

const file = {
  ...baseVariant,
  hasCompactForm: true,
  hasVariableFolders: false,
  scriptProfile: newestReleasedVersion(unrealPlugin.versions).scriptProfile,
};
const http = { ...file, isWrapped: true, hasRoots: false };

const findProjectFile = async (disk: Disk, folder: string): Promise<string | undefined> =>
  (await disk.listNames(folder)).filter((name) => name.toLowerCase().endsWith('.uproject')).sort()[0];

export const unrealExporter = defineExporter({
  id: 'unreal',
  label: 'Unreal',
  project: {
    isProject: async (disk, folder) => (await findProjectFile(disk, folder)) !== undefined,
    readName: async (disk, folder) => (await findProjectFile(disk, folder))?.slice(0, -'.uproject'.length) || basename(folder),
  },
  story: { folder: 'Content/ArcweaveExport', extension: '.json' },
  // The importer reads every file in the folder of the story, and below it, whose name contains `.json`.
  assets: {
    folder: 'Content/ArcweaveExport/assets',
    importsByExtension: true,
    adjustName: (name) => name.replace(/\.json/gi, '_json'),
  },
  // The folder must not contain a second story file, and no public plugin reads several languages from one.
  languageFiles: 'oneLanguage',
  otherStoryFiles: {
    looksLikeStory: (path) => /\.json/i.test(posix.basename(path)),
    message: (path) => message('exporter.unreal.otherStoryFile', { path }),
  },
  protectedPaths: {
    paths: ['Binaries', 'Intermediate', 'Saved', 'DerivedDataCache', 'Plugins', 'Config'],
    extensions: ['.uasset', '.umap', '.uproject'],
  },
  engineFiles: [
    { type: 'resource', signatures: ['\xc1\x83\x2a\x9e', '\x9e\x2a\x83\xc1'], extensions: ['uasset', 'pak'] },
    { type: 'scene', extensions: ['umap'] },
    {
      type: 'settings',
      extensions: ['uproject', 'uplugin'],
      jsonKeys: [
        ['FileVersion', 'EngineAssociation'],
        ['FileVersion', 'Modules'],
        ['FileVersion', 'VersionName'],
      ],
    },
  ],
  serialize: (project, options, chunkScope) =>
    writeJsonStory(project, { id: 'unreal', variant: options.destination === 'http' ? http : file }, options, chunkScope),
  importerErrors: ['missing-start', 'script'],
  recordChecks: [checkTextBlocks],
  plugin: unrealPlugin,
  hasCompactForm: true,
  integration: unrealIntegration,
  rest: { acceptsBoardIds: false, acceptsFallbackContents: true, acceptsStoredNames: false },
});
