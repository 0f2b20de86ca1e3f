/**
 * Runs a program in the .NET that Blazor uses, in Node: node run-dotnet.ts FRAMEWORK PROGRAM START ARGUMENT. START is a file that is written: the loader
 * with a configuration of our own in place of Blazor's, which would load everything.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface DotNet {
  withResourceLoader(load: (type: string, name: string) => string | Promise<Response>): DotNet;
  create(): Promise<{ runMain(assembly: string, args: readonly string[]): Promise<number> }>;
}

const [folder = '', program = '', start = '', argument = ''] = process.argv.slice(2);
const names = readdirSync(folder);
const assemblies = [
  'System.Private.CoreLib',
  'System.Runtime',
  'System.Runtime.InteropServices.JavaScript',
  'System.Console',
  'System.Collections',
  'System.Memory',
  'System.Runtime.Extensions',
  'System.Runtime.InteropServices',
  'System.Text.Encoding.Extensions',
  'System.Threading',
  // To which Mono's compiler refers.
  'mscorlib',
];

/** A file whose name contains a hash: `System.Runtime.tendud3ylb.wasm`. */
function find(stem: string, extension: string): string {
  const found = names.find(
    (name) =>
      name.startsWith(`${stem}.`) && /^\w+$/.test(name.slice(stem.length + 1, -extension.length - 1)) && name.endsWith(`.${extension}`),
  );
  if (found === undefined) throw new Error(`There is no ${stem} in ${folder}`);
  return found;
}

const config = {
  mainAssemblyName: 'Facts',
  globalizationMode: 'invariant',
  resources: {
    jsModuleNative: [{ name: find('dotnet.native', 'js') }],
    jsModuleRuntime: [{ name: find('dotnet.runtime', 'js') }],
    wasmNative: [{ name: find('dotnet.native', 'wasm') }],
    // The runtime waits for these before it starts.
    coreAssembly: [
      ...assemblies.map((name) => ({ virtualPath: `${name}.wasm`, name: find(name, 'wasm') })),
      { virtualPath: 'Facts.dll', name: 'Facts.exe' },
    ],
  },
};
const loader = readFileSync(join(folder, 'dotnet.js'), 'utf8');
writeFileSync(
  start,
  loader.replace(/\/\*json-start\*\/[\s\S]*\/\*json-end\*\//, () => JSON.stringify(config)),
);
// The loader exports its builder under this name.
const { dotnet } = (await import(pathToFileURL(start).href)) as { dotnet: DotNet };
const runtime = await dotnet
  .withResourceLoader((type, name) => {
    if (type === 'dotnetjs') return pathToFileURL(join(folder, name)).href;
    const bytes = readFileSync(name === 'Facts.exe' ? program : join(folder, name));
    return Promise.resolve(new Response(bytes, { headers: { 'content-type': 'application/wasm' } }));
  })
  .create();
process.exitCode = await runtime.runMain('Facts', [argument]);
