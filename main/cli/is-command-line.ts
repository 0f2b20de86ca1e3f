/** Whether the arguments of the app are for the command line. Any bare word is, so that a wrong one is answered with the available commands. */
export function isCommandLine(args: readonly string[]): boolean {
  const [first = ''] = args;
  if (first.startsWith('--lang=')) return isCommandLine(args.slice(1));
  if (first === '--lang') return isCommandLine(args.slice(2));
  return /^([a-z]+|-h|--help|--version)$/.test(first);
}
