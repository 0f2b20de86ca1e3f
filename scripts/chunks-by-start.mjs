// How the program of the main process is divided into files. Each file costs a start as much as 10 KB of code, and a process starts with what its
// entry imports: so what the same starts need is one file. Left to itself, the bundler also tells apart what each of a hundred modules needs that are
// loaded later, and a command read ninety files.

/** @typedef {import('rolldown').CodeSplittingNameFunction} NameOfGroup */

/**
 * The name of the file for a module that some of these starts import, directly or not; null for any other module, which the bundler places.
 * @param {Readonly<Record<string, readonly string[]>>} starts by a short name, the absolute paths of the modules that a process starts with
 * @returns {NameOfGroup}
 */
export function groupByStarts(starts) {
  /** @type {Map<string, string> | undefined} */
  let names;
  return (moduleId, context) => {
    names ??= nameModules(starts, context);
    return names.get(moduleId) ?? null;
  };
}

/**
 * @param {Readonly<Record<string, readonly string[]>>} starts
 * @param {Parameters<NameOfGroup>[1]} context
 */
function nameModules(starts, context) {
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const [start, modules] of Object.entries(starts)) {
    const waiting = [...modules];
    const found = new Set(waiting);
    for (const id of waiting)
      for (const imported of context.getModuleInfo(id)?.importedIds ?? [])
        if (!found.has(imported)) {
          found.add(imported);
          waiting.push(imported);
        }
    for (const id of found) names.set(id, names.has(id) ? `${names.get(id)}-${start}` : start);
  }
  // An entry is a file of its own, which nothing else may load.
  for (const id of Object.values(starts).flat()) names.delete(id);
  // What is loaded later by another start may share a module with this one, and must not load all of it: it may need Electron.
  for (const [id, name] of names) if (name in starts) names.delete(id);
  return names;
}
