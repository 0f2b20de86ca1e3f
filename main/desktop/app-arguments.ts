/**
 * The arguments that are meant for the app: without the program, the app's folder (in development), and Chromium's switches and `--` before
 * them.
 */
import { parseArgs } from 'node:util';

const appOption = /^(--(data|help|version|json|lang)(=|$)|-h$)/;

export function appArguments(argv: readonly string[], isPackaged: boolean): string[] {
  let rest = argv.slice(1);
  if (!isPackaged) {
    const folder = rest.findIndex((argument) => !argument.startsWith('-'));
    rest = folder < 0 ? [] : rest.slice(folder + 1);
  }
  const first = rest.findIndex((argument) => !argument.startsWith('-') || appOption.test(argument));
  return first < 0 ? [] : rest.slice(first);
}

/** The value of `--data DIR`, among arguments that may include switches of Chromium. */
export function dataFolderArgument(args: readonly string[]): string | undefined {
  const { data } = parseArgs({ args: [...args], options: { data: { type: 'string' } }, strict: false, allowPositionals: true }).values;
  return typeof data === 'string' && data !== '' ? data : undefined;
}

/**
 * The arguments to restart the process with another data folder, or without one for null. The option comes first: on Windows, Electron does
 * not start with a link that is followed by another argument, unless `--` precedes both.
 */
export function withDataFolder(argv: readonly string[], isPackaged: boolean, folder: string | null): string[] {
  const own = appArguments(argv, isPackaged);
  const before = argv.slice(1, argv.length - own.length);
  const others = own.filter((argument, index) => !/^--data(=|$)/.test(argument) && own[index - 1] !== '--data');
  return [...before, ...(folder === null ? [] : ['--data', folder]), ...others];
}
