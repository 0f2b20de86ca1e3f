/** A program that stands in for `p4`, first in PATH until the end of the test file. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { newFolderForFile } from './new-folder.ts';

/**
 * Speaks as `p4 -ztag edit|add|delete|revert` do: it makes files writable that are opened for edit, refuses to open what is already open for something
 * else, and writes what it was asked into a file.
 */
const program = `#!/bin/sh
[ "$1" = -d ] && { shift; shift; }
echo "$@" >> "$P4_LOG"
[ "$1" = -ztag ] && shift
command=$1; shift
[ "$1" = -k ] && shift
[ "$1" = -f ] && shift
[ -n "$P4_FAIL" ] && { echo "$P4_FAIL" >&2; exit 1; }
for file in "$@"; do
  # All but add take encoded names.
  if [ "$command" != add ]; then
    case "$file" in *[@#*]*) echo "$file - no such file(s)." >&2; exit 1;; esac
    file=$(printf %s "$file" | sed 's/%40/@/g; s/%23/#/g; s/%2A/*/g; s/%25/%/g')
  fi
  [ -e "$file" ] || [ "$command" = delete ] || [ "$command" = revert ] || { echo "$file - missing, assuming text." >&2; exit 1; }
  if [ "$command" = delete ] && grep -qxF "$file" "$P4_OPEN"; then echo "$file - can't delete (already opened for edit)" >&2; continue; fi
  case "$command" in
    edit) [ "$file" = "$P4_LOCKED" ] && { echo "$file - can't edit exclusive file already opened" >&2; continue; }
      chmod u+w "$file"; echo "$file" >> "$P4_OPEN";;
    add) echo "$file" >> "$P4_OPEN";;
    delete) ;;
    revert) grep -vxF "$file" "$P4_OPEN" > "$P4_OPEN.new"; mv "$P4_OPEN.new" "$P4_OPEN";;
    *) exit 1;;
  esac
  echo "... depotFile //depot/$file"; echo "... action $command"
done
exit 0
`;

export class PerforceStandIn {
  readonly #log: string;
  readonly #open: string;

  constructor() {
    const folder = newFolderForFile();
    const programs = join(folder, 'bin');
    mkdirSync(programs);
    writeFileSync(join(programs, 'p4'), program, { mode: 0o755 });
    [this.#log, this.#open] = [join(folder, 'log'), join(folder, 'open')];
    writeFileSync(this.#open, '');
    Object.assign(process.env, {
      PATH: `${programs}${delimiter}${process.env.PATH ?? ''}`,
      P4_LOG: this.#log,
      P4_OPEN: this.#open,
      P4_FAIL: '',
      P4_LOCKED: '',
    });
  }

  /** From now on, each command fails with this text; with an empty one, none. */
  failWith(text: string): void {
    process.env.P4_FAIL = text;
  }

  /** The file that somebody else has locked, as an absolute path. */
  lock(path: string): void {
    process.env.P4_LOCKED = path;
  }

  /** The commands since the last call, without the folder in their paths. */
  takeCommands(folder: string): string[] {
    const lines = existsSync(this.#log) ? readFileSync(this.#log, 'utf8').split('\n') : [];
    writeFileSync(this.#log, '');
    return lines.map((line) => line.replaceAll(`${folder}/`, '')).filter((line) => line !== '');
  }

  /** Makes all files read-only, as they are after a submit. */
  submit(folder: string): void {
    writeFileSync(this.#open, '');
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile() && !entry.parentPath.includes('.taleport~')) chmodSync(join(entry.parentPath, entry.name), 0o444);
  }
}
