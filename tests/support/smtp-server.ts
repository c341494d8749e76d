import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from "smtp-server";
import { selfSignedCertificate } from "./self-signed-certificate";

/** A received message, raw and parsed. */
interface Letter {
  raw: string;
  parsed: Email;
  recipients: string[];
  /** Whether the connection was encrypted. */
  secure: boolean;
}

/** Faults of the server. */
export interface SmtpBehavior {
  /** Cuts the connection at MAIL FROM, without an answer, this many times. */
  cutAtSender?: number;
  /** Answers to the first recipients, such as 451, before it accepts one. */
  refuse?: { code: number; text: string; times: number };
  /** Answers to the text after reading it, and discards it. */
  refuseText?: { code: number; text: string; times: number };
  /**
   * Cuts the connection when the text begins, a moment after DATA, within the text, or after the text is
   * in the mailbox.
   */
  cutText?: "at-begin" | "a-moment-later" | "within" | "after-end";
  /** Does not answer: at all, or after the text is in the mailbox. */
  silent?: "at-greeting" | "after-text";
}

interface Equipment {
  certificate?: { key: string; cert: string };
  withoutStartTls?: boolean;
  authMethods?: string[];
}

export type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>;

export const USER = { username: "portal", password: "pässword" };
/** The certificate that the runtime of tests trusts. */
export const TRUSTED = selfSignedCertificate();

class Refusal extends Error {
  constructor(
    readonly responseCode: number,
    text: string,
  ) {
    super(text);
  }
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** A real SMTP server over TLS on a free port, with one mailbox for all. */
export async function startSmtpServer(
  tls: "implicit" | "starttls",
  { certificate = TRUSTED, withoutStartTls = false, authMethods }: Equipment = {},
) {
  const mailbox: Letter[] = [];
  /** All received passwords, right or wrong. */
  const passwords: string[] = [];
  let behavior: SmtpBehavior = {};
  let waypoint: { point: "before-text" | "after-text"; pass: () => Promise<void> } | undefined;

  async function waitAt(point: "before-text" | "after-text"): Promise<void> {
    if (waypoint?.point === point) await waypoint.pass();
  }

  function cutLine(session: SMTPServerSession): void {
    for (const connection of server.connections)
      if (connection.session.id === session.id) connection._socket.destroy();
  }

  async function receiveMessage(stream: SMTPServerDataStream, session: SMTPServerSession) {
    if (behavior.cutText === "at-begin") return cutLine(session);
    if (behavior.cutText === "a-moment-later") setTimeout(() => cutLine(session), 200);
    // Before the dot that ends the text.
    if (behavior.cutText === "within")
      return stream.once("data", () => cutLine(session)) && undefined;
    const raw = await readAll(stream);
    if (behavior.refuseText && behavior.refuseText.times-- > 0)
      throw new Refusal(behavior.refuseText.code, behavior.refuseText.text);
    const recipients = session.envelope.rcptTo.map(({ address }) => address);
    const mail = await PostalMime.parse(raw);
    mailbox.push({ raw: raw.toString("latin1"), parsed: mail, recipients, secure: session.secure });
    await waitAt("after-text");
    if (behavior.cutText === "after-end") return cutLine(session);
    return behavior.silent === "after-text" ? undefined : "taken";
  }

  const options: SMTPServerOptions = {
    ...certificate,
    secure: tls === "implicit",
    hideSTARTTLS: withoutStartTls,
    disabledCommands: withoutStartTls ? ["STARTTLS"] : [],
    allowInsecureAuth: withoutStartTls,
    authMethods,
    onConnect: (_session, callback) => {
      if (behavior.silent !== "at-greeting") callback();
    },
    onAuth: ({ username, password }, _session, callback) => {
      passwords.push(String(password));
      if (username === USER.username && password === USER.password)
        callback(null, { user: username });
      else callback(new Refusal(535, "5.7.8 Authentication credentials invalid"));
    },
    onMailFrom: (_address, session, callback) => {
      if (!behavior.cutAtSender) return callback();
      behavior.cutAtSender -= 1;
      cutLine(session);
    },
    onRcptTo: (_address, _session, callback) => {
      if (behavior.refuse && behavior.refuse.times-- > 0)
        callback(new Refusal(behavior.refuse.code, behavior.refuse.text));
      else waitAt("before-text").then(() => callback(), callback);
    },
    onData: (stream, session, callback) => {
      receiveMessage(stream, session).then((answer) => answer && callback(null, answer), callback);
    },
  };
  const server = new SMTPServer(options);
  // Broken connections are part of the tests.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    tls,
    port: (server.server.address() as AddressInfo).port,
    mailbox,
    passwords,
    /** Empties the mailbox and sets other faults. */
    behave: (nextBehavior: SmtpBehavior = {}) => {
      mailbox.length = 0;
      behavior = nextBehavior;
    },
    /** Stops the next session at this point. @returns resolves when it is reached. */
    hold: (point: "before-text" | "after-text") => {
      let release = () => {};
      const releaseSignal = new Promise<void>((resolve) => {
        release = resolve;
      });
      const waypointSignal = new Promise<void>((resolve) => {
        waypoint = {
          point,
          pass: () => {
            waypoint = undefined;
            resolve();
            return releaseSignal;
          },
        };
      });
      return { reached: waypointSignal, release };
    },
    close: async () => {
      for (const connection of server.connections) connection._socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
