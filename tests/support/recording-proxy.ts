import { createServer, request, type Server } from "node:http";

/** A page that was asked for, or a form that was sent, as it came over the line. */
export interface RecordedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** Headers that say what is sent, and from where. */
const TOLD = ["content-type", "origin", "referer", "sec-fetch-site"];

/** A door in front of the app that writes down which pages are asked for. The app is asked under its name. */
export class RecordingProxy {
  private constructor(
    private readonly server: Server,
    readonly url: string,
    /** The oldest first. */
    readonly requests: readonly RecordedRequest[],
  ) {}

  static async open(upstream: string): Promise<RecordingProxy> {
    const { hostname, port } = new URL(upstream);
    const recorded: RecordedRequest[] = [];
    const server = createServer((asked, reply) => {
      const { method = "", url: path = "", headers } = asked;
      // A connection each: one that is kept may be closed by the app just when it is used again.
      const options = { hostname, port, method, path, headers, agent: false };
      const pieces: Buffer[] = [];
      const onward = request(options, (answer) => {
        if (headers["sec-fetch-dest"] === "document") {
          const told = TOLD.map((name) => [name, String(headers[name] ?? "")]);
          const body = Buffer.concat(pieces);
          recorded.push({ method, path, headers: Object.fromEntries(told), body });
        }
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
      });
      onward.on("error", () => reply.destroy());
      asked.on("data", (piece: Buffer) => pieces.push(piece));
      asked.pipe(onward);
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const address = server.address();
    const own = typeof address === "object" && address ? address.port : 0;
    const proxy = new RecordingProxy(server, `http://localhost:${own}`, recorded);
    return proxy;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
