import { parseCsv } from "hucre/csv";
import { readXlsx } from "hucre/xlsx";
import { beforeAll, expect, test } from "vitest";
import { staffMember } from "../support/accounts";
import { openStoreReader } from "../support/app-stores";
import { pageText } from "../support/page-parts";
import { completeDetails, nextIsrc, releaseInProgress } from "../support/published-release";
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
