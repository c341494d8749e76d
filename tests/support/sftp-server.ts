import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import ssh2, { type AuthContext, type Connection, type SFTPWrapper } from "ssh2";
import { quickFolder } from "./quick-folder";

const { Server, utils } = ssh2;
const { OPEN_MODE, STATUS_CODE } = utils.sftp;

const SFTP_USER = { username: "label", password: "pässword" };

/** The distributor's folder for us, which is there. */
const FOLDER = "inbox/label";

export const newKey = () => utils.generateKeyPairSync("ed25519");

/** What `ssh-keygen -lf` prints of a public key. */
function fingerprint(publicKey: string): string {
  const [, blob = ""] = publicKey.split(" ");
  const digest = createHash("sha256").update(Buffer.from(blob, "base64")).digest("base64");
  return `SHA256:${digest.replace(/=+$/, "")}`;
}

/** The status of SFTP that a request is refused with. */
type Refusal = (request: string) => number | undefined;

function statusOf(error: unknown): number {
  const code = error instanceof Error && "code" in error ? error.code : "";
  return code === "ENOENT" ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE;
}

/** Whether a sign-in is right: by the password, or by the key whose public half is known. */
function isSignIn(context: AuthContext, publicKey: string): boolean {
  if (context.username !== SFTP_USER.username) return false;
  if (context.method === "password") return context.password === SFTP_USER.password;
  if (context.method !== "publickey" || !publicKey) return false;
  const key = utils.parseKey(publicKey);
  if (key instanceof Error || !key.getPublicSSH().equals(context.key.data)) return false;
  // The first question is whether this key would do.
  const { blob, signature, hashAlgo } = context;
  return !signature || !blob || key.verify(blob, signature, hashAlgo) === true;
}

/**
 * A real SFTP server on a free port, over a folder of its own.
 * @param publicKey signs in beside the password.
 */
export async function startSftpServer(publicKey = "") {
  const root = fs.mkdtempSync(join(quickFolder(), "sftp-"));
  fs.mkdirSync(join(root, FOLDER), { recursive: true });
  const hostKey = newKey();
  /** Every request so far, with its path. */
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let refusal: Refusal = () => undefined;
  let cutAt: number | undefined;
  let attempts = 0;

  function serveFiles(sftp: SFTPWrapper): void {
    const paths = new Map<number, string>();
    let isCut = false;
    const at = (path: string) => join(root, join("/", path));
    /** Answers with OK where `work` does not answer itself. */
    const answer = (id: number, request: string, work: () => unknown) => {
      if (requests.length === cutAt) {
        cutAt = undefined;
        isCut = true;
        for (const socket of sockets) socket.destroy();
      }
      // What was still on its way never comes.
      if (isCut) return;
      requests.push(request);
      const status = refusal(request);
      if (status !== undefined) sftp.status(id, status);
      else
        try {
          if (work() !== true) sftp.status(id, STATUS_CODE.OK);
        } catch (error) {
          sftp.status(id, statusOf(error));
        }
    };
    const fileOf = (handle: Buffer) => handle.readUInt32BE();
    const pathOf = (handle: Buffer) => paths.get(fileOf(handle)) ?? "";
    sftp.on("STAT", (id, path) =>
      answer(id, `STAT ${path}`, () => {
        const { size, mode } = fs.statSync(at(path));
        sftp.attrs(id, { size, mode, uid: 0, gid: 0, atime: 0, mtime: 0 });
        return true;
      }),
    );
    sftp.on("MKDIR", (id, path) => answer(id, `MKDIR ${path}`, () => fs.mkdirSync(at(path))));
    sftp.on("OPEN", (id, path, flags) =>
      answer(id, `OPEN ${path}`, () => {
        const file = fs.openSync(at(path), flags & OPEN_MODE.TRUNC ? "w" : "r+");
        paths.set(file, path);
        const handle = Buffer.alloc(4);
        handle.writeUInt32BE(file);
        sftp.handle(id, handle);
        return true;
      }),
    );
    sftp.on("WRITE", (id, handle, offset, data) =>
      answer(
        id,
        `WRITE ${pathOf(handle)} ${offset} ${data.length}`,
        () => void fs.writeSync(fileOf(handle), data, 0, data.length, offset),
      ),
    );
    sftp.on("FSTAT", (id, handle) =>
      answer(id, `FSTAT ${pathOf(handle)}`, () => {
        const { size, mode } = fs.fstatSync(fileOf(handle));
        sftp.attrs(id, { size, mode, uid: 0, gid: 0, atime: 0, mtime: 0 });
        return true;
      }),
    );
    sftp.on("READ", (id, handle, offset, length) =>
      answer(id, `READ ${pathOf(handle)}`, () => {
        const data = Buffer.alloc(length);
        const count = fs.readSync(fileOf(handle), data, 0, length, offset);
        if (count === 0) sftp.status(id, STATUS_CODE.EOF);
        else sftp.data(id, data.subarray(0, count));
        return true;
      }),
    );
    sftp.on("CLOSE", (id, handle) =>
      answer(id, `CLOSE ${pathOf(handle)}`, () => fs.closeSync(fileOf(handle))),
    );
    sftp.on("REMOVE", (id, path) => answer(id, `REMOVE ${path}`, () => fs.unlinkSync(at(path))));
    sftp.on("RENAME", (id, from, to) =>
      answer(id, `RENAME ${from} ${to}`, () => {
        // As OpenSSH's server, which replaces nothing.
        if (fs.existsSync(at(to))) throw new Error("It is there.");
        fs.renameSync(at(from), at(to));
      }),
    );
  }

  function serve(connection: Connection): void {
    connection.on("error", () => undefined);
    connection.on("authentication", (context) => {
      if (context.method !== "none") attempts += 1;
      if (isSignIn(context, publicKey)) context.accept();
      else context.reject(["password", "publickey"]);
    });
    connection.on("session", (accept) => accept().on("sftp", (begin) => serveFiles(begin())));
  }

  /** The files in its folder. */
  const paths = () =>
    fs
      .readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1));

  const ssh = new Server({ hostKeys: [hostKey.private] }, serve);
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    ssh.injectSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** What a place is made of. */
    connection: {
      ...{ name: "the distributor", host: "127.0.0.1", port, ...SFTP_USER },
      ...{ hostKey: fingerprint(hostKey.public), folder: FOLDER },
    },
    requests,
    /** How often somebody has tried to sign in. */
    attempts: () => attempts,
    /** How many lines are open. */
    lines: () => sockets.size,
    paths,
    read: (path: string) => fs.readFileSync(join(root, path)),
    write: (path: string, bytes: Buffer) => fs.writeFileSync(join(root, path), bytes),
    refuse: (next: Refusal = () => undefined) => {
      refusal = next;
    },
    /** Cuts the line at the next request, or at one of those after it. */
    cutAt: (request = 1) => {
      cutAt = requests.length + request - 1;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      fs.rmSync(root, { recursive: true });
    },
  };
}
