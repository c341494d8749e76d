import { Readable } from "node:stream";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import * as v from "valibot";
import { type Delivery, judgeFailure } from "./delivery";
import type { MailServer } from "./mail-server";
import { endWithPeer, LineFault, openLine } from "./smtp-line.server";

/** How long to wait for the mail server, in milliseconds. */
export interface Patience {
  /** For the line and the greeting. */
  greeting: number;
  /** For any answer; servers look for spam before they answer the text. */
  answer: number;
  /** For all of it: less than the lease of a job. */
  all: number;
}

export const PATIENCE: Patience = { greeting: 20_000, answer: 60_000, all: 100_000 };

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
  claimed: boolean;
  ended: boolean;
}

/**
 * The text as a stream that is read only once the server has said that it waits for it. Nothing of
 * it leaves unless `claim` says that this attempt may send it.
 */
function textOf(message: Uint8Array, claim: () => Promise<boolean>, progress: Progress): Readable {
  async function* text() {
    progress.claimed = await claim();
    if (!progress.claimed) throw new Taken("Another attempt has this mail.");
    yield message;
    // From here on the library may write the dot that ends the text at any time.
    progress.ended = true;
  }
  return Readable.from(text());
}

/** One SMTP session with one mail. @returns the server's answer to the text. */
async function session(
  server: MailServer,
  recipient: string,
  text: Readable,
  patience: Patience,
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
      const send = () =>
        connection.send({ from, to: recipient }, text, (error, info) =>
          error ? reject(error) : resolve(info.response),
        );
      const signIn = () => {
        // STARTTLS has put another socket in the place of the one that was opened here.
        if (connection._socket) endWithPeer(connection._socket);
        connection.login({ user, pass }, then(send));
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
  const progress: Progress = { claimed: false, ended: false };
  let fault: { thrown: unknown } | undefined;
  const guarded = async () => {
    try {
      return await claim();
    } catch (thrown) {
      fault = { thrown };
      throw thrown;
    }
  };
  try {
    const text = textOf(message, guarded, progress);
    return { kind: "accepted", response: await session(server, recipient, text, patience) };
  } catch (error) {
    if (fault) throw fault.thrown;
    if (error instanceof Taken) return { kind: "taken" };
    const { claimed, ended } = progress;
    const verdict = judgeFailure({ ...v.parse(failureSchema, error), ended });
    return { kind: "not-accepted", claimed, ...verdict };
  }
}
