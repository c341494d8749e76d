import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { picturePath } from "~/domain/artists/picture";
import { coverPath } from "~/domain/publishing/public-release";
import { previewPath } from "~/domain/uploads/preview";
import { filePath } from "~/domain/uploads/upload";
import { parseSettings } from "~/platform/settings";
import { homePicture } from "~/reference/pages/page-pictures";
import { crawlable } from "../../../tests/support/page-parts";
import { robotsText, sitemap } from "./seo.server";

const site = "https://quay.example";
const settings = parseSettings({ SIGNING_SECRET: "s".repeat(32), BRAND_NAME: "Quay & Söhne" });

/** The beginnings of all addresses that the routes serve. */
const routePaths = readdirSync(new URL("../../routes", import.meta.url))
  .map((name) => name.replace(/\.tsx?$/, "").replace(/^_(public|portal)\.?/, ""))
  .map(
    (name) =>
      `/${name
        .split(".")[0]
        ?.replace(/^_index$/, "")
        .replace(/_$/, "")}`,
  );

test("the sitemap has every public page, including the label's own", () => {
  const listedUrls = Array.from(
    sitemap({ site, settings }).matchAll(/<loc>([^<]+)</g),
    ([, url]) => url,
  );
  const readable = readdirSync(new URL("../../routes", import.meta.url)).flatMap((name) =>
    // What everybody has said to cookies is their own.
    Array.from(
      name.matchAll(/^_public\.(?!_index|cookie-choices|offline)(.+)\.tsx$/g),
      ([, page]) => `${site}/${page}`,
    ),
  );
  expect(listedUrls.sort()).toEqual([`${site}/`, `${site}/about-quay-sohne-`, ...readable].sort());
});

test("the sitemap has the pages of published releases and artists, too", () => {
  const map = sitemap({ site, settings }, ["/details/01ABC", "/artist/A-7K4P29"]);
  expect(map).toContain(`<loc>${site}/details/01ABC</loc>`);
  expect(map).toContain(`<loc>${site}/artist/A-7K4P29</loc>`);
  expect(robotsText({ site })).not.toMatch(/: \/(details|artist)/);
});

test("search engines are sent away from the wizard, the portal and staff pages", () => {
  const lines = robotsText({ site }).split("\n");
  expect(lines).toContain(`Sitemap: ${site}/sitemap.xml`);
  for (const path of ["/submit", "/staff", "/dashboard", "/files/", "/i/", "/r/"])
    expect(lines).toContain(`Disallow: ${path}`);
});

test("crawlers may fetch the pictures of public pages, and no other file", () => {
  const may = crawlable(robotsText({ site }));
  const picturePaths = [
    picturePath("A-7K4P29", "P1", "large"),
    coverPath("01ABC"),
    homePicture.original,
  ];
  const more = ["/files/optimized/grooves-large-1a2b.avif", "/cards/home.png"];
  for (const path of [...picturePaths, ...more]) expect([path, may(path)]).toEqual([path, true]);
  const file = filePath({ id: "01ABC", fileName: "pictures" });
  for (const path of [file, previewPath("01ABC"), "/files/", "/files/pictures"])
    expect([path, may(path)]).toEqual([path, false]);
});

test("every page is either in the sitemap or closed to search engines", () => {
  const robots = robotsText({ site });
  // Of releases and artists those are on it that everybody may see.
  const map = sitemap({ site, settings }, ["/details", "/artist"]);
  const forgottenPaths = routePaths
    .filter((path) => !["/$", "/robots[", "/sitemap[", "/site[", "/sw["].includes(path))
    .filter((path) => !map.includes(`${site}${path}<`))
    .filter((path) => !robots.includes(`Disallow: ${path}`));
  expect(forgottenPaths).toEqual([]);
});
