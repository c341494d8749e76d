import { zipSync } from "fflate";
import { parseCsv } from "hucre/csv";
import { readXlsx, writeXlsx } from "hucre/xlsx";
import { beforeAll, expect, test } from "vitest";
import { staffMember } from "../support/accounts";
import { openStoreReader } from "../support/app-stores";
import { fieldValue, pageText } from "../support/page-parts";
import {
  completeDetails,
  nextEan,
  nextIsrc,
  releaseInProgress,
} from "../support/published-release";
import type { Visitor } from "../support/visitor";

const store = openStoreReader();
let staff: Visitor;
beforeAll(async () => {
  staff = await staffMember("Rosa Vale");
});

const entry = (id: string) => `/staff/submissions/${id}`;
const sheetOf = (id: string, query: string) => staff.send(`${entry(id)}/sheet?${query}`);
const filesTab = async (id: string) =>
  pageText(await (await staff.send(`${entry(id)}?tab=files`)).text());

test("a release is a sheet for each distributor, with what its artist answered", async () => {
  const { visitor, path, id } = await releaseInProgress(["=Night Ferry"]);
  expect(await filesTab(id)).toMatch(/Sheet for Mixbank Still missing: UPC or EAN, Label/);
  const isrc = nextIsrc();
  const sent = await visitor.post(path, {
    ...completeDetails(),
    ...{ "tracks[0].isrc": isrc, intent: "send" },
  });
  expect(sent.status).toBe(302);
  const csv = await sheetOf(id, "template=mixbank&as=csv");
  expect([csv.status, csv.headers.get("Content-Type")]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(csv.headers.get("Content-Disposition")).toContain("for%20Mixbank.csv");
  const [head = [], line = [], ...others] = parseCsv(await csv.text());
  expect(others).toEqual([]);
  const cells = Object.fromEntries(head.map((name, index) => [name, line[index]]));
  expect(cells).toMatchObject({
    ...{ track_title: "'=Night Ferry", track_isrc: isrc, track_filename: "01 =Night Ferry.wav" },
    track_number: "1",
  });
  const xlsx = await sheetOf(id, "template=believe&as=xlsx");
  expect(xlsx.headers.get("Content-Disposition")).toMatch(/\.xlsx$/);
  const { sheets } = await readXlsx(new Uint8Array(await xlsx.arrayBuffer()));
  expect(sheets.map(({ name }) => name)).toEqual(["Album Extended", "Contributors"]);
  expect(sheets[0]?.rows[1]?.slice(0, 2)).toEqual([1, "=Night Ferry"]);
  expect(sheets[1]?.rows.slice(1).map((row) => row[1])).toEqual([
    ...[expect.any(String), "Ada Byron", "Bea Okafor"],
  ]);
  const second = await sheetOf(id, "template=believe&as=csv&sheet=1");
  expect(await second.text()).toContain("Contributor Name");
  const made = "SELECT detail FROM audit WHERE subject = ? AND action = 'sheet-made'";
  expect(await store.rows(made, id)).toHaveLength(3);
});

test("what is no template, no sheet of it or no release is a page that says so", async () => {
  const { id } = await releaseInProgress();
  for (const query of [
    ...["", "template=mixbank", "template=none&as=csv", "template=mixbank&as=pdf"],
    ...["template=mixbank&as=csv&sheet=1", `template=${"x".repeat(999)}&as=csv`],
    "template=believe&as=csv&sheet=-1",
  ])
    expect([query, (await sheetOf(id, query)).status]).toEqual([query, 404]);
  expect((await sheetOf("nope", "template=mixbank&as=csv")).status).toBe(404);
  await store.rows(
    "UPDATE submissions SET form_data = json_set(form_data, '$.tracks', json('[]')) WHERE id = ? RETURNING id",
    id,
  );
  expect((await sheetOf(id, "template=mixbank&as=csv")).status).toBe(404);
  expect(await filesTab(id)).not.toContain("Sheet for");
});

test("who asks only what a sheet would be has made none", async () => {
  const { id } = await releaseInProgress();
  const colleague = await staffMember("Sheet Head");
  const reply = await colleague.send(`${entry(id)}/sheet?template=mixbank&as=xlsx`, {
    method: "HEAD",
  });
  expect([reply.status, reply.headers.get("Content-Disposition")]).toEqual([
    ...[200, expect.stringMatching(/\.xlsx$/)],
  ]);
  expect(await store.rows("SELECT action FROM audit WHERE staff_name = 'Sheet Head'")).toEqual([
    { action: "signed-in" },
  ]);
});

const PASTED = [
  ["Deluxe upload", "", "", "", "", ""],
  ["Album", "Song", "Writers", "Release date", "Mood", "Territory"],
  ["My Album", "Song one", "Ada Berg|Bo Lund", "24/12/2026", "Calm", "NO"],
];
const pasted = PASTED.map((row) => row.join("\t")).join("\n");

/** A template as it was read, with its page. */
async function readRows(rows: string) {
  const reply = await staff.post("/staff/sheets", { intent: "read", rows });
  const path = reply.headers.get("Location") ?? "";
  expect([reply.status, path]).toEqual([302, expect.stringMatching(/^\/staff\/sheets\/\w+$/)]);
  return { path, html: await (await staff.send(path)).text() };
}
const selectedIn = (html: string, name: string) => {
  const [, select = ""] = html.split(`name="${name}"`);
  return /<option value="([^"]*)" selected/.exec(select.split("</select>")[0] ?? "")?.[1];
};
const columnOf = (index: number) => `sheets[0].columns[${index}]`;

