import { Buffer } from "node:buffer";
import { Client, type SFTPWrapper, type Stats } from "#compiled/ssh2";
import {
  DeliveryError,
  type DeliveryFile,
  type DeliveryPlace,
  fileMissing,
} from "~/domain/delivery/delivery-place";
import { base64 } from "~/platform/formats/base64";
import { sha256OfBytes } from "~/platform/hash";

export interface SftpServer {
  /** For staff. */
  name: string;
  host: string;
  port: number;
  username: string;
  password?: string | undefined;
  privateKey?: string | undefined;
  /** The fingerprint of its key, as `ssh-keygen -lf` prints it. */
  hostKey: string;
  /** Where every path begins; empty for the folder that the sign-in leads to. */
  folder: string;
}

interface Session {
  client: Client;
  sftp: SFTPWrapper;
}

/** Counter mode alone: workerd's GCM wants its tag before the bytes, which come first in SSH. */
const CIPHERS = ["aes256-ctr", "aes128-ctr"] as const;
/** Shorter than the time that a probe has. */
const READY_MS = 8_000;
/** Less than the lease of a job. */
const ANSWER_MS = 60_000;
/** What is read, and on its way, at once. */
const PART_BYTES = 4 * 1024 * 1024;
/** What every server takes in one write, and the library does not split. */
const WRITE_BYTES = 31 * 1024;

/** Lists and descriptions are smaller. They may have changed, at the same length, since an earlier run. */
const CHANGEABLE_BYTES = 1024 * 1024;

const NO_SUCH_FILE = 2;
/** Answers that stay the same until a setting or the server changes, by their code. */
const REFUSALS = new Map([
  [NO_SUCH_FILE, "has no such folder"],
  [3, "does not allow us to write there"],
  [8, "cannot do what we need"],
]);

/** What has gone wrong at a path. */
function toStoreError(path: string, { message, ...error }: Error): DeliveryError {
  const status = "code" in error && typeof error.code === "number" ? error.code : undefined;
  if (status === undefined)
    return new DeliveryError("SFTP_LINE", `The line broke at ${path}: ${message}.`, false);
  const refusal = REFUSALS.get(status);
  const why = refusal ?? `could not store it; it may be full. It said: ${message}`;
  return new DeliveryError(`SFTP_${status}`, `${path}: the SFTP server ${why}.`, !!refusal);
}

/** What `ssh-keygen -lf` prints of a key. */
async function fingerprintOf(key: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(key));
  return `SHA256:${base64(new Uint8Array(digest)).replaceAll("=", "")}`;
}

/** Signs in. A server with another key than the pinned one never learns who we are. @throws DeliveryError */
function connect(server: SftpServer): Promise<Session> {
  const { host, port, username, password, privateKey, hostKey } = server;
  const at = `${host}:${port}`;
  let otherKey: string | undefined;
  const toError = (error: Error & { level?: string }) => {
    if (otherKey)
      return new DeliveryError(
        "SFTP_HOST_KEY",
        `${at} shows another key than DELIVERY_SFTP_HOST_KEY: ${otherKey}. Nothing was sent. Ask the distributor whether this key is theirs before you set it.`,
        true,
      );
    if (error.level === "client-authentication")
      return new DeliveryError("SFTP_SIGN_IN", `${at} refuses the sign-in of ${username}.`, true);
    return new DeliveryError("SFTP_LINE", `${at} cannot be reached: ${error.message}.`, false);
  };
  return new Promise((resolve, reject) => {
    const client = new Client();
    // Never removed: an error that nobody listens to would end the worker.
    client.on("error", (error) => reject(toError(error)));
    client.on("close", () => reject(toError(new Error("The line was closed"))));
    client.on("ready", () =>
      client.sftp((error, sftp) => (error ? reject(toError(error)) : resolve({ client, sftp }))),
    );
    const hostVerifier = (key: Uint8Array, verify: (isOurs: boolean) => void) =>
      void fingerprintOf(key).then((seen) => {
        if (seen !== hostKey) otherKey = seen;
        verify(seen === hostKey);
      });
    const signIn = { username, password, privateKey };
    const algorithms = { cipher: [...CIPHERS] };
    try {
      client.connect({ host, port, ...signIn, algorithms, hostVerifier, readyTimeout: READY_MS });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `DELIVERY_SFTP_PRIVATE_KEY cannot be used: ${reason}.`;
      reject(new DeliveryError("SFTP_PRIVATE_KEY", message, true));
    }
  });
}

type Done<T> = (error: Error | null | undefined, value: T) => void;

/** Awaits the answer to a request about a path. @throws DeliveryError */
function ask<T = void>(path: string, request: (done: Done<T>) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(toStoreError(path, new Error("No answer"))), ANSWER_MS);
    request((error, value) => {
      clearTimeout(timer);
      if (error) reject(toStoreError(path, error));
      else resolve(value);
    });
  });
}

