import { connect } from "node:net";
import { appUnderTest } from "./app-under-test";
import { isFromLocalProxy } from "./seen-events";

/** A request as it is written to the socket. */
export interface RawRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  /** Chunks to send with backpressure; a function can begin them again. */
  body?: Iterable<Uint8Array | string> | (() => Iterable<Uint8Array | string>);
  /** Closes the connection once the body was sent and this has resolved. */
  hangUpAfter?: () => Promise<unknown>;
}

/** A reply, its duration, and the bytes of the body that were sent before it. */
interface RawReply {
  status: number;
  headers: string;
  body: string;
  ms: number;
  sent: number;
}

/** Parses the reply; undefined while it is incomplete. */
function readReply(text: string): Pick<RawReply, "status" | "headers" | "body"> | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [headers, body] = [text.slice(0, end), text.slice(end + 4)];
  const status = Number(headers.split(" ")[1]);
  const length = /^content-length: *(\d+)/im.exec(headers)?.[1];
  if (length !== undefined && Buffer.byteLength(body, "latin1") < Number(length)) return undefined;
  // The local runtime ends a page's last chunk only after the request's own end.
  const isPage = /^content-type: text\/html/im.test(headers);
  if (length === undefined && isPage && !body.includes("</html>")) return undefined;
  return { status, headers, body };
}

/** The connection was reset before a whole reply was read. */
class ConnectionResetError extends Error {}
const RESETS = ["EPIPE", "ECONNRESET"];
const MAX_TRIES = 4;

/**
 * Sends a request over a socket, without a client that would correct it. A request that the local run's
 * proxy has lost is repeated where its body allows it. So is one whose reply was lost to a reset: who
 * closes a connection while bytes arrive takes back what was not read yet.
 * @throws Error when no complete reply has arrived after `timeoutMs`, or before the end.
 */
export async function rawRequest(request: RawRequest, timeoutMs?: number): Promise<RawReply> {
  const isRepeatable = typeof request.body === "function" || Array.isArray(request.body ?? []);
  for (let tries = 1; ; tries++) {
    try {
      return await sendThroughProxy(request, timeoutMs);
    } catch (error) {
      const isReset = error instanceof ConnectionResetError;
      if (!isReset || !isRepeatable || tries === MAX_TRIES) throw error;
    }
  }
}

async function sendThroughProxy(request: RawRequest, timeoutMs?: number): Promise<RawReply> {
  const reply = await sendOnce(request, timeoutMs);
  const requestId = /^x-request-id: *(.+)$/im.exec(reply.headers)?.[1];
  const retried =
    isFromLocalProxy(reply.status, requestId, reply.body) && Array.isArray(request.body ?? []);
  return retried ? sendOnce(request, timeoutMs) : reply;
}

function sendOnce(
  { method = "POST", path, headers = {}, body = [], hangUpAfter }: RawRequest,
  timeoutMs = 10_000,
): Promise<RawReply> {
  const { hostname, port, host } = new URL(appUnderTest().url);
  const lines = Object.entries({ Host: host, ...headers }).map(
    ([name, text]) => `${name}: ${text}`,
  );
  return new Promise((resolve, reject) => {
    const startedAt = Date.now();
    let text = "";
    let sentBytes = 0;
    const socket = connect(Number(port), hostname);
    const timer = setTimeout(() => fail(`No reply to ${method} ${path}`), timeoutMs);
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
    };
    const fail = (reason: string, isReset = false) => {
      finish();
      const message = `${reason} after ${Date.now() - startedAt} ms and ${sentBytes} bytes`;
      reject(isReset ? new ConnectionResetError(message) : new Error(message));
    };
    const checkReply = () => {
      const reply = readReply(text);
      if (!reply) return false;
      finish();
      resolve({ ...reply, ms: Date.now() - startedAt, sent: sentBytes });
      return true;
    };
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      checkReply();
    });
    // A reply before the connection broke counts, as for browsers.
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (!checkReply()) fail(error.message, RESETS.includes(error.code ?? ""));
    });
    socket.on("close", () => checkReply() || fail("Closed"));
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    const chunks = (typeof body === "function" ? body() : body)[Symbol.iterator]();
    const write = () => {
      for (let chunk = chunks.next(); !chunk.done; chunk = chunks.next()) {
        if (socket.destroyed) return;
        sentBytes += chunk.value.length;
        if (!socket.write(chunk.value)) return void socket.once("drain", write);
      }
      hangUpAfter?.().then(
        () => socket.destroySoon(),
        (error) => fail(String(error)),
      );
    };
    write();
  });
}