test("a pasted template is matched, corrected, looked at, named, and then a sheet of each release", async () => {
  const { id } = await releaseInProgress(["Night Ferry"]);
  const { path, html } = await readRows(pasted);
  const fields = PASTED[1]?.map((_, index) => selectedIn(html, `${columnOf(index)}.field`));
  expect(fields).toEqual([
    ...["releaseTitle", "trackTitle", "composers", "releaseDate", "empty", "territory"],
  ]);
  expect(selectedIn(html, `${columnOf(2)}.format`)).toBe("bar");
  expect(selectedIn(html, `${columnOf(3)}.format`)).toBe("DD/MM/YYYY");
  // Nobody has confirmed it.
  const name = `Nordic ${crypto.randomUUID().slice(0, 8)}`;
  expect(await filesTab(id)).not.toContain("New template");
  const form = {
    ...{ name, seen: fieldValue(html, "seen") ?? "" },
    ...{ "sheets[0].line": "track", "sheets[0].matched": "2" },
    ...{ "sheets[0].header": "2", "sheets[0].start": "3" },
    ...Object.fromEntries(
      (fields ?? []).map((field, at) => [`${columnOf(at)}.field`, field ?? ""]),
    ),
    [`${columnOf(2)}.format`]: "semicolon",
    [`${columnOf(3)}.format`]: "YYYYMMDD",
    [`${columnOf(4)}.field`]: "fixed",
    [`${columnOf(4)}.text`]: "Moody",
    [`${columnOf(5)}.field`]: "isrc",
    [`${columnOf(5)}.isNeeded`]: "on",
  };
  const look = await staff.post(path, { ...form, intent: "look" });
  const looked = await look.text();
  expect([look.status, pageText(looked)]).toEqual([200, expect.stringContaining("Moody")]);
  expect(selectedIn(looked, `${columnOf(3)}.format`)).toBe("YYYYMMDD");
  expect(pageText(await (await staff.send(path)).text())).not.toContain("Moody");
  const unnamed = await staff.post(path, { ...form, name: " ", intent: "save" });
  expect([unnamed.status, await unnamed.text()]).toEqual([
    400,
    expect.stringContaining("Give it a name"),
  ]);
  const saved = await staff.post(path, { ...form, intent: "save" });
  expect(saved.headers.get("Location")).toBe("/staff/sheets?saved");
  expect(await filesTab(id)).toContain(`Sheet for ${name} Still missing: ISRC (track 1)`);
  const template = path.split("/").at(-1);
  const csv = parseCsv(await (await sheetOf(id, `template=${template}&as=csv`)).text());
  expect(csv.slice(0, 2)).toEqual(PASTED.slice(0, 2));
  expect(csv.slice(2)).toEqual([
    [
      expect.any(String),
      "Night Ferry",
      "Ada Byron;Bea Okafor",
      expect.stringMatching(/^\d{8}$/),
      "Moody",
      "",
    ],
  ]);
  // Who saves or removes what a colleague has changed is told so.
  for (const intent of ["save", "remove"])
    expect((await staff.post(path, { ...form, intent })).status).toBe(409);
  const seen = fieldValue(await (await staff.send(path)).text(), "seen") ?? "";
  expect((await staff.post(path, { ...form, seen, intent: "remove" })).status).toBe(302);
  expect((await staff.send(path)).status).toBe(404);
  expect((await sheetOf(id, `template=${template}&as=csv`)).status).toBe(404);
});

