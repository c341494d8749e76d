import { createServer, request, type Server } from "node:http";
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2Session,
  type IncomingHttpHeaders,
} from "node:http2";
import { createServer as createHttpsServer, Server as HttpsServer } from "node:https";
import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { type BrowserStream, Http1Stream } from "./http1-stream";
import { seededRandom } from "./interleaving";
import {
  type Answer,
  type Injection,
  Injections,
  type Match,
  matches,
  type SeenRequest,
  type StalledBodies,
  stallBodies,
} from "./log-lines";
import { type Host, ProxiedRequest } from "./proxied-request";
import { selfSignedCertificate } from "./self-signed-certificate";
import { createLink, type LinkSpec } from "./slow-link";

/** Round trips of a new connection before its first request, for TCP and TLS. */
const GREETING_ROUND_TRIPS = 2;

/**
 * A bad network between a browser and the app. The browser uses HTTP/2, as with the deployed site: its
 * flow control keeps the browser's progress within 64 KB of the link. Over HTTP/1.1 the kernel would
 * buffer 4 to 15 MB a connection, which Node cannot change. The app gets HTTP/1.1 with the proxy's Host
 * and Origin. No body is changed. The browser must ignore the certificate (`ignoreHTTPSErrors`).
 *
 * A cut resets every connection, as the operating system does when a network goes away.
 */
export class FaultProxy implements Host {
  /** Every request so far, the oldest first. */
  readonly requests: SeenRequest[] = [];
  /** `cuts` counts cuts that hit a request with a body, `torn` the requests that they hit. */
  readonly counts = { connections: 0, cuts: 0, torn: 0 };
  link = createLink({});
  upstream = { host: "localhost", port: 0 };
  private readonly sockets = new Set<Socket>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly injections = new Injections();
  private readonly plan = new RandomCuts(() => this.cutNow());
  private isOffline = false;
  private stalledBodies?: StalledBodies;

  private constructor(
    private readonly server: Http2SecureServer | HttpsServer,
    /** The address for the browser. */
    readonly url: string,
  ) {}

  /**
   * Starts a proxy on a free port in front of the app at `upstream`.
   * @param http for the browser. libsoup, which WebKitGTK has instead of Safari's network code, ends by an
   * assertion of its own when HTTP/2 is cut in an upload.
   */
  static async start(upstream: string, http: "1.1" | "2" = "2"): Promise<FaultProxy> {
    const certificate = selfSignedCertificate();
    const server = http === "2" ? createSecureServer(certificate) : createHttpsServer(certificate);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const proxy = new FaultProxy(server, `https://localhost:${port}`);
    proxy.switchUpstream(upstream);
    proxy.listen();
    return proxy;
  }

  /** Sends later requests to the app at `upstream`. */
  switchUpstream(upstream: string): void {
    const { hostname: host, port } = new URL(upstream);
    this.upstream = { host, port: Number(port) };
  }

  /** Limits the link's rate and delay, for all requests together. */
  shape(shape: LinkSpec = {}): void {
    this.link = createLink(shape);
  }

