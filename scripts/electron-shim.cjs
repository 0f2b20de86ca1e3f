// @ts-nocheck: setVersion and setAppPath are what Electron's own default app calls, and in no types.
// Stands in for Electron's default app where a build has none: the first argument without a dash is the folder of the app to run.
const { app } = require('electron');
const { join, resolve } = require('node:path');
const { pathToFileURL } = require('node:url');

const folder = resolve(process.argv.slice(1).find((argument) => !argument.startsWith('-')) ?? '.');
const { name, version, main } = require(join(folder, 'package.json'));
app.setName(name);
app.setVersion(version);
app.setAppPath(folder);
import(pathToFileURL(join(folder, main)).href).catch((error) => {
  console.error(error);
  app.exit(1);
});
