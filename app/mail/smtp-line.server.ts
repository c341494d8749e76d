import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { MailServer } from "./mail-server";

/** A fault with a code, as the SMTP library tells them. */
export class LineFault extends Error {
  override readonly name = "LineFault";
  constructor(
    message: string,
    readonly code: "ETIMEDOUT" | "ESOCKET",
  ) {
    super(message);
  }
}

/**
 * Ends our side of a line as soon as the other side has ended its own. Node does so by itself;
 * workerd's TLS sockets stay open for ever after, and a cut line would look like a slow server.
 */
export function endWithPeer(socket: Socket): void {
  socket.on("end", () => socket.destroy());
}

/**
 * Opens the line to the mail server; with implicit TLS it is encrypted from the first byte, and the
 * server's certificate checked. Opened here, since the library would ask a name server of its own.
 * @throws LineFault when nobody answers in time, or the runtime's Error when it cannot be reached or
 * is not who it says.
 */
export function openLine(
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
    endWithPeer(socket);
    socket.once(implicit ? "secureConnect" : "connect", () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}
