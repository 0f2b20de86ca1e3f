// A day of the script in a stubbed editor: the importer's asset by the names that the published importer gives it.
using System;
using UnityEditor;
using UnityEngine;

namespace Arcweave
{
    public class ArcweaveProjectAsset : UnityEngine.Object
    {
        public enum ImportSource { FromJson, FromWeb }
        public ImportSource importSource;
        public TextAsset projectJsonFile;
        public void ImportProject(Action onSuccess = null, Action<string> onFail = null)
        {
            Console.WriteLine("imported: " + AssetDatabase.GetAssetPath(projectJsonFile));
            if (onSuccess != null) onSuccess();
        }
    }
}

internal static class Day
{
    private static void Main()
    {
        var story = new TextAsset();
        var german = new TextAsset();
        AssetDatabase.Assets["Assets/Arcweave/project.json"] = story;
        AssetDatabase.Assets["Assets/Arcweave/project.de.json"] = german;
        AssetDatabase.Assets["Assets/English.asset"] = new Arcweave.ArcweaveProjectAsset { projectJsonFile = story };
        AssetDatabase.Assets["Assets/German.asset"] = new Arcweave.ArcweaveProjectAsset { projectJsonFile = german };
        AssetDatabase.Assets["Assets/Web.asset"] = new Arcweave.ArcweaveProjectAsset { projectJsonFile = story, importSource = Arcweave.ArcweaveProjectAsset.ImportSource.FromWeb };
        AssetDatabase.Assets["Assets/Other.asset"] = new TextAsset();

        Console.WriteLine("-- something else was imported");
        Imported("Assets/Scenes/Main.unity");
        Console.WriteLine("-- the story was, while the editor compiles");
        EditorApplication.isCompiling = true;
        Imported("Assets/Arcweave/project.json", "Assets/Arcweave/Resources/map.png");
        EditorApplication.isCompiling = false;
        Turns();
        Console.WriteLine("-- both languages, in two goes");
        Imported("Assets/Arcweave/project.json");
        Imported("Assets/Arcweave/project.de.json");
        Turns();
    }

    private static void Imported(params string[] paths)
    {
        var none = new string[0];
        var script = Type.GetType("Taleport.EditorHelpers.TaleportAutoImport");
        var called = script.GetMethod("OnPostprocessAllAssets", System.Reflection.BindingFlags.Static | System.Reflection.BindingFlags.NonPublic);
        called.Invoke(null, new object[] { paths, none, none, none });
        if (EditorApplication.isCompiling) EditorApplication.Turn();
    }

    private static void Turns()
    {
        while (EditorApplication.delayCall != null) EditorApplication.Turn();
    }
}
