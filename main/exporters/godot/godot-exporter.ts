import { join } from 'node:path';
import { newestReleasedVersion } from '../../../shared/contracts/plugin-versions.ts';
import { checkTextBlocks } from '../checks/check-text-blocks.ts';
import { defineExporter, readProjectName, resolveKind } from '../exporter.ts';
import { baseVariant, writeJsonStory } from '../json/write-json-story.ts';
import { godotIntegration } from './godot-integration.ts';
import { godotPlugin } from './godot-plugin.ts';

const file = {
  ...baseVariant,
  isPretty: true,
  hasGeometry: false,
  canShowStoredNames: true,
  scriptProfile: newestReleasedVersion(godotPlugin.versions).scriptProfile,
};
const http = { ...file, isWrapped: true };

export const godotExporter = defineExporter({
  id: 'godot',
  label: 'Godot',
  project: {
    isProject: async (disk, folder) => (await resolveKind(disk, join(folder, 'project.godot'))) === 'file',
    readName: (disk, folder) => readProjectName(disk, folder, join(folder, 'project.godot'), /^config\/name\s*=\s*"(.*)"/m),
  },
  story: { folder: 'arcweave', extension: '.json' },
  assets: {
    folder: 'arcweave/assets',
    importsByExtension: true,
    // The editor imports videos in Ogg Theora only.
    notImported: ['.gif', '.m4a', '.flac', '.mp4', '.m4v', '.mov', '.avi', '.mkv', '.webm', '.weba'],
  },
  languageFiles: 'filePerLanguage',
  protectedPaths: { paths: ['.godot', '.import', 'addons', 'project.godot', 'export_presets.cfg'], extensions: ['.import', '.uid'] },
  engineFiles: [
    { type: 'scene', text: /^\[gd_scene\b/, extensions: ['tscn', 'scn'] },
    { type: 'resource', signatures: ['RSRC', 'RSCC', 'GDPC'], text: /^\[gd_resource\b/, extensions: ['tres', 'res', 'pck'] },
    { type: 'metadata', text: /^\[remap\]|^uid:\/\//, extensions: ['import', 'uid'] },
    { type: 'settings', text: /^; Engine configuration file|^config_version=/, extensions: ['godot'], jsonKeys: [['API_DOMAIN']] },
    {
      type: 'script',
      signatures: ['GDSC'],
      text: /^(?:(?:#|@tool)[^\n]*\n\s*|class_name \w+\s+)*extends ["\w]/,
      extensions: ['gd', 'gdc'],
    },
  ],
  serialize: (project, options, chunkScope) =>
    writeJsonStory(project, { id: 'godot', variant: options.destination === 'http' ? http : file }, options, chunkScope),
  importerErrors: ['missing-start', 'script', 'dangling-id'],
  recordChecks: [checkTextBlocks],
  plugin: godotPlugin,
  integration: godotIntegration,
  rest: { acceptsBoardIds: false, acceptsFallbackContents: true, acceptsStoredNames: true },
  exampleProject: {
    'project.godot': '; An example game made by Taleport.\nconfig_version=5\n\n[application]\n\nconfig/name="Example game"\n',
    'README.txt':
      'An example game, created by Taleport. The folder arcweave contains the export of your story.\nDelete this folder when you no longer need it.\n',
  },
});
