import type { ChildProcess } from 'node:child_process';

/** Resolves with the first line of a process; rejects if it ends before. */
export function readFirstLine(what: string, server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    server.stdout?.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.split('\n')[0] ?? '');
    });
    server.once('exit', (code) => reject(new Error(`${what} ended with ${code} before it was ready`)));
  });
}
