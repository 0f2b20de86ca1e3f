/** What the load bench uses of autocannon, which brings no types. */
declare module 'autocannon' {
  interface Request {
    readonly method: string;
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    /** Called before each sending. */
    readonly setupRequest?: (request: Request) => Request;
  }
  interface Result {
    /** Connections that broke, and requests without a response. */
    readonly errors: number;
    readonly timeouts: number;
    readonly non2xx: number;
    readonly requests: { readonly average: number; readonly total: number };
    /** Milliseconds. */
    readonly latency: { readonly p50: number; readonly p99: number; readonly max: number };
  }
  // biome-ignore lint/style/noDefaultExport: that is how it exports.
  export default function autocannon(options: {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    readonly requests: readonly Request[];
  }): PromiseLike<Result>;
}
