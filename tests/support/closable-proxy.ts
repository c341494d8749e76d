import { createServer, request, type Server } from "node:http";
import type { Socket } from "node:net";

/**
 * A door in front of the app that can be shut: then nothing is there to connect to, also for a worker
 * of the browser, which a page's own switch leaves online. The app is asked under the door's name.
 */
export class ClosableProxy {
  private readonly sockets = new Set<Socket>();
  private release = 0;
  private port = 0;
  private readonly server: Server;

  private constructor(private upstream: string) {
    this.server = createServer((browserRequest, reply) => {
      const { hostname, port } = new URL(this.upstream);
      const { method, url: path } = browserRequest;
      const headers = { ...browserRequest.headers };
      if (path === "/sw.js") delete headers["accept-encoding"];
      const onward = request({ hostname, port, method, path, headers }, (appReply) => {
        const isWorker = path === "/sw.js" && this.release > 0;
        if (isWorker) delete appReply.headers["content-length"];
        reply.writeHead(appReply.statusCode ?? 502, appReply.headers);
        if (isWorker) reply.write(`// ${this.release}\n`);
        appReply.pipe(reply);
      });
      onward.on("error", () => reply.destroy());
      browserRequest.pipe(onward);
    });
    this.server.on("connection", (socket: Socket) => {
      this.sockets.add(socket);
      socket.on("close", () => this.sockets.delete(socket));
    });
  }

  /** Opens a door to the app at `upstream`. */
  static async open(upstream: string): Promise<ClosableProxy> {
    const gate = new ClosableProxy(upstream);
    await gate.reopen();
    return gate;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** Leads to another app from now on. */
  lead(upstream: string): void {
    this.upstream = upstream;
  }

  /** Has the app serve another worker than before, as a deployment does. */
  deploy(): void {
    this.release += 1;
  }

  /** Ends every connection, and takes none. */
  async shut(): Promise<void> {
    const closing = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closing;
  }

  /** Takes connections again, at the same address. */
  async reopen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.port, resolve));
    const address = this.server.address();
    if (typeof address === "object" && address) this.port = address.port;
  }
}
