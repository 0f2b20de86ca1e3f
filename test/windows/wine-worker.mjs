// A worker of Vitest in Node for Windows under Wine: wine-pool.ts starts it and exchanges messages with it over a socket, because Wine
// does not pass on the channel between a Node process and its parent.
import { connect } from 'node:net';
import { init, runBaseTests, setupEnvironment } from 'vitest/worker';
import { messageBytes, messageReader } from './socket-messages.mjs';

const exit = process.exit.bind(process);
const socket = connect(Number(process.argv[2]), '127.0.0.1').setNoDelay(true);
socket.once('close', () => exit(1));
socket.once('error', () => exit(1));

/** @type {Map<(message: unknown) => void, (bytes: Buffer) => void>} */
const listeners = new Map();
init({
  post: (message) => socket.write(messageBytes(message)),
  on: (listener) => {
    const read = messageReader(listener);
    listeners.set(listener, read);
    socket.on('data', read);
  },
  off: (listener) => {
    const read = listeners.get(listener);
    if (read) socket.off('data', read);
  },
  runTests: (state, traces) => runBaseTests('run', state, traces),
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
});
