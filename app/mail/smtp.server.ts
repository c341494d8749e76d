import { Readable } from "node:stream";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import * as v from "valibot";
import { type Delivery, judgeFailure } from "./delivery";
import { envelopeAddress } from "./envelope-address";
import type { MailServer } from "./mail-server";
import { LineFault, mendSocket, openLine } from "./smtp-line.server";

/** How long to wait for the mail server, in milliseconds. */
export interface Patience {
  /** For the line and the greeting. */
  greeting: number;
  /** For any answer; servers look for spam before they answer the text. */
  answer: number;
  /** For all that comes after the greeting; with the greeting less than the lease of a job. */
  all: number;
}

const PATIENCE: Patience = { greeting: 20_000, answer: 60_000, all: 90_000 };

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
  patience: Patience,
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
export async function testMailServer(server: MailServer, patience: Patience): Promise<void> {
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
  patience: Patience = PATIENCE,
): Promise<Delivery> {
  const progress: Progress = { over: false, ended: false };
  let fault: { thrown: unknown } | undefined;
  const guarded = async () => {
    try {
      return await claim();
    } catch (thrown) {
      fault = { thrown };
      throw thrown;
    }
  };
  const text = textOf(message, guarded, progress);
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
    const verdict = judgeFailure({ ...v.parse(failureSchema, error), ended: progress.ended });
    return { kind: "not-accepted", claimed, ...verdict };
  }
}
