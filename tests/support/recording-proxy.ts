import { createServer, request, type Server } from "node:http";

/** A request for a page, or a sent form. */
export interface RecordedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** Headers of content and origin, which are recorded. */
const RECORDED_HEADERS = ["content-type", "origin", "referer", "sec-fetch-site"];

/** A proxy in front of the app that records requests. The app gets the proxy's host name. */
export class RecordingProxy {
  private constructor(
    private readonly server: Server,
    readonly url: string,
    /** The oldest first. */
    readonly requests: readonly RecordedRequest[],
  ) {}

  static async start(upstream: string): Promise<RecordingProxy> {
    const { hostname, port } = new URL(upstream);
    const recorded: RecordedRequest[] = [];
    const server = createServer((incoming, reply) => {
      const { method = "", url: path = "", headers } = incoming;
      // A new connection each, as the app may close a reused one at the wrong moment.
      const options = { hostname, port, method, path, headers, agent: false };
      const pieces: Buffer[] = [];
      const appRequest = request(options, (answer) => {
        if (headers["sec-fetch-dest"] === "document") {
          const recordedHeaders = RECORDED_HEADERS.map((name) => [
            name,
            String(headers[name] ?? ""),
          ]);
          const body = Buffer.concat(pieces);
          recorded.push({ method, path, headers: Object.fromEntries(recordedHeaders), body });
        }
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
      });
      appRequest.on("error", () => reply.destroy());
      incoming.on("data", (piece: Buffer) => pieces.push(piece));
      incoming.pipe(appRequest);
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const address = server.address();
    const ownPort = typeof address === "object" && address ? address.port : 0;
    const proxy = new RecordingProxy(server, `http://localhost:${ownPort}`, recorded);
    return proxy;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
