/** Sends uploads to a server of another process, byte by byte as a client does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { boundary } from '../main/rest-api/form-data.ts';
import { bundleOf } from '../programs.ts';

export interface Server {
  readonly child: ChildProcess;
  readonly url: string;
  readonly key: string;
  readonly hash: string;
}

export async function startServer(folder: string): Promise<Server> {
  const child = spawn(process.execPath, [await bundleOf(join(import.meta.dirname, 'upload-server.ts')), folder]);
  return await new Promise((resolve, reject) => {
    let text = '';
    let errors = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve({ child, ...JSON.parse(text) });
    });
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.once('close', () => reject(new Error(`The server ended: ${errors}`)));
  });
}

interface Sent {
  readonly status: number;
  readonly body: { readonly filename?: string; readonly id?: string; readonly size?: string; readonly errors?: Record<string, string> };
}

/** Rejects when the connection breaks. */
export function uploadTo(
  { url, key, hash }: Server,
  bytes: AsyncIterable<Uint8Array>,
  { type, filename, flow }: { type: string; filename: string; flow: 'two-step' | 'single' },
): Promise<Sent> {
  const path = flow === 'single' ? `/api/v1/${hash}/asset?single` : `/api/v1/${hash}/asset/upload`;
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json',
    'content-type': `multipart/form-data; boundary=${boundary}`,
  };
  async function* body() {
    yield Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="type"\r\n\r\n${type}\r\n`);
    yield Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`);
    yield* bytes;
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as Sent['body'] }));
      response.once('error', reject);
    });
    sent.once('error', reject);
    pipeline(body(), sent).catch(reject);
  });
}
