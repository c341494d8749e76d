import { request as ask, type ClientRequest, type IncomingMessage } from "node:http";
import { constants, type IncomingHttpHeaders } from "node:http2";
import { performance } from "node:perf_hooks";
import type { Writable } from "node:stream";
import type { BrowserStream } from "./http1-stream";
import type { Answer, Injection, SeenRequest } from "./log-lines";
import { DelayLine, type LinkDirection, pause } from "./slow-link";

/** The proxy as its requests use it. */
export interface Host {
  upstream: { host: string; port: number };
  link: { up: LinkDirection; down: LinkDirection; answerMs: number };
  /** Resolves when more of a request's body may pass. */
  waitForRelease: (request: SeenRequest) => Promise<void>;
  /** The fault of a request; called once, when its head arrives. */
  injectionFor: (request: SeenRequest) => Injection | undefined;
  /** Called with the number of body bytes that came over the link. */
  passed: (bytes: number) => void;
  /** Resets every connection. */
  cutNow: () => void;
}

/** Headers that belong to one connection only (RFC 9113, section 8.2.2). */
const OWN_TO_A_CONNECTION = ["connection", "keep-alive", "proxy-connection", "transfer-encoding"];

function without(headers: IncomingHttpHeaders, names: readonly string[]) {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(":") && !names.includes(name)),
  );
}

async function write(target: Writable, bytes: Buffer): Promise<void> {
  if (target.destroyed || target.write(bytes)) return;
  await new Promise<void>((resolve) => {
    const proceed = () => {
      target.off("drain", proceed).off("close", proceed);
      resolve();
    };
    target.on("drain", proceed).on("close", proceed);
  });
}

/** One request on its way to the app and back. */
export class ProxiedRequest {
  private readonly up = new DelayLine();
  private readonly down = new DelayLine();
  private app: ClientRequest | undefined;
  private injection: Injection | undefined;

  /** @param beginsAt when its head may leave at the earliest, in ms of `performance.now()`. */
  constructor(
    private readonly stream: BrowserStream,
    private readonly headers: IncomingHttpHeaders,
    private readonly request: SeenRequest,
    private readonly host: Host,
    beginsAt: number,
  ) {
    stream.on("error", () => {});
    stream.on("close", () => {
      request.end ??= "given up";
      this.app?.destroy();
    });
    this.carryUp(Math.max(beginsAt, performance.now())).catch(() => this.app?.destroy());
  }

  private async carryUp(beginsAt: number): Promise<void> {
    // The body starts when the connection is established.
    await pause(beginsAt - performance.now());
    this.up.send(0, beginsAt + this.host.link.up.delayMs, () => this.headArrives());
    for await (const chunk of this.stream)
      for (const piece of this.host.link.up.pieces(chunk)) {
        await this.host.waitForRelease(this.request);
        const direction = this.host.link.up;
        const due = await direction.pass(piece.length);
        if (this.stream.destroyed) return;
        this.request.received += piece.length;
        this.request.lastByteAt = performance.now();
        this.host.passed(piece.length);
        this.up.send(piece.length, due, () => this.app && write(this.app, piece));
        await this.up.waitForRoom(direction.maxInFlight);
      }
    this.up.send(0, performance.now() + this.host.link.up.delayMs, () => this.bodyArrived());
    await this.up.empty();
  }

  private async headArrives(): Promise<void> {
    this.injection = this.host.injectionFor(this.request);
    if (this.injection?.kind === "answer") {
      if (this.injection.answer.beforeBody) this.answer(this.injection.answer);
      return;
    }
    const { method, path: originalPath } = this.request;
    const path =
      this.injection?.kind === "redirect" ? await this.injection.path(originalPath) : originalPath;
    const headers = {
      ...without(this.headers, OWN_TO_A_CONNECTION),
      host: this.headers[":authority"],
      // The browser uses https with the proxy, the app http.
      ...(this.headers.origin && { origin: this.headers.origin.replace(/^https:/, "http:") }),
    };
    // A new connection each, as the app may close a reused one at the wrong moment.
    this.app = ask({ ...this.host.upstream, method, path, headers, agent: false });
    this.app.setNoDelay(true);
    this.app.on("response", (response) => {
      if (this.injection?.kind === "lose") return this.lose();
      this.carryDown(response).catch(() => this.host.cutNow());
    });
    // If the app fails without an answer, the connection is reset.
    this.app.on("error", () => {
      if (!this.stream.destroyed && !this.stream.headersSent) this.host.cutNow();
    });
  }

  private bodyArrived(): void {
    if (this.injection?.kind !== "answer") this.app?.end();
    else if (!this.injection.answer.beforeBody) this.answer(this.injection.answer);
  }

  private lose(): void {
    this.host.cutNow();
    this.request.end = "lost";
  }

  private answer({ status, headers, body = "" }: Answer): void {
    // With a request id, to differ from answers of the local run's own proxy.
    const defaultHeaders = { "content-type": "application/json", "x-request-id": "injected" };
    const head = { ":status": status, ...defaultHeaders, ...headers };
    this.down.send(0, performance.now() + this.host.link.down.delayMs, () => {
      if (this.stream.destroyed) return;
      this.request.status = status;
      this.request.end = "injected";
      this.stream.respond(head);
      this.finish(Buffer.from(body));
    });
  }

  private async carryDown(response: IncomingMessage): Promise<void> {
    const status = response.statusCode ?? 0;
    const headers = without(response.headers, OWN_TO_A_CONNECTION);
    await pause(this.host.link.answerMs);
    this.down.send(0, performance.now() + this.host.link.down.delayMs, () => {
      if (this.stream.destroyed) return;
      this.request.status = status;
      this.request.end = "answered";
      this.stream.respond({ ...headers, ":status": status });
    });
    for await (const chunk of response)
      for (const piece of this.host.link.down.pieces(chunk)) {
        const direction = this.host.link.down;
        const due = await direction.pass(piece.length);
        this.down.send(piece.length, due, () => write(this.stream, piece));
        await this.down.waitForRoom(direction.maxInFlight);
      }
    this.down.send(0, performance.now() + this.host.link.down.delayMs, () => this.finish());
  }

  /** Ends the answer, and stops a client that is still sending. */
  private finish(last?: Buffer): void {
    if (this.stream.destroyed) return;
    this.stream.end(last, () => {
      if (!this.stream.readableEnded) this.stream.close(constants.NGHTTP2_NO_ERROR);
    });
  }
}
