import { beforeAll, expect, test } from "vitest";
import { NO_PREVIEW } from "~/domain/uploads/preview";
import { openStoreReader } from "../support/app-stores";
import { type PageParts, parsePage } from "../support/page-parts";
import { type Published, publishedRelease } from "../support/published-release";
import { Visitor } from "../support/visitor";

/* The public artwork of a published release. */

const store = openStoreReader();
const nobody = new Visitor();

let publicPages: Published;
let id: string;
let cover: string;
beforeAll(async () => {
  publicPages = await publishedRelease();
  id = publicPages.release.replace("/details/", "");
  cover = `${publicPages.release}/cover.jpg`;
  // Uploaded in parts: a form would make the preview at once.
  await store.rows(`UPDATE uploads SET preview = NULL WHERE ${ARTWORK} RETURNING id`, id);
});

const ARTWORK = `id = (SELECT json_extract(form_data, '$.artworkUploadId') FROM submissions WHERE id = ?)`;
const previewKept = async () => {
  const [row] = await store.rows(`SELECT preview FROM uploads WHERE ${ARTWORK}`, id);
  return row?.preview;
};
/** Runs an operation while the artwork's row is changed. */
async function meanwhile(
  column: "preview" | "key",
  value: string,
  run: () => Promise<void>,
): Promise<void> {
  const [before] = await store.rows(`SELECT ${column} AS was FROM uploads WHERE ${ARTWORK}`, id);
  const set = `UPDATE uploads SET ${column} = ? WHERE ${ARTWORK} RETURNING id`;
  expect(await store.rows(set, value, id)).toHaveLength(1);
  await run().finally(() => store.rows(set, before?.was ?? null, id));
}

/** A page's pictures, its sharing picture, and its drawn sleeve. */
async function sharedPage(path: string) {
  const html = await (await nobody.send(path)).text();
  const { meta, structuredData, loads }: PageParts = parsePage(html);
  const of = (name: string) => new URL(meta.get(name) ?? "", "http://site.example").pathname;
  return {
    loads: loads.filter((from) => from.startsWith("/details/")),
    drawn: html.split('<svg viewBox="0 0 400 400"').length - 1,
    shared: [of("og:image"), of("twitter:image"), meta.get("twitter:card")],
    said: JSON.stringify(structuredData).includes(cover),
  };
}

const pages = () => Promise.all([publicPages.release, publicPages.artistPage].map(sharedPage));
const withCover = () => ({
  loads: [cover],
  drawn: 0,
  said: true,
  shared: [cover, cover, "summary"],
});
const withSleeve = {
  loads: [],
  drawn: 1,
  said: false,
  shared: ["/cards/home.png", "/cards/home.png", "summary_large_image"],
};

/** The placeholder for a cover: a drawn sleeve with a short cache time. */
async function expectSleeve() {
  const reply = await nobody.send(cover);
  expect([reply.status, reply.headers.get("Location")]).toEqual([302, "/cards/sleeve.png"]);
  expect(reply.headers.get("Cache-Control")).toBe("public, max-age=60");
  const sleeve = await nobody.send("/cards/sleeve.png");
  expect([sleeve.status, sleeve.headers.get("Content-Type")]).toEqual([200, "image/png"]);
  const png = new DataView(await sleeve.arrayBuffer());
  expect(png.getUint32(16)).toBe(png.getUint32(20));
}

test("a cover that is unavailable at the moment is a drawn sleeve until the next request", async () => {
  for (const [column, value] of [
    ["key", "gone"],
    ["preview", "previews/gone.jpg"],
  ] as const) {
    await meanwhile(column, value, async () => {
      expect(await pages()).toEqual([withCover(), withCover()]);
      await expectSleeve();
    });
  }
  expect(await previewKept()).toBeNull();
});

test("an artwork without a preview is shown and shared, and the first request makes the preview", async () => {
  expect(await previewKept()).toBeNull();
  expect(await pages()).toEqual([withCover(), withCover()]);
  const reply = await nobody.send(cover);
  expect([reply.status, reply.headers.get("Content-Type")]).toEqual([200, "image/jpeg"]);
  await reply.body?.cancel();
  expect(await previewKept()).toMatch(/^previews\//);
  expect(await pages()).toEqual([withCover(), withCover()]);
});

test("a release whose artwork cannot be reduced has the sleeve and card of one without artwork", async () => {
  await meanwhile("preview", NO_PREVIEW, async () => {
    expect(await pages()).toEqual([withSleeve, withSleeve]);
    // An address that was shared before shows a sleeve too.
    await expectSleeve();
  });
});

test("a release without artwork has no cover", async () => {
  // Must be the last test, because it changes the release for good.
  const without = `UPDATE submissions SET form_data = json_remove(form_data, '$.artworkUploadId')
    WHERE id = ? RETURNING id`;
  expect(await store.rows(without, id)).toHaveLength(1);
  expect(await pages()).toEqual([withSleeve, withSleeve]);
  expect((await nobody.send(cover)).status).toBe(404);
});
