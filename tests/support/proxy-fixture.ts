import { createServer, type IncomingHttpHeaders } from "node:http";
import { type IncomingHttpHeaders as Answered, connect } from "node:http2";
import { connect as tlsConnect } from "node:tls";
import { FaultProxy } from "./fault-proxy";

/** A request as the plain server behind the proxy received it. */
interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  isComplete: boolean;
  /** Whether its client disconnected before it was answered. */
  isAborted: boolean;
}

interface Answer {
  status: number;
  headers: Answered;
  body: Buffer;
}

/** No request of these tests takes as long; now and then a client does not hear of a reset. */
const MAX_ANSWER_MS = 60_000;

/** Sends a request over a new connection. @throws Error when the connection breaks, or nothing comes. */
function sendThrough(
  url: string,
  { method = "PUT", path = "/", headers = {}, body = Buffer.alloc(0), signal }: Sent,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(url);
    const trust = { ALPNProtocols: ["h2"], rejectUnauthorized: false, servername: "localhost" };
    const socket = tlsConnect({ host: "127.0.0.1", port: Number(port), ...trust });
    const session = connect(url, { createConnection: () => socket });
    const timer = setTimeout(() => fail(new Error("No answer came")), MAX_ANSWER_MS);
    const fail = (error?: Error) => {
      clearTimeout(timer);
      session.destroy();
      reject(error ?? new Error("The connection was closed"));
    };
    // The session does not always report a reset.
    socket.on("close", () => fail());
    session.on("error", fail).on("close", fail);
    const size = body.length > 0 ? { "content-length": body.length } : {};
    const endStream = body.length === 0;
    const head = { ":method": method, ":path": path, ...size, ...headers };
    const call = session.request(head, { endStream });
    signal?.addEventListener("abort", () => call.close(8));
    let replyHeaders: Answered & { ":status"?: number } = {};
    const chunks: Buffer[] = [];
    call.on("error", fail).on("close", fail);
    call.on("response", (head) => {
      replyHeaders = head;
    });
    call.on("data", (chunk: Buffer) => chunks.push(chunk));
    call.on("end", () => {
      if (!replyHeaders[":status"]) return fail();
      clearTimeout(timer);
      resolve({
        status: replyHeaders[":status"],
        headers: replyHeaders,
        body: Buffer.concat(chunks),
      });
      session.destroy();
    });
    if (!endStream) call.end(body);
  });
}

interface Sent {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: Buffer;
  signal?: AbortSignal;
}

/** A server that echoes every body, and a proxy in front of it. */
export async function createProxyFixture() {
  const requests: ReceivedRequest[] = [];
  const fixture = {
    got: requests,
    /** Whether the server answers at all. */
    answers: true,
  };
  const server = createServer((request, response) => {
    const { method = "", url: path = "", headers } = request;
    const entry: ReceivedRequest = {
      method,
      path,
      headers,
      body: Buffer.alloc(0),
      isComplete: false,
      isAborted: false,
    };
    requests.push(entry);
    request.on("error", () => {});
    request.on("data", (chunk: Buffer) => {
      entry.body = Buffer.concat([entry.body, chunk]);
    });
    response.on("close", () => {
      entry.isAborted = !response.writableFinished;
    });
    request.on("end", () => {
      entry.isComplete = true;
      if (!fixture.answers) return;
      response.setHeader("Set-Cookie", ["a=1", "b=2"]);
      response.end(entry.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const serverUrl = `http://127.0.0.1:${port}`;
  const proxy = await FaultProxy.start(serverUrl);
  return Object.assign(fixture, {
    proxy,
    serverUrl,
    send: (clientRequest: Sent = {}) => sendThrough(proxy.url, clientRequest),
    /** Sends a request; returns whether it was answered. */
    arrives: (clientRequest: Sent = {}) =>
      sendThrough(proxy.url, clientRequest).then(
        () => true,
        () => false,
      ),
    close: async () => {
      await proxy.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
