/** Whether a first argument is meant for the command line; every bare word is, so that a wrong one is answered by what there is. */
export const isCommandName = (word: string | undefined): boolean => word !== undefined && /^([a-z]+|-h|--help|--version)$/.test(word);
