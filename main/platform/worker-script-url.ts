/** Where the script of a thread is: in the sources next to the module that starts it, in a build next to the entry points. */
export function workerScriptUrl(moduleUrl: string, { source, built }: { readonly source: string; readonly built: string }): URL {
  if (moduleUrl.endsWith('.ts')) return new URL(source, moduleUrl);
  return new URL(moduleUrl.includes('/chunks/') ? `../${built}` : `./${built}`, moduleUrl);
}
