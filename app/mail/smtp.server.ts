import { connect as connectPlain, type Socket } from "node:net";
import { Readable } from "node:stream";
import { connect as connectTls } from "node:tls";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import * as v from "valibot";
import { classifyFailure, type Delivery } from "./delivery";
import { envelopeAddress } from "./envelope-address";
import type { MailServer } from "./mail-server";

/** A fault with a code, as the SMTP library tells them. */
class LineFault extends Error {
  override readonly name = "LineFault";
  constructor(
    message: string,
    readonly code: "ETIMEDOUT" | "ESOCKET",
  ) {
    super(message);
  }
}

/**
 * Makes up for what workerd's TLS sockets lack. Once the other side has ended its part they stay
 * open for ever, so that a cut line would look like a slow server: ours is ended, too, as in Node.
 * And their own listeners pile up until they warn of it, in the middle of the log's JSON lines.
 */
function mendSocket(socket: Socket): void {
  socket.on("end", () => socket.destroy());
  socket.setMaxListeners(0);
}

/**
 * Opens the line to the mail server; with implicit TLS it is encrypted from the first byte, and the
 * server's certificate checked. Opened here, since the library would ask a name server of its own.
 * @throws LineFault when nobody answers in time, or the runtime's Error when it cannot be reached or
 * is not who it says.
 */
