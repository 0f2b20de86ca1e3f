/** The entry point without Electron. Checks the version of Node before it imports modules that would crash on an older one. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (Number(process.versions.napi) < 10 || major < 22 || (major === 22 && minor < 14)) {
  console.error(`Taleport needs Node 22.14 or newer (this is ${process.versions.node}). Install a newer Node.`);
  process.exit(1);
}
const { keepCompiledCode } = await import('./platform/compile-cache.ts');
keepCompiledCode();
const [, , command, ...args] = process.argv;
if (command === 'merge-driver' && args.length === 4) {
  // Git starts this for each file of a merge: it loads what merges files, and nothing else.
  const { mergeInProcess } = await import('./story-folder/merge-driver.ts');
  process.exit(await mergeInProcess(args));
}
const { exitProcess, reserveDiskThreads } = await import('./platform/time-limited-disk.ts');
reserveDiskThreads();
const { runHeadless } = await import('./run-headless.ts');
exitProcess(await runHeadless(process.argv.slice(2)));

export {};