const isNoSuchFile = (error: unknown) =>
  error instanceof DeliveryError && error.code === `SFTP_${NO_SUCH_FILE}`;

/** Undefined for what is not there. */
const readStats = (sftp: SFTPWrapper, path: string): Promise<Stats | undefined> =>
  ask<Stats>(path, (done) => sftp.stat(path, done)).catch((error) => {
    if (isNoSuchFile(error)) return undefined;
    throw error;
  });

/** Whether a file is there: a large one by its size, one that may have changed by its bytes. */
async function isStored(sftp: SFTPWrapper, path: string, file: DeliveryFile): Promise<boolean> {
  if (file.size > CHANGEABLE_BYTES) return true;
  // Where only writing is allowed, it is sent anew.
  const read = ask<Buffer>(path, (done) => sftp.readFile(path, done));
  const bytes = await read.catch(() => undefined);
  return bytes !== undefined && (await sha256OfBytes(bytes)) === file.sha256;
}

async function readPart(file: DeliveryFile, offset: number, length: number): Promise<Buffer> {
  const body = await file.read({ offset, length });
  const bytes =
    body instanceof Uint8Array
      ? body
      : new Uint8Array(await new Response(body ?? null).arrayBuffer());
  if (bytes.length !== length) throw fileMissing();
  return Buffer.from(bytes);
}

/** Writes bytes in pieces, the last one once all others are stored: the file's size then tells that all are. */
async function writeBytes(
  bytes: Buffer,
  write: (from: number, length: number) => Promise<void>,
): Promise<void> {
  const last = Math.floor((bytes.length - 1) / WRITE_BYTES) * WRITE_BYTES;
  const pieces: Promise<void>[] = [];
  for (let from = 0; from < last; from += WRITE_BYTES) pieces.push(write(from, WRITE_BYTES));
  await Promise.all(pieces);
  await write(last, bytes.length - last);
}

/** A folder of an SFTP server. */
export function sftpPlace(server: SftpServer, partBytes = PART_BYTES): DeliveryPlace {
  const base = server.folder && `${server.folder}/`;
  const madeFolders = new Set<string>();
  let session: Promise<Session> | undefined;

  /** Makes the folders of a path. */
  async function makeFolders(sftp: SFTPWrapper, path: string): Promise<void> {
    for (let end = path.indexOf("/", 1); end > 0; end = path.indexOf("/", end + 1)) {
      const folder = path.slice(0, end);
      if (madeFolders.has(folder)) continue;
      if (!(await readStats(sftp, folder))) await ask(folder, (done) => sftp.mkdir(folder, done));
      madeFolders.add(folder);
    }
  }

  /** Writes a file, or what an earlier run has left of it. @returns whether it is whole. */
  async function writeFile(
    { sftp, path }: { sftp: SFTPWrapper; path: string },
    file: DeliveryFile,
    pause: () => Promise<boolean>,
  ): Promise<boolean> {
    const kept = file.size > CHANGEABLE_BYTES ? ((await readStats(sftp, path))?.size ?? 0) : 0;
    const begun = kept === file.size ? 0 : kept % partBytes;
    let offset = kept > file.size ? 0 : kept - begun;
    const flags = offset > 0 ? "r+" : "w";
    const handle = await ask<Buffer>(path, (done) => sftp.open(path, flags, done));
    while (offset < file.size && !(await pause())) {
      const bytes = await readPart(file, offset, Math.min(partBytes, file.size - offset));
      const start = offset;
      await writeBytes(bytes, (from, length) =>
        ask(path, (done) => sftp.write(handle, bytes, from, length, start + from, done)),
      );
      offset += partBytes;
    }
    await ask(path, (done) => sftp.close(handle, done));
    return offset >= file.size;
  }

  return {
    name: server.name,
    async send(file, pause) {
      session ??= connect(server);
      const { sftp } = await session;
      const path = base + file.path;
      const stored = await readStats(sftp, path);
      if (stored?.size === file.size && (await isStored(sftp, path, file))) return "known";
      await makeFolders(sftp, path);
      // The distributor sees it under its own name once it is whole.
      const unfinished = `${path}.part`;
      if (!(await writeFile({ sftp, path: unfinished }, file, pause))) return "paused";
      if (stored) await ask(path, (done) => sftp.unlink(path, done));
      await ask(path, (done) => sftp.rename(unfinished, path, done));
      return "sent";
    },
    check: async () => void (await connect(server)).client.end(),
    async close() {
      const opened = session;
      session = undefined;
      (await opened?.catch(() => undefined))?.client.end();
    },
  };
}