function openLine(
  { host, port, tls }: Pick<MailServer, "host" | "port" | "tls">,
  timeoutMs: number,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const implicit = tls === "implicit";
    const socket = implicit
      ? connectTls({ host, port, servername: host })
      : connectPlain({ host, port });
    const timer = setTimeout(() => {
      const fault = new LineFault(`${host}:${port} did not answer in time`, "ETIMEDOUT");
      reject(fault);
      socket.destroy();
    }, timeoutMs);
    // Stays for good: an error that nobody listens to would end the worker.
    socket.on("error", (error) => {
      clearTimeout(timer);
      const advice = "Check SMTP_HOST and SMTP_PORT, and that the server's certificate is valid.";
      reject(
        new LineFault(`${host}:${port} cannot be reached: ${error.message}. ${advice}`, "ESOCKET"),
      );
    });
    mendSocket(socket);
    socket.once(implicit ? "secureConnect" : "connect", () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}

/** How long to wait for the mail server, in milliseconds. */
export interface SmtpTimeouts {
  /** For the line and the greeting. */
  greeting: number;
  /** For any answer; servers look for spam before they answer the text. */
  answer: number;
  /** For all that comes after the greeting; with the greeting less than the lease of a job. */
  all: number;
}

export const SMTP_TIMEOUTS: SmtpTimeouts = { greeting: 20_000, answer: 60_000, all: 90_000 };

/**
 * How long the dot that ends a text is held back after the text, in milliseconds. Before the dot
 * nobody has the mail: a line that is cut by then is a mail to be sent again, not one that nobody
 * knows of. A cut shows within the time that a packet takes there and back.
 */
const BEFORE_END_MS = 250;

/** The mail belongs to another attempt. */
class Taken extends Error {}

const failureSchema = v.object({
  message: v.fallback(v.string(), "unknown"),
  code: v.fallback(v.optional(v.string()), undefined),
  responseCode: v.fallback(v.optional(v.number()), undefined),
  response: v.fallback(v.optional(v.string()), undefined),
});

/** How far a mail has come. */
interface Progress {
  claiming?: Promise<boolean>;
  /** The session has failed: nothing more of the mail may leave. */
  over: boolean;
  ended: boolean;
}

/**
 * The text as a stream that is read only once the server has said that it waits for it. Nothing of
 * it leaves unless `claim` says that this attempt may send it.
 */
function textOf(message: Uint8Array, claim: () => Promise<boolean>, progress: Progress): Readable {
  const goOn = () => {
    if (progress.over) throw new LineFault("The line was closed", "ESOCKET");
  };
  async function* text() {
    progress.claiming = claim();
    if (!(await progress.claiming)) throw new Taken("Another attempt has this mail.");
    goOn();
    yield message;
    await new Promise((resolve) => setTimeout(resolve, BEFORE_END_MS));
    goOn();
    // From here on the library may write the dot that ends the text at any time.
    progress.ended = true;
  }
  return Readable.from(text());
}

/** Ends an exchange with the server: with what went wrong, or with what came of it. */
type Settle<T> = (error: Error | null | undefined, result?: T) => void;

/**
 * One SMTP session, signed in.
 * @param talk what to do in it; it calls `settle` at its end.
 * @returns what `talk` has settled it with.
 */
async function session(
  server: MailServer,
  patience: SmtpTimeouts,
  talk: (connection: SMTPConnection, settle: Settle<string>) => void,
): Promise<string> {
  const { host, port, from, username: user, password: pass } = server;
  const implicit = server.tls === "implicit";
  const connection = new SMTPConnection({
    host,
    port,
    name: from.slice(from.lastIndexOf("@") + 1),
    connection: await openLine(server, patience.greeting),
    secure: implicit,
    secured: implicit,
    // A server without STARTTLS gets neither password nor mail.
    requireTLS: !implicit,
    connectionTimeout: patience.greeting,
    greetingTimeout: patience.greeting,
    socketTimeout: patience.answer,
  });
  let timer: ReturnType<typeof setTimeout> | null = null;
  try {
    const response = await new Promise<string>((resolve, reject) => {
      const then = (next: () => void) => (error?: Error | null) => (error ? reject(error) : next());
      timer = setTimeout(
        () => reject(new LineFault("The mail server took too long", "ETIMEDOUT")),
        patience.all,
      );
      connection.on("error", reject);
      connection.on("end", () => reject(new LineFault("The line was closed", "ESOCKET")));
      const settle: Settle<string> = (error, result = "") =>
        error ? reject(error) : resolve(result);
      const signIn = () => {
        // STARTTLS has put another socket in the place of the one that was opened here.
        if (connection._socket) mendSocket(connection._socket);
        connection.login(
          { user, pass },
          then(() => talk(connection, settle)),
        );
      };
      connection.connect(then(signIn));
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

/** Whether the mail server takes our sign-in; nothing is sent. @throws what went wrong. */
export async function testMailServer(server: MailServer, patience: SmtpTimeouts): Promise<void> {
  await session(server, patience, (_, settle) => settle(null));
}

/**
 * Hands one message to the mail server.
 * @param claim called when the server waits for the text, just before its first byte; the text
 * leaves only if it resolves to true.
 * @throws what `claim` throws.
 */
export async function deliverBySmtp(
  server: MailServer,
  { recipient, message }: { recipient: string; message: Uint8Array },
  claim: () => Promise<boolean>,
  patience: SmtpTimeouts,
): Promise<Delivery> {
  const progress: Progress = { over: false, ended: false };
  let fault: { thrown: unknown } | undefined;
  const guardedClaim = async () => {
    try {
      return await claim();
    } catch (claimError) {
      fault = { thrown: claimError };
      throw claimError;
    }
  };
  const text = textOf(message, guardedClaim, progress);
  const envelope = { from: server.from, to: envelopeAddress(recipient) };
  try {
    const response = await session(server, patience, (connection, settle) =>
      connection.send(envelope, text, (error, info) => settle(error, info?.response)),
    );
    return { kind: "accepted", response };
  } catch (error) {
    progress.over = true;
    // A line may break while the claim is on its way: the row has to be told of it all the same.
    const claimed = (await progress.claiming?.catch(() => false)) ?? false;
    if (fault) throw fault.thrown;
    if (error instanceof Taken) return { kind: "taken" };
    const verdict = classifyFailure({ ...v.parse(failureSchema, error), ended: progress.ended });
    return { kind: "not-accepted", claimed, ...verdict };
  }
}
