import { beforeAll, expect, test } from "vitest";
import { MAX_LISTENING_LINKS } from "~/domain/publishing/listening-links.server";
import { staffMember } from "../support/accounts";
import { openStoreReader } from "../support/app-stores";
import { appUnderTest } from "../support/app-under-test";
import { songBytes } from "../support/drafts";
import { unescapeHtml } from "../support/page-parts";
import { releaseInProgress } from "../support/published-release";
import { Visitor } from "../support/visitor";

let staff: Visitor;
let id: string;
const nobody = new Visitor();
const store = () => openStoreReader(appUnderTest().url);
const readText = async (visitor: Visitor, path: string) =>
  (await (await visitor.send(path)).text()).replace(/<!-- -->/g, "");
const page = () => `/staff/listening/${id}`;

beforeAll(async () => {
  staff = await staffMember("Rosa");
  ({ id } = await releaseInProgress());
});

/** The paths of the links that work, the latest first. */
const livePaths = async () =>
  [...unescapeHtml(await readText(staff, page())).matchAll(/value="[^"]*(\/listen\/[^"]+)"/g)].map(
    ([, path = ""]) => path,
  );

async function makeLink(fields: Record<string, string> = {}): Promise<string> {
  const reply = await staff.post(page(), {
    intent: "make",
    recipient: "Ines, The Wire",
    ...fields,
  });
  expect(reply.headers.get("Location")).toBe(`${page()}?made`);
  const [path = ""] = await livePaths();
  return path;
}

const filesOf = (path: string) => `/files${path}`;

async function endLink(path: string): Promise<void> {
  const [, link = ""] = /\/listen\/([0-9A-Z]{26})/.exec(path) ?? [];
  const reply = await staff.post(page(), { intent: "end", link });
  expect(reply.headers.get("Location")).toBe(`${page()}?ended`);
}

test("a link opens player, cover and credits for whom it names, and no download", async () => {
  const path = await makeLink();
  const html = unescapeHtml(await readText(nobody, path));
  expect(html).toContain("For Ines, The Wire alone");
  expect(html).toContain(`src="${filesOf(path)}/tracks/1"`);
  expect(html).toContain('content="noindex, nofollow"');
  expect(html).not.toContain("download>");
  expect(html).not.toContain(`/files/${id}`);
  const sound = await nobody.send(`${filesOf(path)}/tracks/1`);
  expect(Buffer.from(await sound.arrayBuffer()).equals(songBytes)).toBe(true);
  const part = await nobody.send(`${filesOf(path)}/tracks/1`, { headers: { Range: "bytes=4-7" } });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer()).equals(songBytes.subarray(4, 8))).toBe(true);
  const opened = await nobody.send(`${filesOf(path)}/tracks/1`, {
    headers: { "Sec-Fetch-Dest": "document" },
  });
  expect(opened.status).toBe(403);
});

test("with leave to download it offers each file, also opened by itself", async () => {
  const path = await makeLink({ canDownload: "on" });
  expect(await readText(nobody, path)).toContain("Download Night Ferry");
  const opened = await nobody.send(`${filesOf(path)}/tracks/1`, {
    headers: { "Sec-Fetch-Dest": "document" },
  });
  expect(opened.status).toBe(200);
  await opened.body?.cancel();
});

test("a play counts once in half an hour, and not for a later part or a look at the head", async () => {
  const path = await makeLink({ recipient: "Counted" });
  const track = `${filesOf(path)}/tracks/1`;
  const get = async (init: Parameters<Visitor["send"]>[1]) =>
    (await nobody.send(track, init)).body?.cancel();
  const plays = async () => / ?(\d+) plays?/.exec(await readText(staff, page()))?.[1];
  await get({ headers: { Range: "bytes=100-" } });
  await get({ method: "HEAD" });
  expect(await plays()).toBe("0");
  await get({ headers: { Range: "bytes=0-" } });
  await get({});
  // One more where the half hour ended in between.
  expect(["1", "2"]).toContain(await plays());
});

test("a link that is ended opens nothing any more, and says so", async () => {
  const path = await makeLink();
  await endLink(path);
  const reply = await nobody.send(path);
  expect(reply.status).toBe(410);
  expect(await reply.text()).toContain("This link has ended");
  expect((await nobody.send(`${filesOf(path)}/tracks/1`)).status).toBe(404);
  expect((await nobody.send(`${filesOf(path)}/cover.jpg`)).status).toBe(404);
});

test("a link that is over by its date opens nothing any more", async () => {
  const path = await makeLink();
  const [, link = ""] = /\/listen\/([0-9A-Z]{26})/.exec(path) ?? [];
  await store().rows(
    "UPDATE listening_links SET expires_at = ? WHERE id = ? RETURNING id",
    ...["2026-01-01T00:00:00.000Z", link],
  );
  expect((await nobody.send(path)).status).toBe(410);
  expect((await nobody.send(`${filesOf(path)}/tracks/1`)).status).toBe(404);
});

test("a token opens no other release, and none with another id or signature", async () => {
  const path = await makeLink();
  const other = await releaseInProgress();
  const [, link = "", signature = ""] = /\/listen\/([0-9A-Z]{26})-(.+)$/.exec(path) ?? [];
  const forged = [
    ...[
      `${"0".repeat(26)}-${signature}`,
      `${link}-${"0".repeat(64)}`,
      link,
      `${other.id}-${signature}`,
    ],
    ...[`${link}-${signature}x`, ""],
  ];
  for (const token of forged) expect((await nobody.send(`/listen/${token}`)).status).toBe(404);
  expect((await nobody.send(`${filesOf(path)}/tracks/2`)).status).toBe(404);
  expect((await nobody.send(`${filesOf(path)}/tracks/0`)).status).toBe(404);
});

test.each([
  ["", "Enter whom the link is for. Its page says so."],
  ["x".repeat(101), "The name can have at most 100 characters."],
])("a link needs a name of some length: %s", async (recipient, text) => {
  const reply = await staff.post(page(), { intent: "make", recipient });
  expect(reply.status).toBe(400);
  expect(unescapeHtml(await reply.text())).toContain(text);
});

test("a form that is posted twice makes one link", async () => {
  const newLink = `01${Date.now()}`.padEnd(26, "7").slice(0, 26);
  const fields = { intent: "make", recipient: "Twice", newLink };
  await Promise.all([staff.post(page(), fields), staff.post(page(), fields)]);
  const rows = await store().rows(
    "SELECT id FROM audit WHERE subject = ? AND detail = 'Twice'",
    id,
  );
  expect(rows).toHaveLength(1);
});

test("however many are made at once, a release has no more than its links", async () => {
  const { id: release } = await releaseInProgress();
  const posts = Array.from({ length: MAX_LISTENING_LINKS + 10 }, () =>
    staff.post(`/staff/listening/${release}`, { intent: "make", recipient: "Press" }),
  );
  const statuses = (await Promise.all(posts)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 409)).toHaveLength(10);
  const rows = await store().rows(
    "SELECT id FROM listening_links WHERE submission_id = ?",
    release,
  );
  expect(rows).toHaveLength(MAX_LISTENING_LINKS);
});
