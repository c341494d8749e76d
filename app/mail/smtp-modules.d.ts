/**
 * What the mail transport uses of nodemailer and of Node's modules, which workerd provides under
 * `nodejs_compat`. Declared here, because the types of all of Node would claim that every file may
 * use them. The tests are compiled against the real types.
 */
declare module "node:net" {
  export interface Socket {
    once(event: "connect" | "secureConnect", listener: () => void): this;
    on(event: "error", listener: (error: Error) => void): this;
    on(event: "end", listener: () => void): this;
    setMaxListeners(count: number): this;
    destroy(): this;
  }
  export function connect(options: { host: string; port: number }): Socket;
}

declare module "node:tls" {
  import type { Socket } from "node:net";
  export function connect(options: { host: string; port: number; servername: string }): Socket;
}

declare module "node:stream" {
  export class Readable {
    static from(source: AsyncIterable<Uint8Array>): Readable;
    private readonly brand: unique symbol;
  }
}

declare module "nodemailer/lib/smtp-connection" {
  import type { Socket } from "node:net";
  import type { Readable } from "node:stream";

  type Done = (error?: Error | null) => void;

  export default class SMTPConnection {
    /** The line; after STARTTLS the encrypted one. */
    readonly _socket: Socket | false | null;
    constructor(options: {
      host: string;
      port: number;
      name: string;
      connection: Socket;
      secure: boolean;
      secured: boolean;
      requireTLS: boolean;
      connectionTimeout: number;
      greetingTimeout: number;
      socketTimeout: number;
    });
    on(event: "error", listener: (error: Error) => void): this;
    on(event: "end", listener: () => void): this;
    connect(done: Done): void;
    login(auth: { user: string; pass: string }, done: Done): void;
    send(
      envelope: { from: string; to: string },
      message: Readable,
      done: (error: Error | null, info?: { response: string }) => void,
    ): void;
    quit(): void;
    close(): void;
  }
}

declare module "nodemailer/lib/mail-composer" {
  interface Address {
    name: string;
    address: string;
  }
  export default class MailComposer {
    constructor(mail: {
      from: Address;
      to: Address;
      replyTo: Address;
      subject: string;
      text: string;
      html: string;
      messageId: string;
      date: Date;
      headers: Record<string, string>;
      disableFileAccess: true;
      disableUrlAccess: true;
    });
    compile(): { build(): Promise<Uint8Array> };
  }
}
