import { afterEach, expect, test } from "vitest";
import type { DeliveryFile } from "~/domain/delivery/delivery-place";
import { type SftpServer, sftpPlace } from "~/integrations/delivery/sftp-place.server";
import { sha256OfBytes } from "~/platform/hash";
import { openForFile } from "../../support/open-for-file";
import { newKey, startSftpServer } from "../../support/sftp-server";

/* What an SFTP server of a distributor refuses, and how: what all places are held to is in deliver-release. */

const key = newKey();
const server = await openForFile(async () => {
  const started = await startSftpServer(key.public);
  return { ...started, close: started.stop };
});
afterEach(() => server.refuse());

const place = (other: Partial<SftpServer> = {}) => sftpPlace({ ...server.connection, ...other });

const bytes = Buffer.alloc(100_000, "sound ");
const sha256 = await sha256OfBytes(bytes);
const file = (path: string): DeliveryFile => ({
  ...{ path, size: bytes.length, sha256, contentType: "audio/wav" },
  read: async (range) =>
    range ? bytes.subarray(range.offset, range.offset + range.length) : bytes,
});

/** Sends a file in a run of its own. */
async function send(path: string, to = place()) {
  try {
    return await to.send(file(path), async () => false);
  } finally {
    await to.close?.();
  }
}

const stored = (path: string) => (server.paths().includes(path) ? server.read(path) : undefined);

test("a server with another key than the pinned one gets nothing, and its fingerprint is told", async () => {
  const other = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU";
  const before = server.attempts();
  const refused = send("a.wav", place({ hostKey: other }));
  await expect(refused).rejects.toMatchObject({
    ...{ code: "SFTP_HOST_KEY", permanent: true },
    message: expect.stringContaining(`${server.connection.hostKey}. Nothing was sent.`),
  });
  expect([server.attempts() - before, stored("inbox/label/a.wav")]).toEqual([0, undefined]);
});

test("a wrong password, and a key that is not known, are refused for good", async () => {
  for (const signIn of [
    { password: "wrong" },
    { password: undefined, privateKey: newKey().private },
  ])
    await expect(send("a.wav", place(signIn))).rejects.toMatchObject({
      ...{ code: "SFTP_SIGN_IN", permanent: true },
      message: `127.0.0.1:${server.connection.port} refuses the sign-in of label.`,
    });
});

test("a private key signs in as a password does; one that cannot be read is told of", async () => {
  const privateKey = key.private;
  expect(await send("by-key.wav", place({ password: undefined, privateKey }))).toBe("sent");
  expect(stored("inbox/label/by-key.wav")).toEqual(bytes);
  const unreadable = send("b.wav", place({ privateKey: "-----BEGIN PRIVATE KEY-----" }));
  await expect(unreadable).rejects.toMatchObject({ code: "SFTP_PRIVATE_KEY", permanent: true });
});

test("a server that cannot be reached is tried again", async () => {
  const away = send("a.wav", place({ port: 9 }));
  await expect(away).rejects.toMatchObject({ code: "SFTP_LINE", permanent: false });
  await expect(place({ port: 9 }).check()).rejects.toThrow("127.0.0.1:9 cannot be reached");
});

test.each([
  ["MKDIR", 3, true, "inbox/label/new: the SFTP server does not allow us to write there."],
  ["OPEN", 2, true, "inbox/label/new/a.wav.part: the SFTP server has no such folder."],
  ["WRITE", 4, false, "could not store it; it may be full. It said:"],
  ["RENAME", 8, true, "inbox/label/new/a.wav: the SFTP server cannot do what we need."],
])("what the server refuses at %s with %i is told", async (request, status, permanent, text) => {
  server.refuse((line) => (line.startsWith(request) ? status : undefined));
  await expect(send("new/a.wav")).rejects.toMatchObject({
    ...{ code: `SFTP_${status}`, permanent },
    message: expect.stringContaining(text),
  });
});

test("all folders of a path are made, once in a run", async () => {
  const folder = "/other/inbox";
  const to = place({ folder });
  const from = server.requests.length;
  await to.send(file("n/x/1.wav"), async () => false);
  await to.send(file("n/x/2.wav"), async () => false);
  await to.close?.();
  const made = server.requests.slice(from).filter((line) => line.startsWith("MKDIR"));
  expect(made).toEqual(
    ["/other", "/other/inbox", "/other/inbox/n", "/other/inbox/n/x"].map((path) => `MKDIR ${path}`),
  );
  expect([stored("other/inbox/n/x/1.wav"), stored("other/inbox/n/x/2.wav")]).toEqual([
    bytes,
    bytes,
  ]);
});

test("a file of another size is replaced, and one of the same size is known", async () => {
  server.write("inbox/label/c.wav", Buffer.from("an older one"));
  server.write("inbox/label/c.wav.part", Buffer.alloc(200_000));
  expect(await send("c.wav")).toBe("sent");
  expect(stored("inbox/label/c.wav")).toEqual(bytes);
  const before = server.requests.length;
  expect(await send("c.wav")).toBe("known");
  const changes = server.requests
    .slice(before)
    .filter((line) => !/^(F?STAT|READ|OPEN|CLOSE)/.test(line));
  expect(changes).toEqual([]);
});

test("a list that has changed at the same length since an earlier run is sent anew", async () => {
  expect(await send("release.csv")).toBe("sent");
  server.write("inbox/label/release.csv", Buffer.alloc(bytes.length, "other "));
  expect(await send("release.csv")).toBe("sent");
  expect(stored("inbox/label/release.csv")).toEqual(bytes);
  expect(await send("release.csv")).toBe("known");
  // Where nothing may be read, it is written once more.
  server.refuse((line) => (line.startsWith("READ") ? 3 : undefined));
  expect(await send("release.csv")).toBe("sent");
  server.refuse();
  // What an earlier run has left of it is not gone on with.
  server.write("inbox/label/list.csv.part", Buffer.alloc(bytes.length, "other "));
  expect(await send("list.csv")).toBe("sent");
  expect(stored("inbox/label/list.csv")).toEqual(bytes);
});

test("a line is closed after a run, and after a check", async () => {
  await send("d.wav");
  await place().check();
  await expect.poll(() => server.lines()).toBe(0);
});