test("by another row of names the columns are matched anew", async () => {
  const { path, html } = await readRows("Title\tISRC\nVersion\tDuration\nx\ty");
  expect(selectedIn(html, `${columnOf(0)}.field`)).toBe("trackTitle");
  const look = await staff.post(path, {
    ...{ name: "Two", intent: "look", "sheets[0].line": "track", "sheets[0].matched": "1" },
    ...{ "sheets[0].header": "2", "sheets[0].start": "3" },
    [`${columnOf(0)}.field`]: "isrc",
  });
  const looked = await look.text();
  expect(selectedIn(looked, `${columnOf(0)}.field`)).toBe("version");
  expect(selectedIn(looked, `${columnOf(1)}.field`)).toBe("duration");
});

test("a template is uploaded as XLSX, and one that comes ready is saved as a copy", async () => {
  const post = (bytes: Uint8Array, name: string) => {
    const body = new FormData();
    body.set("intent", "read");
    body.set("rows", "");
    body.set("file", new Blob([new Uint8Array(bytes)]), name);
    return staff.send("/staff/sheets", { method: "POST", body });
  };
  const bytes = await writeXlsx({ sheets: [{ name: "Upload", rows: [["Track title", "ISRC"]] }] });
  const reply = await post(bytes, "Distributor v2.xlsx");
  const path = reply.headers.get("Location") ?? "";
  const html = await (await staff.send(path)).text();
  expect(fieldValue(html, "name")).toBe("Distributor v2");
  expect(selectedIn(html, `${columnOf(1)}.field`)).toBe("isrc");
  for (const [name, content] of [
    ["Broken.xlsx", bytes.slice(0, 900)],
    ["Huge.csv", new Uint8Array(600 * 1024).fill(97)],
    ["Empty.csv", new Uint8Array([10])],
    // 64 MB in 64 KB.
    ["Bomb.xlsx", zipSync({ "xl/worksheets/sheet1.xml": new Uint8Array(64 * 1024 * 1024) })],
  ] as const) {
    const refused = await post(content, name);
    expect([name, refused.status]).toEqual([name, 400]);
  }
  const copy = await (await staff.send("/staff/sheets/mixbank")).text();
  expect(fieldValue(copy, "name")).toBe("Copy of Mixbank");
  const name = `Own Mixbank ${crypto.randomUUID().slice(0, 8)}`;
  const saved = await staff.post("/staff/sheets/mixbank", { name, intent: "save" });
  expect(saved.headers.get("Location")).toBe("/staff/sheets?saved");
  expect(pageText(await (await staff.send("/staff/sheets")).text())).toContain(name);
  expect((await staff.post("/staff/sheets", { intent: "read", rows: " " })).status).toBe(400);
});

test("the releases chosen in the queue are one sheet, and what each lacks is listed before", async () => {
  const [one, two] = [await releaseInProgress(["One"]), await releaseInProgress(["Two", "Three"])];
  const items = [one, two].map(({ id }) => `item[]=${encodeURIComponent(`${id}:1`)}`).join("&");
  const post = (path: string, body: string) =>
    staff.send(path, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body,
    });
  const page = await post("/staff/sheets/chosen", `${items}&item[]=nope:1`);
  const text = pageText(await page.text());
  expect(page.status).toBe(200);
  expect(text).toContain("2 releases: ");
  expect(text).toContain("1 of those you chose are left out");
  expect(text).toContain("Something is still missing in 2 releases");
  expect(text).toContain("ISRC (all tracks)");
  const ids = `id=${one.id}&id=${two.id}&id=nope`;
  const csv = await post("/staff/sheets/file", `${ids}&intent=template%3Dmixbank%26as%3Dcsv`);
  expect(csv.headers.get("Content-Disposition")).toContain("3%20releases%20for%20Mixbank.csv");
  const rows = parseCsv(await csv.text());
  expect(rows.slice(1).map((row) => row[9])).toEqual(["One", "Two", "Three"]);
  const xlsx = await post("/staff/sheets/file", `${ids}&intent=template%3Dbelieve%26as%3Dxlsx`);
  const { sheets } = await readXlsx(new Uint8Array(await xlsx.arrayBuffer()));
  expect(sheets[0]?.rows.slice(1).map((row) => row[1])).toEqual(["One", "Two", "Three"]);
  expect((await post("/staff/sheets/chosen", "a=b")).status).toBe(400);
  expect(
    (await post("/staff/sheets/file", "id=nope&intent=template%3Dmixbank%26as%3Dcsv")).status,
  ).toBe(404);
});

