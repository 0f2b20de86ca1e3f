/**
 * The HTTP requests of electron-updater, with limits that it lacks: a response has a maximum size, and a request fails if no more data
 * arrives. Does not import Electron, so that tests can use Node's requests.
 */
import type { RequestOptions } from 'node:http';
import { configureRequestOptions, configureRequestUrl, type DownloadOptions, HttpExecutor } from 'builder-util-runtime';

/** The methods that requests of Electron (`net`) and of Node have in common. */
interface UpdateRequest {
  abort(): void;
  end(data?: Buffer): void;
  emit(event: 'error', error: Error): boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the listeners of both have different parameters, which only the base class reads.
  on(event: string, listener: (...parameters: any[]) => void): unknown;
}

interface UpdateResponse {
  on(event: 'data', listener: (bytes: Buffer | string) => void): unknown;
  on(event: 'end' | 'close' | 'error', listener: () => void): unknown;
  emit(event: 'error', error: Error): boolean;
}

interface RequestLimits {
  /** The maximum size of a response in bytes. */
  maxBytes(): number;
  /** Milliseconds without a byte after which a request fails. */
  readonly idle: number;
}

export class BoundedHttpExecutor extends HttpExecutor<UpdateRequest> {
  readonly #openRequest: (options: RequestOptions) => UpdateRequest;
  readonly #limits: RequestLimits;

  constructor(openRequest: (options: RequestOptions) => UpdateRequest, limits: RequestLimits) {
    super();
    this.#openRequest = openRequest;
    this.#limits = limits;
  }

  override createRequest(options: RequestOptions, callback: (response: UpdateResponse) => void): UpdateRequest {
    const request = this.#openRequest(options);
    let response: UpdateResponse | undefined;
    const fail = (error: Error): void => {
      clearTimeout(timer);
      (response ?? request).emit('error', error);
      request.abort();
    };
    const timer = setTimeout(() => fail(new Error('The server stopped sending')), this.#limits.idle);
    // Electron reports a redirect with an event, and another request follows it.
    for (const event of ['error', 'abort', 'close', 'redirect'] as const) request.on(event, () => clearTimeout(timer));
    request.on('response', (arrived: UpdateResponse) => {
      response = arrived;
      let received = 0;
      for (const event of ['end', 'close', 'error'] as const) arrived.on(event, () => clearTimeout(timer));
      // Passed on first, because the base class decides how the bytes are read.
      callback(arrived);
      arrived.on('data', (bytes) => {
        timer.refresh();
        received += Buffer.byteLength(bytes);
        if (received > this.#limits.maxBytes()) fail(new Error(`The server sent more than ${this.#limits.maxBytes()} bytes`));
      });
    });
    return request;
  }

  /** Called by electron-updater, which expects the signature of its own executor. */
  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise((resolve, reject, onCancel) => {
      const requestOptions: RequestOptions & { redirect: 'manual' } = { headers: options.headers ?? {}, redirect: 'manual' };
      configureRequestUrl(url, requestOptions);
      configureRequestOptions(requestOptions);
      const callback = (error: Error | null) => (error ? reject(error) : resolve(destination));
      this.doDownload(requestOptions, { destination, options, onCancel, callback, responseHandler: null }, 0);
    });
  }

  /** Electron reports a redirect with an event, which Node never emits. */
  protected override addRedirectHandlers(
    request: UpdateRequest,
    options: RequestOptions,
    reject: (error: Error) => void,
    redirectCount: number,
    handler: (options: RequestOptions) => void,
  ): void {
    request.on('redirect', (_status: number, _method: string, address: string) => {
      request.abort();
      if (redirectCount > this.maxRedirects) reject(this.createMaxRedirectError());
      else handler(HttpExecutor.prepareRedirectUrlOptions(address, options));
    });
  }
}
