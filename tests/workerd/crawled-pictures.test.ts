import { expect, test } from "vitest";
import { previewPath } from "~/domain/uploads/preview";
import { filePath } from "~/domain/uploads/upload";
import { homePicture } from "~/reference/pages/page-pictures";
import { jpegBytes } from "../fixtures/jpeg";
import { openStoreReader } from "../support/app-stores";
import { postForm } from "../support/form-post";
import { crawlable, parsePage } from "../support/page-parts";
import { publishedRelease } from "../support/published-release";
import { Visitor } from "../support/visitor";

/* Search engines and social sites obey robots.txt for pictures, too. */

const nobody = new Visitor();
const readText = async (path: string) => (await nobody.send(path)).text();

/** Addresses of pictures in structured data, at any depth. */
function findPictures(data: unknown): string[] {
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) =>
    /^(?:image|logo|thumbnailUrl)$/.test(name) && typeof value === "string"
      ? [value]
      : findPictures(value),
  );
}

const toPath = (address: string) => new URL(address, "http://site.example").pathname;
const isPicture = (path: string) => /\.(?:jpg|png|svg|webp|avif)$|\/large$/.test(path);

test("every picture that a public page shows or is shared with may be fetched by crawlers", async () => {
  const { artist, member, release, artistPage } = await publishedRelease();
  const fields = { artistName: "Sigrid Vale", email: artist.email, version: "1", intent: "save" };
  const reply = await postForm(member, "/edit-profile", [
    ...Object.entries(fields).map(([name, body]) => ({ name, body })),
    { name: "picture", fileName: "me.jpg", body: jpegBytes({ width: 900, height: 700 }) },
  ]);
  expect(reply.status).toBe(302);
  const map = await readText("/sitemap.xml");
  const pages = [...map.matchAll(/<loc>([^<]+)</g)].map(([, address = ""]) => toPath(address));
  expect(pages).toEqual(expect.arrayContaining(["/", release, artistPage]));
  const may = crawlable(await readText("/robots.txt"));
  const picturesByPage = new Map<string, string[]>();
  for (const page of new Set(pages)) {
    const { meta, structuredData, loads } = parsePage(await readText(page));
    const sharePictures = ["og:image", "twitter:image"].flatMap((name) => meta.get(name) ?? []);
    const paths = [...sharePictures, ...structuredData.flatMap(findPictures), ...loads].map(toPath);
    picturesByPage.set(page, paths.filter(isPicture));
    expect([page, paths.filter((path) => !may(path))]).toEqual([page, []]);
  }
  const picture = expect.stringMatching(/^\/files\/pictures\/.+\/large$/);
  expect(picturesByPage.get(artistPage)?.slice(0, 3)).toEqual([picture, picture, picture]);
  const cover = `${release}/cover.jpg`;
  expect(picturesByPage.get(release)?.slice(0, 3)).toEqual([cover, cover, cover]);
  const sizes = expect.stringMatching(/^\/files\/optimized\/.+\.avif$/);
  expect(picturesByPage.get("/")).toEqual(expect.arrayContaining([homePicture.original, sizes]));
});

test("private pages and files stay closed to crawlers", async () => {
  const { release } = await publishedRelease();
  const may = crawlable(await readText("/robots.txt"));
  const ownStatement = `SELECT id, file_name FROM uploads
    WHERE draft_id = (SELECT draft_id FROM submissions WHERE id = ?)`;
  const files = await openStoreReader().rows(ownStatement, release.replace("/details/", ""));
  expect(files.length).toBeGreaterThan(1);
  const paths = files.flatMap(({ id, file_name }) => [
    filePath({ id: String(id), fileName: String(file_name) }),
    previewPath(String(id)),
  ]);
  for (const path of [...paths, "/files/", "/files/clips/1", "/dashboard", "/staff/submissions/1"])
    expect([path, may(path)]).toEqual([path, false]);
});
