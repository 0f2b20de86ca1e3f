// @ts-nocheck: setVersion and setAppPath are what Electron's own default app calls, and in no types.
// Stands in for Electron's default app where a build has none: the first argument without a dash is the folder of the app to run.
// An ES module, so that Electron waits for the app's own main before it says that it is ready.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, safeStorage } from 'electron';

const folder = resolve(process.argv.slice(1).find((argument) => !argument.startsWith('-')) ?? '.');
const { name, version, main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
app.setName(name);
app.setVersion(version);
app.setAppPath(folder);
// This Electron can ask the key store only while everything waits: the same store, asked so.
safeStorage.isAsyncEncryptionAvailable ??= async () => safeStorage.isEncryptionAvailable();
safeStorage.encryptStringAsync ??= async (text) => safeStorage.encryptString(text);
safeStorage.decryptStringAsync ??= async (encrypted) => ({ result: safeStorage.decryptString(encrypted), shouldReEncrypt: false });
try {
  await import(pathToFileURL(join(folder, main)).href);
} catch (error) {
  console.error(error);
  app.exit(1);
}