const askFor = (id: string, template: string) =>
  staff.post(`${entry(id)}?tab=files`, { intent: "ask-details", template });

const requestsOf = (id: string) =>
  store.rows(
    "SELECT recipient, text_body FROM mail_outbox WHERE submission_id = ? AND kind = 'details-request'",
    id,
  );

test("what is missing is asked from the artist in one press; their answer makes the list shorter", async () => {
  const { artist, visitor, path, id } = await releaseInProgress();
  await staff.post(entry(id), { intent: "artist-note", artistNote: "Lovely." });
  expect(await filesTab(id)).toContain("Ask the artist for it for Mixbank");
  expect((await askFor(id, "mixbank")).status).toBe(302);
  const [mail, ...others] = await requestsOf(id);
  expect([others, mail?.recipient]).toEqual([[], artist.email]);
  const text = String(mail?.text_body);
  expect(text).toMatch(/1\. The UPC or EAN\n2\. .*The ISRC \(track 1\)/s);
  const link = /https?:\/\/\S+(\/release-details\/\S+)/.exec(text)?.[1] ?? "";
  expect(link).toBe(path);
  expect(pageText(await (await visitor.send(link)).text())).toMatch(
    /Lovely\.\s+Before we can deliver your release, we need from you: .*the UPC or EAN; .*the ISRC \(track 1\)/,
  );
  const files = await filesTab(id);
  expect(files).toMatch(/Rosa Vale asked the artist for it on .* UTC\./);
  expect(files).not.toContain("Ask the artist again for Mixbank");
  const trail =
    "SELECT staff_name, detail FROM audit WHERE subject = ? AND action = 'details-asked'";
  expect(await store.rows(trail, id)).toEqual([
    { staff_name: "Rosa Vale", detail: expect.stringContaining("we need from you: the UPC") },
  ]);
  await visitor.post(link, {
    ...completeDetails(),
    ...{ assignUpc: "", upc: nextEan(), intent: "send" },
  });
  const [, mixbank = ""] = (await filesTab(id)).split("Sheet for Mixbank");
  expect(mixbank).not.toContain("ISRC (track 1)");
  expect(mixbank).not.toContain("UPC or EAN");
});

test("a request pressed several times, also at once, is one mail; a day later it can be asked again", async () => {
  const { id } = await releaseInProgress();
  const replies = await Promise.all([1, 2, 3].map(() => askFor(id, "mixbank")));
  expect(replies.map(({ status }) => status)).toEqual([302, 302, 302]);
  await askFor(id, "mixbank");
  expect(await requestsOf(id)).toHaveLength(1);
  await store.rows(
    "UPDATE audit SET created_at = '2026-01-01T00:00:00.000Z' WHERE subject = ? AND action = 'details-asked' RETURNING id",
    id,
  );
  expect(await filesTab(id)).toContain("Ask the artist again for Mixbank");
  await askFor(id, "mixbank");
  expect(await requestsOf(id)).toHaveLength(2);
  const [row] = await store.rows("SELECT artist_note FROM submissions WHERE id = ?", id);
  expect(String(row?.artist_note).split("Before we can deliver")).toHaveLength(2);
});

test("what isn't accepted, or lacks nothing that its artist has, is not asked for", async () => {
  const { id } = await releaseInProgress();
  expect((await askFor(id, "none")).status).toBe(409);
  const setStatus = (status: string) =>
    store.rows("UPDATE submissions SET status = ? WHERE id = ? RETURNING id", status, id);
  await setStatus("pending");
  expect(await filesTab(id)).not.toContain("Ask the artist");
  expect((await askFor(id, "mixbank")).status).toBe(409);
  expect(await requestsOf(id)).toEqual([]);
  // The page of its details is closed by then.
  await setStatus("approved");
  expect((await askFor(id, "mixbank")).status).toBe(302);
  const [mail] = await requestsOf(id);
  expect(String(mail?.text_body)).toMatch(/Please send us this by email.*1\. The UPC or EAN/s);
  expect(String(mail?.text_body)).not.toContain("/release-details/");
});
