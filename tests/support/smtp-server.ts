import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from "smtp-server";
import { selfSignedCertificate } from "./self-signed-certificate";

/** A message that the server has taken, as it came and as mailboxes show it. */
interface Letter {
  raw: string;
  read: Email;
  recipients: string[];
  /** Whether the line was encrypted. */
  secure: boolean;
}

/** What the server does other than take everything. */
export interface SmtpBehavior {
  /** Cuts the line when the sender is named, without an answer, this many times. */
  cutAtSender?: number;
  /** Answers to the first recipients, such as 451, before it takes one. */
  refuse?: { code: number; text: string; times: number };
  /** Answers the text so, after having read it, and throws it away. */
  refuseText?: { code: number; text: string; times: number };
  /**
   * Cuts the line when the text begins, a moment after it was asked for, within it, or after the
   * whole of it is in the mailbox.
   */
  cutText?: "at-begin" | "a-moment-later" | "within" | "after-end";
  /** Says nothing: at all, or after the text is in the mailbox. */
  silent?: "at-greeting" | "after-text";
}

interface Equipment {
  certificate?: { key: string; cert: string };
  noStartTls?: boolean;
  authMethods?: string[];
}

export type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>;

export const USER = { username: "portal", password: "pässword" };
/** The certificate that the tests' runtime trusts. */
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

/** A real SMTP server over TLS on a free port of this machine, with one mailbox for all. */
export async function startSmtpServer(
  tls: "implicit" | "starttls",
  { certificate = TRUSTED, noStartTls = false, authMethods }: Equipment = {},
) {
  const mailbox: Letter[] = [];
  /** Every password that came, right or wrong. */
  const passwords: string[] = [];
  let manners: SmtpBehavior = {};
  let waypoint: { at: "before-text" | "after-text"; pass: () => Promise<void> } | undefined;

  async function passing(at: "before-text" | "after-text"): Promise<void> {
    if (waypoint?.at === at) await waypoint.pass();
  }

  function cutLine(session: SMTPServerSession): void {
    for (const line of server.connections)
      if (line.session.id === session.id) line._socket.destroy();
  }

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession) {
    if (manners.cutText === "at-begin") return cutLine(session);
    if (manners.cutText === "a-moment-later") setTimeout(() => cutLine(session), 200);
    // Before the dot that ends it.
    if (manners.cutText === "within")
      return stream.once("data", () => cutLine(session)) && undefined;
    const raw = await readAll(stream);
    if (manners.refuseText && manners.refuseText.times-- > 0)
      throw new Refusal(manners.refuseText.code, manners.refuseText.text);
    const recipients = session.envelope.rcptTo.map(({ address }) => address);
    const mail = await PostalMime.parse(raw);
    mailbox.push({ raw: raw.toString("latin1"), read: mail, recipients, secure: session.secure });
    await passing("after-text");
    if (manners.cutText === "after-end") return cutLine(session);
    return manners.silent === "after-text" ? undefined : "taken";
  }

  const options: SMTPServerOptions = {
    ...certificate,
    secure: tls === "implicit",
    hideSTARTTLS: noStartTls,
    disabledCommands: noStartTls ? ["STARTTLS"] : [],
    allowInsecureAuth: noStartTls,
    authMethods,
    onConnect: (_session, callback) => {
      if (manners.silent !== "at-greeting") callback();
    },
    onAuth: ({ username, password }, _session, callback) => {
      passwords.push(String(password));
      if (username === USER.username && password === USER.password)
        callback(null, { user: username });
      else callback(new Refusal(535, "5.7.8 Authentication credentials invalid"));
    },
    onMailFrom: (_address, session, callback) => {
      if (!manners.cutAtSender) return callback();
      manners.cutAtSender -= 1;
      cutLine(session);
    },
    onRcptTo: (_address, _session, callback) => {
      if (manners.refuse && manners.refuse.times-- > 0)
        callback(new Refusal(manners.refuse.code, manners.refuse.text));
      else passing("before-text").then(() => callback(), callback);
    },
    onData: (stream, session, callback) => {
      take(stream, session).then((answer) => answer && callback(null, answer), callback);
    },
  };
  const server = new SMTPServer(options);
  // Lines that break are part of the tests.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    tls,
    port: (server.server.address() as AddressInfo).port,
    mailbox,
    passwords,
    /** Empties the mailbox and takes on other manners. */
    behave: (next: SmtpBehavior = {}) => {
      mailbox.length = 0;
      manners = next;
    },
    /** Stops the next session at this point, and tells when it has come there. */
    hold: (at: "before-text" | "after-text") => {
      let release = () => {};
      const releaseSignal = new Promise<void>((resolve) => {
        release = resolve;
      });
      const waypointSignal = new Promise<void>((resolve) => {
        waypoint = {
          at,
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
      for (const line of server.connections) line._socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