  /** Resets every connection. */
  cutNow(): void {
    const torn = this.requests.filter(({ size, end }) => size > 0 && !end);
    this.counts.torn += torn.length;
    if (torn.length > 0) this.counts.cuts += 1;
    for (const request of this.requests) request.end ??= "cut";
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  /** Cuts at an interval. @returns stops it. */
  cutEvery(ms: number): () => void {
    const timer = setInterval(() => this.cutNow(), ms);
    this.timers.add(timer);
    return () => clearInterval(timer);
  }

  /**
   * Cuts `count` times, each after a random number of body bytes between `least` and `most`.
   * @returns how many of them are still to come.
   */
  randomCuts(count: number, seed: number, between: readonly [number, number]): () => number {
    return this.plan.set(count, seed, between);
  }

  /** Cuts, and takes no connection until what it returns is called. */
  offline(): () => void {
    this.isOffline = true;
    this.cutNow();
    return () => {
      this.isOffline = false;
    };
  }

  /** Answers the next matching requests instead of the app. @returns how many are still to come. */
  answer(match: Match, answer: Answer): () => number {
    return this.injections.add({ kind: "answer", match, bytesLeft: answer.times ?? 1, answer });
  }

  /**
   * Passes the next matching requests to the app, and cuts when it answers.
   * @returns how many are still to come.
   */
  loseResponse(match: Match, times = 1): () => number {
    return this.injections.add({ kind: "lose", match, bytesLeft: times });
  }

  /** Passes the next matching request to the app under another path. */
  redirect(match: Match, path: (path: string) => Promise<string>): void {
    this.injections.add({ kind: "redirect", match, bytesLeft: 1, path });
  }

  /** Passes no more than `bytes` of matching bodies until the returned function is called. */
  stallBodies(match: Match, bytes: number): () => void {
    const stall = stallBodies(match, bytes);
    this.stalledBodies = stall;
    return stall.release;
  }

  /** The requests so far that match. */
  seen(match: Match): SeenRequest[] {
    return this.requests.filter((request) => matches(match, request));
  }

  /** Bytes of the bodies of matching requests that came over the link. */
  bodyBytes(match: Match): number {
    return this.seen(match).reduce((sum, { received }) => sum + received, 0);
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.cutNow();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async waitForRelease(request: SeenRequest): Promise<void> {
    const { stalledBodies } = this;
    if (stalledBodies && matches(stalledBodies.match, request))
      await stalledBodies.passes(this.bodyBytes(stalledBodies.match));
  }

  injectionFor(request: SeenRequest): Injection | undefined {
    return this.injections.takeNext(request);
  }

  passed(bytes: number): void {
    this.plan.passed(bytes);
  }

  private take(
    stream: BrowserStream,
    headers: IncomingHttpHeaders,
    begins = performance.now(),
  ): void {
    const { ":method": method = "", ":path": path = "" } = headers;
    const size = Number(headers["content-length"] ?? 0);
    const now = performance.now();
    const request = { method, path, size, received: 0, beganAt: now, lastByteAt: now };
    this.requests.push(request);
    new ProxiedRequest(stream, headers, request, this, begins);
  }

  private listen(): void {
    const readyAt = new WeakMap<Http2Session, number>();
    this.server.on("connection", (socket: Socket) => {
      socket.on("error", () => {});
      if (this.isOffline) return void socket.resetAndDestroy();
      socket.setNoDelay(true);
      this.counts.connections += 1;
      this.sockets.add(socket);
      socket.on("close", () => this.sockets.delete(socket));
    });
    this.server.on("session", (session) => {
      const { up, down } = this.link;
      const greeting = GREETING_ROUND_TRIPS * (up.delayMs + down.delayMs);
      readyAt.set(session, performance.now() + greeting);
      session.on("error", () => {});
    });
    this.server.on("stream", (stream, headers) =>
      this.take(stream, headers, stream.session && readyAt.get(stream.session)),
    );
    if (this.server instanceof HttpsServer)
      this.server.on("request", (request, response) => {
        const { method, url: path, headers } = request;
        const pseudo = { ":method": method, ":path": path, ":authority": headers.host };
        this.take(new Http1Stream(request, response), { ...headers, ...pseudo });
      });
    this.server.on("tlsClientError", () => {});
    this.server.on("sessionError", () => {});
  }
}

/**
 * A proxy that can be closed, so that connections fail, also those of a service worker, which
 * Playwright's offline mode does not affect. The app gets the proxy's own host name.
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
      const appRequest = request({ hostname, port, method, path, headers }, (appReply) => {
        const isWorker = path === "/sw.js" && this.release > 0;
        if (isWorker) delete appReply.headers["content-length"];
        reply.writeHead(appReply.statusCode ?? 502, appReply.headers);
        if (isWorker) reply.write(`// ${this.release}\n`);
        appReply.pipe(reply);
      });
      appRequest.on("error", () => reply.destroy());
      browserRequest.pipe(appRequest);
    });
    this.server.on("connection", (socket: Socket) => {
      this.sockets.add(socket);
      socket.on("close", () => this.sockets.delete(socket));
    });
  }

  /** Starts a proxy for the app at `upstream`. */
  static async start(upstream: string): Promise<ClosableProxy> {
    const gate = new ClosableProxy(upstream);
    await gate.reopen();
    return gate;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** Sends later requests to another app. */
  switchUpstream(upstream: string): void {
    this.upstream = upstream;
  }

  /** Makes the app serve a changed service worker, as a deployment does. */
  deploy(): void {
    this.release += 1;
  }

  /** Closes all connections and accepts none. */
  async closeDoor(): Promise<void> {
    const closing = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closing;
  }

  /** Accepts connections again, at the same address. */
  async reopen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.port, resolve));
    const address = this.server.address();
    if (typeof address === "object" && address) this.port = address.port;
  }
}

/** Cuts after random numbers of bytes. */
class RandomCuts {
  private bytes = 0;
  private remaining = 0;
  private nextCut = 0;
  private distance = () => 0;

  constructor(private readonly cutLine: () => void) {}

  /**
   * Plans `count` cuts, from `least` to `most` bytes apart.
   * @returns how many are still to come.
   */
  set(count: number, seed: number, [min, max]: readonly [number, number]): () => number {
    const random = seededRandom(seed);
    this.distance = () => min + Math.floor(random() * (max - min + 1));
    this.remaining = count;
    this.nextCut = this.bytes + this.distance();
    return () => this.remaining;
  }

  /** Counts passed bytes, and cuts when a cut is due. */
  passed(bytes: number): void {
    this.bytes += bytes;
    if (this.remaining === 0 || this.bytes < this.nextCut) return;
    this.remaining -= 1;
    this.nextCut = this.bytes + this.distance();
    this.cutLine();
  }
}
