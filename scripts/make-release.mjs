// `npm run release`: builds the app and makes the packages of this system, as they are published (docs/releasing.md). Arguments are for electron-builder.

import { printUsageIfAsked } from './command-line.mjs';
import { electronBuilderProgram, electronViteProgram, isMainModule, repoPath } from './paths.mjs';
import { runProcess } from './run-process.mjs';

/** Options of electron-builder for Azure's signing service, and the variables that set them. */
const azureOptions = {
  endpoint: 'AZURE_SIGNING_ENDPOINT',
  codeSigningAccountName: 'AZURE_SIGNING_ACCOUNT',
  certificateProfileName: 'AZURE_SIGNING_PROFILE',
  publisherName: 'AZURE_SIGNING_PUBLISHER',
};
/** By which the service knows who signs; read by its own program. */
const azureSecrets = ['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_CLIENT_SECRET'];

/**
 * Without these variables electron-builder signs with the file that WIN_CSC_LINK names, if there is one.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string[]}
 */
export function windowsSigningOptions(env) {
  const variables = Object.values(azureOptions);
  if (variables.every((name) => !env[name])) return [];
  const missing = [...variables, ...azureSecrets].filter((name) => !env[name]);
  if (missing.length > 0) throw new Error(`Signing with Azure also needs ${missing.join(', ')}.`);
  return Object.entries(azureOptions).map(([option, name]) => `--config.win.azureSignOptions.${option}=${env[name]}`);
}

/** @param {readonly string[]} args */
async function makeRelease(args) {
  const signing = process.platform === 'win32' ? windowsSigningOptions(process.env) : [];
  const commands = [
    [electronViteProgram, 'build'],
    [electronBuilderProgram, '--publish', 'never', ...signing, ...args],
  ];
  for (const command of commands) {
    const { code } = await runProcess(process.execPath, command, { cwd: repoPath() });
    if (code !== 0) return code ?? 1;
  }
  return 0;
}

if (isMainModule(import.meta.url)) {
  printUsageIfAsked('npm run release -- [OPTION OF electron-builder]...');
  try {
    process.exitCode = await makeRelease(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
