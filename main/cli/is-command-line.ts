/**
 * Whether the arguments of the app are for the command line. Any plain word counts as a command, so that a wrong one is answered with a
 * list of commands.
 */
export function isCommandLine(args: readonly string[]): boolean {
  const [first = ''] = args;
  if (first.startsWith('--lang=')) return isCommandLine(args.slice(1));
  if (first === '--lang') return isCommandLine(args.slice(2));
  return /^([a-z]+(?:-[a-z]+)*|-h|--help|--version)$/.test(first);
}
