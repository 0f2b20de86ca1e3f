/**
 * The integration for the Unity editor: a small editor script that runs “Import Project” when the story has changed. It is written only if the
 * user enables it.
 */

import { z } from 'zod';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { fingerprintOf } from '../../platform/fingerprint.ts';
import { type EditorIntegration, type IntegrationEdit, type IntegrationInput, receiptParser } from '../editor-integration.ts';

const receiptSchema = z.strictObject({ is: z.literal('script'), path: z.string(), sha256: z.string() });
type ScriptReceipt = z.infer<typeof receiptSchema>;

export const unityIntegration: EditorIntegration<ScriptReceipt> = {
  description: message('exporter.unity.integration'),
  usesStory: false,
  findPaths: async () => [autoImportScriptPath],
  accepts: (path) => path === autoImportScriptPath,
  preview: (bytes) => ({ before: bytes && withUnixLineEnds(bytes), after: autoImportScript }),
  apply: async (input) => applyScript(input),
  revert: async ({ bytes, receipt }) => (hashOfScript(bytes) === receipt.sha256 ? 'delete' : null),
  parseReceipt: receiptParser(receiptSchema),
};

/** Git on Windows writes other line ends when it checks out the script, which is no change of it. */
const withUnixLineEnds = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\r\n', '\n');

const hashOfScript = (bytes: Buffer): string => fingerprintOf(Buffer.from(withUnixLineEnds(bytes))).sha256;

function applyScript({ bytes: current, receipt }: IntegrationInput<ScriptReceipt>): IntegrationEdit<ScriptReceipt> {
  const bytes = Buffer.from(autoImportScript);
  const sha256 = hashOfScript(bytes);
  const now = current && hashOfScript(current);
  if (now === sha256 && receipt) return { type: 'unchanged' };
  if (receipt && now !== receipt.sha256) return { type: 'changedByOthers', change: now === null ? 'deleted' : 'changed' };
  if (!receipt && current && now !== sha256)
    throw new Problem('folder', message('targets.problem.scriptTaken', { path: autoImportScriptPath }), {
      context: { path: autoImportScriptPath },
    });
  return { type: 'write', bytes: now === sha256 ? null : bytes, receipt: { is: 'script', path: autoImportScriptPath, sha256 } };
}

export const autoImportScriptPath = 'Assets/Arcweave/Editor/TaleportAutoImport.cs';

/**
 * The script refers to the importer only by name. So it compiles without it and with any version of it, and ignores anything unexpected. It
 * never changes an asset that imports from the web.
 */
export const autoImportScript = `// Written by Taleport. It presses "Import Project" of the Arcweave asset whenever the story has been exported again.
// Switch it off in Taleport, or delete this file: nothing else depends on it.
#if UNITY_EDITOR
using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEditor;
using UnityEngine;

namespace Taleport.EditorHelpers
{
    internal sealed class TaleportAutoImport : AssetPostprocessor
    {
        private const string Folder = "Assets/Arcweave/";
        private const BindingFlags Members = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
        private static readonly HashSet<string> Waiting = new HashSet<string>();

        private static void OnPostprocessAllAssets(string[] imported, string[] deleted, string[] moved, string[] movedFrom)
        {
            var isFirst = Waiting.Count == 0;
            foreach (var path in imported)
            {
                if (path.StartsWith(Folder + "project", StringComparison.Ordinal) && path.EndsWith(".json", StringComparison.Ordinal))
                {
                    Waiting.Add(path);
                }
            }
            // Not in the middle of Unity's own import, and once for all files of an export.
            if (isFirst && Waiting.Count > 0) EditorApplication.delayCall += ImportWaiting;
        }

        private static void ImportWaiting()
        {
            if (EditorApplication.isCompiling || EditorApplication.isUpdating)
            {
                EditorApplication.delayCall += ImportWaiting;
                return;
            }
            var changed = new HashSet<string>(Waiting);
            Waiting.Clear();
            foreach (var guid in AssetDatabase.FindAssets("t:ArcweaveProjectAsset"))
            {
                try
                {
                    Import(AssetDatabase.LoadMainAssetAtPath(AssetDatabase.GUIDToAssetPath(guid)), changed);
                }
                catch (Exception problem)
                {
                    Debug.LogWarning("Taleport could not press Import Project: " + (problem.InnerException ?? problem).Message);
                }
            }
        }

        private static void Import(UnityEngine.Object asset, HashSet<string> changed)
        {
            if (asset == null || asset.GetType().FullName != "Arcweave.ArcweaveProjectAsset") return;
            var type = asset.GetType();
            var source = type.GetField("importSource", Members);
            if (source != null && Convert.ToString(source.GetValue(asset)) != "FromJson") return;
            var field = type.GetField("projectJsonFile", Members);
            var story = field == null ? null : field.GetValue(asset) as TextAsset;
            if (story == null || !changed.Contains(AssetDatabase.GetAssetPath(story))) return;

            foreach (var method in type.GetMethods(Members))
            {
                if (method.Name != "ImportProject") continue;
                var wanted = method.GetParameters();
                var given = new object[wanted.Length];
                for (var i = 0; i < wanted.Length; i++)
                {
                    if (wanted[i].ParameterType == typeof(Action)) given[i] = (Action)(() => Save(asset));
                    else if (wanted[i].ParameterType == typeof(Action<string>)) given[i] = (Action<string>)(text => Debug.LogWarning("Arcweave import: " + text));
                    else if (wanted[i].HasDefaultValue) given[i] = wanted[i].DefaultValue;
                    else return;
                }
                method.Invoke(asset, given);
                return;
            }
        }

        private static void Save(UnityEngine.Object asset)
        {
            EditorApplication.delayCall += () =>
            {
                if (asset == null) return;
                EditorUtility.SetDirty(asset);
                // Older editors can only save everything, also what is none of our business: there it is saved with the project.
#if UNITY_2021_1_OR_NEWER
                AssetDatabase.SaveAssetIfDirty(asset);
#endif
            };
        }
    }
}
#endif
`;
