// What the script for the Unity editor uses of the editor's interface, as its manual describes it, and nothing else: enough to compile it against.
// Each member does the least that a test can see.
using System;
using System.Collections.Generic;

namespace UnityEngine
{
    public class Object { }
    public class TextAsset : Object { }
    public static class Debug
    {
        public static void LogWarning(object message) { Console.WriteLine("warning: " + message); }
    }
}

namespace UnityEditor
{
    public class AssetPostprocessor { }

    public static class EditorApplication
    {
        public delegate void CallbackFunction();
        public static CallbackFunction delayCall;
        public static bool isCompiling { get; set; }
        public static bool isUpdating { get; set; }

        public static void Turn()
        {
            var now = delayCall;
            delayCall = null;
            if (now != null) now();
        }
    }

    public static class AssetDatabase
    {
        public static readonly Dictionary<string, UnityEngine.Object> Assets = new Dictionary<string, UnityEngine.Object>();
        public static string[] FindAssets(string filter)
        {
            Console.WriteLine("find: " + filter);
            var found = new List<string>();
            foreach (var each in Assets) if (each.Key.EndsWith(".asset")) found.Add(each.Key);
            return found.ToArray();
        }
        public static string GUIDToAssetPath(string guid) { return guid; }
        public static UnityEngine.Object LoadMainAssetAtPath(string path) { return Assets[path]; }
        public static string GetAssetPath(UnityEngine.Object asset)
        {
            foreach (var each in Assets) if (each.Value == asset) return each.Key;
            return "";
        }
        public static void SaveAssetIfDirty(UnityEngine.Object asset) { Console.WriteLine("saved: " + GetAssetPath(asset)); }
    }

    public static class EditorUtility
    {
        public static void SetDirty(UnityEngine.Object asset) { Console.WriteLine("dirty: " + AssetDatabase.GetAssetPath(asset)); }
    }
}
