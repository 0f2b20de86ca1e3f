/**
 * What the build of the screen puts in zod's place (electron.vite.config.ts): the screen reads only the types off the schemas of
 * shared/, and what it gets was parsed where it came in. So 170 kB need not be loaded nor a thousand schemas made before the first picture.
 */
const stub: unknown = new Proxy(() => stub, {
  get: (_, name) => (parsingMethods.has(name) ? throwOnParse : stub),
  apply: () => stub,
});
const parsingMethods: ReadonlySet<string | symbol> = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync']);

function throwOnParse(): never {
  throw new Error('Nothing is parsed in the screen: ask for it through shared/contracts/ipc/calls.ts.');
}

export const z = stub;
