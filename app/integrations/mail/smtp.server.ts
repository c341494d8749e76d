import { connect as connectPlain, type Socket } from "node:net";
import { Readable } from "node:stream";
import { connect as connectTls } from "node:tls";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import * as v from "valibot";
import { envelopeAddress } from "~/domain/mail/envelope-address";
import { classifyFailure, type Delivery } from "./delivery";
import type { MailServer } from "./mail-server";

/** Has the codes of the SMTP library. */
class ConnectionError extends Error {
  override readonly name = "LineFault";
  constructor(
    message: string,
    readonly code: "ETIMEDOUT" | "ESOCKET",
  ) {
    super(message);
  }
}

/**
 * Works around workerd's TLS sockets: they stay open after the other side has ended, so a closed
 * connection would look like a slow server. And their listeners accumulate until they warn in the
 * middle of the JSON log.
 */
function fixSocket(socket: Socket): void {
  socket.on("end", () => socket.destroy());
  socket.setMaxListeners(0);
}

/**
 * Connects to the mail server; implicit TLS checks the certificate. Done here because the library
 * would use its own name resolution.
 * @throws ConnectionError on timeout, or the runtime's Error.
 */
function openSocket(
  { host, port, tls }: Pick<MailServer, "host" | "port" | "tls">,
  timeoutMs: number,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const isImplicit = tls === "implicit";
    const socket = isImplicit
      ? connectTls({ host, port, servername: host })
      : connectPlain({ host, port });
    const timer = setTimeout(() => {
      const error = new ConnectionError(`${host}:${port} did not answer in time`, "ETIMEDOUT");
      reject(error);
      socket.destroy();
    }, timeoutMs);
    // Never removed: an unhandled error would end the worker.
    socket.on("error", (error) => {
      clearTimeout(timer);
      const advice = "Check SMTP_HOST and SMTP_PORT, and that the server's certificate is valid.";
      reject(
        new ConnectionError(
          `${host}:${port} cannot be reached: ${error.message}. ${advice}`,
          "ESOCKET",
        ),
      );
    });
    fixSocket(socket);
    socket.once(isImplicit ? "secureConnect" : "connect", () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}

/** In milliseconds. */
export interface SmtpTimeouts {
  greeting: number;
  /** Any reply; servers scan for spam before they answer the text. */
  answer: number;
  /** Everything after the greeting; together less than the lease of a job. */
  all: number;
}

export const SMTP_TIMEOUTS: SmtpTimeouts = { greeting: 20_000, answer: 60_000, all: 90_000 };

/**
 * Delay of the final dot in milliseconds. Before the dot nobody has the mail, so a connection that
 * breaks in this time can be retried safely.
 */
const BEFORE_END_MS = 250;

class AlreadyClaimedError extends Error {}

const failureSchema = v.object({
  message: v.fallback(v.string(), "unknown"),
  code: v.fallback(v.optional(v.string()), undefined),
  responseCode: v.fallback(v.optional(v.number()), undefined),
  response: v.fallback(v.optional(v.string()), undefined),
});

interface Progress {
  claiming?: Promise<boolean>;
  /** Set once the session has failed: nothing more may be sent. */
  hasFailed: boolean;
  ended: boolean;
}

/**
 * A stream that the library reads once the server expects the text. Nothing is sent unless `claim`
 * resolves to true.
 */
function createTextStream(message: Uint8Array, claim: () => Promise<boolean>, progress: Progress) {
  const assertOpen = () => {
    if (progress.hasFailed) throw new ConnectionError("The line was closed", "ESOCKET");
  };
  async function* text() {
    progress.claiming = claim();
    if (!(await progress.claiming)) throw new AlreadyClaimedError("Another attempt has this mail.");
    assertOpen();
    yield message;
    await new Promise((resolve) => setTimeout(resolve, BEFORE_END_MS));
    assertOpen();
    // From here on the library may write the final dot at any time.
    progress.ended = true;
  }
  return Readable.from(text());
}

type Finish<T> = (error: Error | null | undefined, result?: T) => void;

/**
 * Runs a signed-in SMTP session.
 * @param exchange calls `finish` at its end.
 * @returns the result passed to `finish`.
 */
async function runSession(
  server: MailServer,
  timeouts: SmtpTimeouts,
  exchange: (connection: SMTPConnection, finish: Finish<string>) => void,
): Promise<string> {
  const { host, port, from, username: user, password: pass } = server;
  const isImplicit = server.tls === "implicit";
  const connection = new SMTPConnection({
    host,
    port,
    name: from.slice(from.lastIndexOf("@") + 1),
    connection: await openSocket(server, timeouts.greeting),
    secure: isImplicit,
    secured: isImplicit,
    requireTLS: !isImplicit,
    connectionTimeout: timeouts.greeting,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.answer,
  });
  let timer: ReturnType<typeof setTimeout> | null = null;
  try {
    const response = await new Promise<string>((resolve, reject) => {
      const orReject = (next: () => void) => (error?: Error | null) =>
        error ? reject(error) : next();
      timer = setTimeout(
        () => reject(new ConnectionError("The mail server took too long", "ETIMEDOUT")),
        timeouts.all,
      );
      connection.on("error", reject);
      connection.on("end", () => reject(new ConnectionError("The line was closed", "ESOCKET")));
      const finish: Finish<string> = (error, result = "") =>
        error ? reject(error) : resolve(result);
      const signIn = () => {
        if (connection._socket) fixSocket(connection._socket);
        connection.login(
          { user, pass },
          orReject(() => exchange(connection, finish)),
        );
      };
      connection.connect(orReject(signIn));
    });
    connection.quit();
    return response;
  } catch (error) {
    connection.close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Signs in without sending anything. */
export async function testMailServer(server: MailServer, timeouts: SmtpTimeouts): Promise<void> {
  await runSession(server, timeouts, (_, finish) => finish(null));
}

/**
 * Sends a message.
 * @param claim called just before the first byte of the text, which is sent only if it resolves to
 * true.
 * @throws what `claim` throws.
 */
export async function deliverBySmtp(
  server: MailServer,
  { recipient, message }: { recipient: string; message: Uint8Array },
  claim: () => Promise<boolean>,
  timeouts: SmtpTimeouts,
): Promise<Delivery> {
  const progress: Progress = { hasFailed: false, ended: false };
  let claimFailure: { thrown: unknown } | undefined;
  const guardedClaim = async () => {
    try {
      return await claim();
    } catch (claimError) {
      claimFailure = { thrown: claimError };
      throw claimError;
    }
  };
  const text = createTextStream(message, guardedClaim, progress);
  const envelope = { from: server.from, to: envelopeAddress(recipient) };
  try {
    const response = await runSession(server, timeouts, (connection, finish) =>
      connection.send(envelope, text, (error, info) => finish(error, info?.response)),
    );
    return { kind: "accepted", response };
  } catch (error) {
    progress.hasFailed = true;
    // The connection may break during the claim, whose result must be known all the same.
    const claimed = (await progress.claiming?.catch(() => false)) ?? false;
    if (claimFailure) throw claimFailure.thrown;
    if (error instanceof AlreadyClaimedError) return { kind: "taken" };
    const verdict = classifyFailure({ ...v.parse(failureSchema, error), ended: progress.ended });
    return { kind: "not-accepted", claimed, ...verdict };
  }
}
