import type { IncomingMessage, ServerResponse } from "node:http";
import type { OutgoingHttpHeaders, ServerHttp2Stream } from "node:http2";
import { Duplex } from "node:stream";

/** What a proxied request needs of its browser's connection. */
export type BrowserStream = Duplex & Pick<ServerHttp2Stream, "headersSent" | "respond" | "close">;

/** A request over HTTP/1.1 with the interface of one over HTTP/2. */
export class Http1Stream extends Duplex implements BrowserStream {
  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
  ) {
    // Reading a body to its end would end the answer, too.
    super({ autoDestroy: false });
    request.on("data", (chunk: Buffer) => {
      if (!this.push(chunk)) request.pause();
    });
    request.on("end", () => this.push(null));
    request.on("error", () => this.destroy());
    response.on("close", () => this.destroy());
  }

  get headersSent(): boolean {
    return this.response.headersSent;
  }

  respond({ ":status": status, ...headers }: OutgoingHttpHeaders = {}): void {
    this.response.writeHead(Number(status), headers);
  }

  /** Stops a client that is still sending. */
  close(): void {
    this.request.destroy();
  }

  override _read(): void {
    this.request.resume();
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.response.write(chunk, done);
  }

  override _final(done: () => void): void {
    this.response.end(done);
  }
}
