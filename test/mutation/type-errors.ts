/** Finds the mutants that do not compile, such as unknown keys of messages: the compiler catches them before any test runs. */
import { spawn } from 'node:child_process';
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mutant, mutationFolder, repository } from './mutants.ts';

const copy = join(mutationFolder, 'types');

/** Compiles a copy of the sources again and again, each time with at most one mutant in each file. */
export async function findTypeErrors(mutants: readonly Mutant[]): Promise<ReadonlySet<string>> {
  rmSync(copy, { recursive: true, force: true });
  for (const folder of ['main', 'shared']) cpSync(join(repository, folder), join(copy, folder), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'), 'junction');
  const compilerOptions = { tsBuildInfoFile: './types.tsbuildinfo' };
  writeFileSync(
    join(copy, 'tsconfig.json'),
    JSON.stringify({ extends: '../../../tsconfig.json', compilerOptions, include: ['main', 'shared'] }),
  );

  const found = new Set<string>();
  const waiting = Map.groupBy(mutants, ({ file }) => file);
  while (waiting.size > 0) {
    const tried = [...waiting].flatMap(([file, rest]) => {
      const mutant = rest.shift();
      if (rest.length === 0) waiting.delete(file);
      return mutant ?? [];
    });
    for (const mutant of tried) writeFileSync(join(copy, mutant.file), withMutant(mutant));
    const errors = await compile();
    for (const { id, file, line, original } of tried) {
      const lastLine = line + original.split('\n').length - 1;
      if (errors.some((error) => error.file === file && error.line >= line && error.line <= lastLine)) found.add(id);
      cpSync(join(repository, file), join(copy, file));
    }
  }
  return found;
}

function withMutant({ file, start, original, replacement }: Mutant): string {
  const source = readFileSync(join(repository, file), 'utf8');
  // Line breaks would move the errors of the lines below.
  const sameHeight = replacement.replace(/\s*\n\s*/g, ' ') + '\n'.repeat(original.split('\n').length - 1);
  return source.slice(0, start) + sameHeight + source.slice(start + original.length);
}

async function compile(): Promise<{ file: string; line: number }[]> {
  const child = spawn(process.execPath, [join(repository, 'node_modules/typescript/bin/tsc'), '--pretty', 'false'], { cwd: copy });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((done) => child.once('close', done));
  const lines = Buffer.concat(chunks).toString('utf8').split('\n');
  return lines.flatMap((text) => {
    const [, file, line] = /^(\S+)\((\d+),\d+\): error/.exec(text) ?? [];
    return file === undefined ? [] : [{ file, line: Number(line) }];
  });
}
