import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { parseSettings } from "~/platform/settings";
import { robotsText, sitemap } from "./found.server";

const site = "https://quay.example";
const settings = parseSettings({ SIGNING_SECRET: "s".repeat(32), BRAND_NAME: "Quay & Söhne" });

/** The beginnings of all addresses that the routes serve. */
const served = readdirSync(new URL("../routes", import.meta.url))
  .map((name) => name.replace(/\.tsx?$/, "").replace(/^_public\.?/, ""))
  .map(
    (name) =>
      `/${name
        .split(".")[0]
        ?.replace(/^_index$/, "")
        .replace(/_$/, "")}`,
  );

test("the map of the site has every public page, the label's own among them", () => {
  const listed = Array.from(
    sitemap({ site, settings }).matchAll(/<loc>([^<]+)</g),
    ([, url]) => url,
  );
  const readable = readdirSync(new URL("../routes", import.meta.url)).flatMap((name) =>
    Array.from(name.matchAll(/^_public\.(.+)\.tsx$/g), ([, page]) => `${site}/${page}`),
  );
  expect(listed.sort()).toEqual([`${site}/`, `${site}/about-quay-sohne-`, ...readable].sort());
});

test("search engines are sent away from the wizard, the portal and staff pages", () => {
  const lines = robotsText({ site }).split("\n");
  expect(lines).toContain(`Sitemap: ${site}/sitemap.xml`);
  for (const path of ["/submit", "/staff", "/dashboard", "/files/", "/i/", "/r/"])
    expect(lines).toContain(`Disallow: ${path}`);
});

test("every page is either on the map or closed to search engines", () => {
  const [map, robots] = [sitemap({ site, settings }), robotsText({ site })];
  const forgotten = served
    .filter((path) => !["/$", "/robots[", "/sitemap["].includes(path))
    .filter((path) => !map.includes(`${site}${path}<`))
    .filter((path) => !robots.includes(`Disallow: ${path}`));
  expect(forgotten).toEqual([]);
});
