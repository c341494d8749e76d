import { expect, test } from "vitest";
import { openStoreReader } from "../support/app-stores";
import { createDraftAt, draftFiles, findDraftRow, uploadRows } from "../support/drafts";
import { pageText } from "../support/page-parts";
import { Visitor } from "../support/visitor";

const store = openStoreReader();
const names = { artistName: " Ada & <b>Sons ", email: "Ada@Example.com" };

/** What tests and pages can see of a draft, without its ids and times. */
async function view(step: "artist" | "music" | "about" | "review", visitor: Visitor) {
  const { answers, completed } = await findDraftRow(store, visitor);
  const files = (await draftFiles(store, visitor)).map(({ id: _, ...file }) => file);
  const uploads = await uploadRows(store, visitor);
  const keys = uploads.map(({ id, key }) =>
    String(key)
      .replace(String(id), "ID")
      .replace(/-\w{8}\//, "-DRAFT/"),
  );
  const page = await visitor.send(`/submit/${step}`);
  const text = pageText(await page.text()).replaceAll(/\d+:\d+:?\d*/g, "TIME");
  const statuses = [page.status];
  for (const { id } of uploads)
    for (const path of [`/files/${id}/x`, `/files/previews/${id}`])
      statuses.push((await visitor.send(path)).status);
  return { answers, completed, files, keys, text, statuses };
}

test.each(["artist", "music", "about", "review"] as const)(
  "a copied draft at %s is the same to the site as one that went through the steps",
  async (step) => {
    const walked = await createDraftAt(step, names, new Visitor());
    const copied = await createDraftAt(step, names);
    expect(copied.cookie).not.toBe(walked.cookie);
    expect(await view(step, copied)).toEqual(await view(step, walked));
  },
);

test("two copies share neither a draft nor a file", async () => {
  const [one, two] = [await createDraftAt("review"), await createDraftAt("review")];
  const read = async (visitor: Visitor) => [
    (await findDraftRow(store, visitor)).id,
    ...(await uploadRows(store, visitor)).flatMap(({ id, key }) => [String(id), String(key)]),
  ];
  const all = [...(await read(one)), ...(await read(two))];
  expect(new Set(all).size).toBe(10);
  await one.post("/submit/review", { intent: "submit" });
  expect((await two.post("/submit/review", { intent: "submit" })).status).toBe(302);
});
