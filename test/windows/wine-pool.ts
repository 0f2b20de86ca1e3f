/** A pool for Vitest whose workers are Node for Windows under Wine. scripts/wine.mjs provides both, and names them in the environment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, openSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { PoolOptions, PoolRunnerInitializer, PoolWorker } from 'vitest/node';
import { wineCommand } from '../../scripts/wine.mjs';
import { root } from '../root.ts';
import { changeStrings, messageBytes, messageReader } from './socket-messages.mjs';

/** The root of this system is drive Z: under Wine. The workers see the sources as they would on Windows, with a drive in each path. */
const toWindows = (text: string) => text.replaceAll(root, `Z:${root}`);
const fromWindows = (text: string) => text.replaceAll(`file:///Z:${root}`, `file://${root}`).replaceAll(`Z:${root}`, root);

const workerFile = join(import.meta.dirname, 'wine-worker.mjs');
const outputFolder = join(root, 'out-test');

class WineWorker implements PoolWorker {
  readonly name = 'wine';
  readonly #events = new EventEmitter();
  readonly #env: NodeJS.ProcessEnv;
  #server: Server | undefined;
  #socket: Socket | undefined;
  #child: ChildProcess | undefined;

  constructor({ env }: PoolOptions) {
    this.#env = { ...process.env, ...env };
  }

  async start(): Promise<void> {
    const node = process.env.TALEPORT_WINDOWS_NODE;
    if (!node) throw new Error('These tests run in Node for Windows: use `npm run test:windows`.');
    this.#server = createServer().listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const { port } = this.#server.address() as AddressInfo; // a TCP server has no other kind of address
    mkdirSync(outputFolder, { recursive: true });
    // Wine takes files, but not the pipes of Node, as standard output.
    const output = openSync(join(outputFolder, 'wine.log'), 'a');
    this.#child = spawn(...wineCommand(node, workerFile, String(port)), { stdio: ['ignore', output, output], env: this.#env });
    this.#child.once('exit', (code) => this.#events.emit('exit', code));
    this.#child.once('error', (error) => this.#events.emit('error', error));
    const ended = once(this.#child, 'exit').then(([code]) => {
      throw new Error(`The worker under Wine ended with ${code} before it was connected; see out-test/wine.log.`);
    });
    ended.catch(() => undefined);
    const [socket] = (await Promise.race([once(this.#server, 'connection'), ended])) as [Socket];
    socket.setNoDelay(true).on(
      'data',
      messageReader((message) => this.#events.emit('message', changeStrings(message, fromWindows))),
    );
    socket.on('error', () => undefined);
    this.#socket = socket;
  }

  async stop(): Promise<void> {
    this.#socket?.destroy();
    this.#server?.close();
    if (this.#child && this.#child.exitCode === null) await once(this.#child, 'exit');
  }

  send(message: unknown): void {
    this.#socket?.write(messageBytes(changeStrings(message, toWindows)));
  }

  on(event: string, callback: (...args: unknown[]) => void): void {
    this.#events.on(event, callback);
  }

  off(event: string, callback: (...args: unknown[]) => void): void {
    this.#events.off(event, callback);
  }

  deserialize(message: unknown): unknown {
    return message;
  }
}

export const winePool: PoolRunnerInitializer = { name: 'wine', createPoolWorker: (options) => new WineWorker(options) };
