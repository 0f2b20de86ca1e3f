/** Paths that need no quotation marks: in sh, and in cmd and PowerShell. */
const plainPosixPath = /^[\p{L}\p{N}_@%+=:,./-]+$/u;
const plainWindowsPath = /^[\p{L}\p{N}_+:./\\-]+$/u;

/** An absolute path as one word of a command to paste: for sh if it is one of POSIX, else for cmd and PowerShell. */
export function quotePathForShell(path: string): string {
  if (!path.startsWith('/')) return plainWindowsPath.test(path) ? path : `"${path}"`;
  return plainPosixPath.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
