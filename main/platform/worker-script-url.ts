/** The URL of a thread's script: next to the module that starts it in the sources, next to the entry points in a build. */
export function workerScriptUrl(moduleUrl: string, { source, built }: { readonly source: string; readonly built: string }): URL {
  if (moduleUrl.endsWith('.ts')) return new URL(source, moduleUrl);
  return new URL(moduleUrl.includes('/chunks/') ? `../${built}` : `./${built}`, moduleUrl);
}
