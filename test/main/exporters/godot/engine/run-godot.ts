/**
 * Runs Godot's web build in Node, without a browser: node run-godot.ts FOLDER PACK. It wants a page, a canvas and animation frames, and refuses
 * to start where it sees Node, so it gets a global object of its own. What it prints goes to the standard output, its errors to the other one.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';

/** The parts of Emscripten's module that starting it needs. */
interface GodotModule {
  initFS(persistentPaths: readonly string[]): Promise<unknown>;
  initConfig(config: object): void;
  copyToFS(path: string, bytes: Uint8Array): void;
  callMain(args: readonly string[]): void;
}

const nothing = (): undefined => undefined;

/** An element of a page, which may be a canvas. */
const element = (): object => ({
  style: {},
  width: 1,
  height: 1,
  tabIndex: 0,
  id: 'canvas',
  addEventListener: nothing,
  removeEventListener: nothing,
  appendChild: nothing,
  setAttribute: nothing,
  focus: nothing,
  getContext: nothing,
  getBoundingClientRect: () => ({ x: 0, y: 0, width: 1, height: 1 }),
});

let frames = 0;
const canvas = element();
const document = {
  ...element(),
  createElement: element,
  querySelector: () => canvas,
  getElementById: () => canvas,
  head: element(),
  body: element(),
};
const page = {
  window: { ...element(), document, innerWidth: 1, innerHeight: 1, devicePixelRatio: 1, setTimeout },
  document,
  navigator: {
    userAgent: 'Chrome/140.0.0.0',
    platform: '',
    language: 'en',
    languages: ['en'],
    getGamepads: () => [],
    hardwareConcurrency: 1,
  },
  requestAnimationFrame: (draw: (time: number) => void) => setImmediate(() => draw(++frames)),
  cancelAnimationFrame: clearImmediate,
  ...{ console, setTimeout, clearTimeout, setInterval, clearInterval, performance, WebAssembly, TextDecoder, TextEncoder, URL, crypto },
};

const [folder = '', pack = ''] = process.argv.slice(2);
createContext(page);
// `Godot` is the factory that index.js defines; its shape is that of Emscripten's modularized output.
const createModule = runInContext(`${readFileSync(join(folder, 'index.js'), 'utf8')}\nGodot`, page) as (
  options: object,
) => Promise<GodotModule>;
const code = readFileSync(join(folder, 'index.wasm'));
const godot = await createModule({
  print: (line: string) => process.stdout.write(`${line}\n`),
  printErr: (line: string) => process.stderr.write(`${line}\n`),
  thisProgram: 'game',
  noExitRuntime: false,
  instantiateWasm(imports: WebAssembly.Imports, accept: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void): object {
    void WebAssembly.instantiate(code, imports).then(({ instance, module }) => accept(instance, module));
    return {};
  },
});
await godot.initFS([]);
godot.initConfig({
  canvas,
  canvasResizePolicy: 0,
  locale: 'en',
  godotPoolSize: 0,
  onExit: (status: number) => process.stdout.write('', () => process.exit(status)),
});
godot.copyToFS('game.pck', readFileSync(pack));
// It ends after the first frame, even if the script could not be run.
godot.callMain(['--main-pack', 'game.pck', '--headless', '--quit']);
