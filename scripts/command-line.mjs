// The command lines of the developers' commands: each answers --help with its usage, and anything that it does not understand, too.
import { parseArgs } from 'node:util';

/**
 * Parses the arguments of this process, as parseArgs of node:util. Ends the process with the usage if it is asked for (exit code 0) or if an argument is
 * unknown or lacks its value (exit code 2).
 * @template {import('node:util').ParseArgsConfig} T
 * @param {string} usage a line for each way to call the command
 * @param {T} config
 */
export function readCommandLine(usage, config) {
  printUsageIfAsked(usage);
  try {
    return parseArgs(config);
  } catch (error) {
    return rejectCommandLine(usage, error instanceof Error ? error.message : String(error));
  }
}

/**
 * For commands that hand their arguments over to another program: prints the usage and ends the process if the first of them is --help or -h.
 * @param {string} usage
 */
export function printUsageIfAsked(usage) {
  const [first] = process.argv.slice(2);
  if (first !== '--help' && first !== '-h') return;
  console.log(`Usage: ${usage}`);
  process.exit(0);
}

/**
 * @param {string} usage
 * @param {string} message
 * @returns {never}
 */
export function rejectCommandLine(usage, message) {
  console.error(`${message}\nUsage: ${usage}`);
  process.exit(2);
}

/**
 * The number that an option must have. Ends the process with the usage if it is none.
 * @param {string} usage
 * @param {string} option
 * @param {string} value
 */
export function readNumberOption(usage, option, value) {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return rejectCommandLine(usage, `--${option} must be a number, not "${value}".`);
  return number;
}
