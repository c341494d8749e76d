import { beforeAll, expect, test } from "vitest";
import { staffMember } from "../support/accounts";
import { openStoreReader } from "../support/app-stores";
import { appUnderTest } from "../support/app-under-test";
import { unescapeHtml } from "../support/page-parts";
import { releaseInProgress } from "../support/published-release";
import { Visitor } from "../support/visitor";

let release: Awaited<ReturnType<typeof releaseInProgress>>;
let staff: Visitor;
const nobody = new Visitor();
const store = () => openStoreReader(appUnderTest().url);
const readText = async (visitor: Visitor, path: string) =>
  unescapeHtml(await (await visitor.send(path)).text()).replace(/<!-- -->/g, "");

beforeAll(async () => {
  staff = await staffMember("Rosa");
  release = await releaseInProgress(["Night Ferry"]);
  await store().rows(
    "UPDATE submissions SET release_title = 'Harbour Lights Due' WHERE id = ? RETURNING id",
    release.id,
  );
});

const CALENDARS = [
  ["an artist", "/dashboard/dates", () => release.visitor],
  ["staff", "/staff/dates", () => staff],
] as const;

async function calendarOf(page: string, visitor: Visitor): Promise<string> {
  const [, path = ""] =
    /value="https?:\/\/[^/"]+(\/api\/calendar\/[^"]+)"/.exec(await readText(visitor, page)) ?? [];
  return path;
}

test.each(CALENDARS)(
  "%s makes a calendar link, which a new one ends",
  async (_, page, visitorOf) => {
    const visitor = visitorOf();
    expect(await calendarOf(page, visitor)).toBe("");
    const reply = await visitor.post(page, { intent: "make-calendar", zone: "Europe/Berlin" });
    expect(reply.headers.get("Location")).toBe(`${page}#calendar`);
    const path = await calendarOf(page, visitor);
    const calendar = await nobody.send(path);
    expect(calendar.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
    const text = (await calendar.text()).replace(/\r\n /g, "");
    expect(text).toContain(`UID:${release.id}-agreement@`);
    expect(text).toContain("Harbour Lights Due");
    await visitor.post(page, { intent: "make-calendar", zone: "Europe/Berlin" });
    expect((await nobody.send(path)).status).toBe(404);
    const next = await calendarOf(page, visitor);
    expect((await nobody.send(next)).status).toBe(200);
    await visitor.post(page, { intent: "end-calendar" });
    expect((await nobody.send(next)).status).toBe(404);
  },
);

test("an artist's calendar has their own music only, and ends with their account", async () => {
  const other = await releaseInProgress();
  await other.visitor.post("/dashboard/dates", { intent: "make-calendar", zone: "Nowhere/At" });
  const path = await calendarOf("/dashboard/dates", other.visitor);
  const text = await (await nobody.send(path)).text();
  expect(text).toContain(other.id);
  expect(text).not.toContain(release.id);
  await store().rows(
    "UPDATE artists SET status = 'Inactive' WHERE id = ? RETURNING id",
    other.artist.id,
  );
  expect((await nobody.send(path)).status).toBe(404);
});

test("staff see what is due, and all unreleased music with what it waits for", async () => {
  const due = await readText(staff, "/staff/dates");
  expect(due).toMatch(/Harbour Lights Due[\s\S]*?Agreement/);
  const unreleased = await readText(staff, "/staff/dates?view=releases");
  expect(unreleased).toMatch(/Harbour Lights Due[\s\S]*?The artist: Agreement not signed/);
});

test("what was refused or is out is on no list", async () => {
  const ids: string[] = [];
  for (const [status, date] of [
    ["rejected", "2031-01-10"],
    ["live", "2020-01-10"],
  ]) {
    const { id } = await releaseInProgress();
    await store().rows(
      "UPDATE submissions SET status = ?, form_data = json_set(form_data, '$.releaseDate', ?) WHERE id = ? RETURNING id",
      ...[status, date, id],
    );
    ids.push(id);
  }
  const unreleased = await readText(staff, "/staff/dates?view=releases");
  for (const id of ids) expect(unreleased).not.toContain(id);
});
