// @ts-nocheck: setVersion and setAppPath are called by Electron's own default app, but are not in its types.
// Replaces Electron's default app in builds without one: the first argument without a dash is the folder of the app to run.
// An ES module, so that Electron waits for the app's own main before it emits `ready`.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, safeStorage } from 'electron';

const folder = resolve(process.argv.slice(1).find((argument) => !argument.startsWith('-')) ?? '.');
const { name, version, main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
app.setName(name);
app.setVersion(version);
app.setAppPath(folder);
// This version of Electron can access the key store only synchronously: the same store through the synchronous functions.
safeStorage.isAsyncEncryptionAvailable ??= async () => safeStorage.isEncryptionAvailable();
safeStorage.encryptStringAsync ??= async (text) => safeStorage.encryptString(text);
safeStorage.decryptStringAsync ??= async (encrypted) => ({ result: safeStorage.decryptString(encrypted), shouldReEncrypt: false });
try {
  await import(pathToFileURL(join(folder, main)).href);
} catch (error) {
  console.error(error);
  app.exit(1);
}
