import { join } from 'node:path';
import { newestReleasedVersion } from '../../../shared/contracts/plugin-versions.ts';
import { message } from '../../../shared/messages/message.ts';
import { toFileNameKey } from '../../../shared/text.ts';
import { splitFileExtension } from '../asset-files.ts';
import { checkTextBlocks } from '../checks/check-text-blocks.ts';
import { defineExporter, readProjectName, resolveKind } from '../exporter.ts';
import { baseVariant, writeJsonStory } from '../json/write-json-story.ts';
import { unityIntegration } from './unity-integration.ts';
import { unityAssetFolder, unityPlugin } from './unity-plugin.ts';

const variant = { ...baseVariant, hasCompactForm: true, scriptProfile: newestReleasedVersion(unityPlugin.versions).scriptProfile };

export const unityExporter = defineExporter({
  id: 'unity',
  label: 'Unity',
  project: {
    async isProject(disk, folder) {
      if ((await resolveKind(disk, join(folder, 'Assets'))) !== 'folder') return false;
      const marks = [join(folder, 'ProjectSettings', 'ProjectVersion.txt'), join(folder, 'Packages', 'manifest.json')];
      return (await Promise.all(marks.map((mark) => resolveKind(disk, mark)))).includes('file');
    },
    readName: (disk, folder) =>
      readProjectName(disk, folder, join(folder, 'ProjectSettings', 'ProjectSettings.asset'), /^[ \t]*productName:[ \t]*(\S.*)$/m),
  },
  story: { folder: 'Assets/Arcweave', extension: '.json' },
  assets: {
    folder: unityAssetFolder,
    isFlat: true,
    importsByExtension: true,
    notImported: ['.webp', '.svg', '.m4a'],
    // The importer loads an asset by its type and its name without the extension.
    lookup: {
      key: (type, fileName) => `${type}:${toFileNameKey(splitFileExtension(fileName)[0])}`,
      iconKey: (file) => `image:${toFileNameKey(file.split('/').at(-1) ?? '')}`,
      iconCollisionMessage: (names) => message('exporter.unity.iconName', names),
      collisionMessage: (type, names) => message('exporter.unity.sameName', { type, ...names }),
    },
  },
  languageFiles: 'filePerLanguage',
  protectedPaths: {
    paths: ['Library', 'Temp', 'Logs', 'obj', 'UserSettings', 'ProjectSettings', 'Packages', 'Assets/Arcweave/Plugin'],
    extensions: ['.meta'],
  },
  engineFiles: [
    { type: 'metadata', text: /^fileFormatVersion: \d+\s+(?:folderAsset: \w+\s+)?guid:/, extensions: ['meta'] },
    {
      type: 'resource',
      signatures: ['UnityFS'],
      text: /^%YAML [\d.]+\s+%TAG !u! tag:unity3d/,
      extensions: ['asset', 'prefab'],
      jsonKeys: [['m_SGVersion']],
    },
    { type: 'scene', extensions: ['unity'] },
    {
      type: 'settings',
      jsonKeys: [
        ['name', 'references', 'includePlatforms'],
        ['name', 'references', 'rootNamespace'],
      ],
    },
  ],
  serialize: (project, options, chunkScope) => writeJsonStory(project, { id: 'unity', variant }, options, chunkScope),
  importerErrors: ['missing-start', 'script', 'dangling-id'],
  recordChecks: [checkTextBlocks],
  plugin: unityPlugin,
  hasCompactForm: true,
  integration: unityIntegration,
  rest: { acceptsBoardIds: false, acceptsFallbackContents: true, acceptsStoredNames: false },
});
