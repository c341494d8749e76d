import { gzipSync } from "node:zlib";
import * as v from "valibot";
import { beforeAll, expect, test } from "vitest";
import { table } from "../specification/who-gets-what";
import { type FetchedPage, fetchPage } from "../support/fetch-pages";
import { type PageParts, parsePage, unescapeHtml } from "../support/page-parts";
import { publishedRelease } from "../support/published-release";
import { schemaErrors } from "../support/structured-data-errors";
import { Visitor } from "../support/visitor";

/* The public pages for search engines, social sites and slow phones. */

const READABLE = [
  ...["/", "/learn-more", "/faq", "/about-mahogany-"],
  ...["/terms-of-service", "/privacy-policy", "/cookie-policy", "/data-protection"],
];

type Page = FetchedPage & { parts: PageParts };

let pages: Page[];
let publicPaths: string[];
const nobody = new Visitor();

const readText = async (path: string) => (await nobody.send(path)).text();

beforeAll(async () => {
  const { release, artistPage } = await publishedRelease();
  publicPaths = [release, artistPage];
  const read = await Promise.all(
    [...READABLE, ...publicPaths].map((path) =>
      fetchPage({ name: path, route: path, path, cookie: "" }),
    ),
  );
  pages = read.flatMap((page) => (page ? [{ ...page, parts: parsePage(page.html) }] : []));
  expect(pages).toHaveLength(READABLE.length + publicPaths.length);
});

/** The metadata of all pages, by page. */
const collectTexts = (say: (page: Page) => string | undefined) =>
  pages.map((page) => say(page) ?? "");

test("each page has its own title, description, address and sharing picture", () => {
  for (const say of [
    ({ parts }: Page) => parts.title,
    ({ parts }: Page) => parts.meta.get("description"),
    ({ parts }: Page) => parts.canonical,
    ({ parts }: Page) => parts.meta.get("og:title"),
    ({ parts }: Page) => parts.meta.get("og:description"),
    ({ parts }: Page) => parts.meta.get("og:url"),
  ]) {
    const all = collectTexts(say);
    for (const text of all) expect(text).toMatch(/\w{3}/);
    expect(new Set(all).size).toBe(all.length);
  }
  for (const { path, parts } of pages) {
    expect(new URL(parts.canonical ?? "").pathname).toBe(path);
    expect(parts.meta.get("og:url")).toBe(parts.canonical);
    expect(`${parts.meta.get("og:title")} · Mahogany`).toBe(parts.title);
    expect(parts.meta.get("description")?.length).toBeLessThanOrEqual(160);
    expect(parts.meta.get("robots")).toBeUndefined();
    // A square sleeve would lose its top and bottom in a large card.
    const wide = parts.meta.get("og:image")?.includes("/cards/");
    expect(parts.meta.get("twitter:card")).toBe(wide ? "summary_large_image" : "summary");
  }
  const [release = ""] = publicPaths;
  const sleeve = pages.find(({ path }) => path === release);
  expect(sleeve?.parts.meta.get("twitter:card")).toBe("summary");
  // An artist without a picture is shared with the site's picture.
  const cards = collectTexts(({ parts }) => parts.meta.get("og:image")).slice(0, READABLE.length);
  expect(new Set(cards).size).toBe(READABLE.length);
});

test("every sharing picture and icon exists in its stated size", async () => {
  for (const address of new Set(collectTexts(({ parts }) => parts.meta.get("og:image")))) {
    const reply = await nobody.send(new URL(address).pathname);
    expect([address, reply.status, reply.headers.get("Content-Type")]).toEqual([
      ...[address, 200],
      expect.stringMatching(/^image\/(?:png|jpeg|webp)$/),
    ]);
    await reply.body?.cancel();
  }
  const manifest = v.parse(
    v.object({
      name: v.string(),
      short_name: v.string(),
      start_url: v.literal("/submit"),
      icons: v.array(v.object({ src: v.string(), sizes: v.string(), type: v.string() })),
    }),
    JSON.parse(await readText("/site.webmanifest")),
  );
  for (const { src, sizes, type } of manifest.icons) {
    const reply = await nobody.send(src);
    expect(reply.headers.get("Content-Type")).toBe(type);
    const png = new DataView(await reply.arrayBuffer());
    // The width and height of a PNG stand in its first chunk.
    expect(`${png.getUint32(16)}x${png.getUint32(20)}`).toBe(sizes);
  }
});

test("structured data follows schema.org, and has the fields that search engines require", () => {
  const data = new Map(
    pages.flatMap(({ path, parts }) =>
      parts.structuredData.map((item, n): [string, unknown] => [`${path} ${n}`, item]),
    ),
  );
  expect(schemaErrors(data)).toEqual([]);
  const of = (path: string) => pages.find((page) => page.path === path)?.parts.structuredData[0];
  const [release = "", artist = ""] = publicPaths;
  const text = expect.stringMatching(/\w/);
  const address = expect.stringMatching(/^https?:\/\//);
  expect(of("/")).toMatchObject({
    "@type": "Organization",
    name: "Mahogany",
    url: address,
    logo: address,
  });
  const { mainEntity } = v.parse(
    v.object({ "@type": v.literal("FAQPage"), mainEntity: v.array(v.unknown()) }),
    of("/faq"),
  );
  const faqHtml = pages.find(({ path }) => path === "/faq")?.html ?? "";
  const questions = Array.from(
    faqHtml.matchAll(/class="page-question"><h3>(.*?)<\/h3>/g),
    ([, name]) => unescapeHtml(name ?? ""),
  );
  expect(questions.length).toBeGreaterThan(20);
  expect(mainEntity).toEqual(
    questions.map((name) => ({
      "@type": "Question",
      name,
      acceptedAnswer: { "@type": "Answer", text },
    })),
  );
  expect(of(release)).toMatchObject({
    "@type": "MusicRelease",
    name: "Night Ferry",
    url: address,
    image: address,
    datePublished: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    creditedTo: {
      "@type": "MusicGroup",
      name: "Sigrid Vale",
      url: expect.stringContaining(artist),
    },
    releaseOf: { "@type": "MusicAlbum", albumReleaseType: "SingleRelease" },
    recordLabel: { name: "Mahogany" },
    track: [{ "@type": "MusicRecording", name: "Night Ferry" }],
  });
  expect(of(artist)).toMatchObject({
    "@type": "MusicGroup",
    name: "Sigrid Vale",
    album: [{ url: expect.stringContaining(release) }],
  });
});

test("the sitemap names them all; wizard, portal and staff are left out by robots.txt", async () => {
  const map = await readText("/sitemap.xml");
  for (const { path } of pages) expect(map).toContain(`${path}</loc>`);
  const robots = await readText("/robots.txt");
  expect(robots).toMatch(/^Sitemap: \S+\/sitemap\.xml$/m);
  const closedPaths = Array.from(robots.matchAll(/^Disallow: (\S+)$/gm), ([, path = ""]) => path);
  for (const { path } of pages)
    expect(closedPaths.filter((closedPath) => path.startsWith(closedPath))).toEqual([]);
  const open = [...READABLE, "/*", "/details/", "/artist/"];
  const siteFiles = ["/robots.txt", "/sitemap.xml", "/site.webmanifest"];
  for (const name of Object.keys(table)) {
    const [, path = ""] = name.split(" ");
    const isOpen = [...open, ...siteFiles].some((openPath) =>
      openPath.endsWith("/") && openPath !== "/" ? path.startsWith(openPath) : path === openPath,
    );
    // `/i` and `/r` alone are what a held link leads to, and say so themselves.
    if (isOpen || path === "/i" || path === "/r") continue;
    expect([
      path,
      closedPaths.some((closedPath) => path.startsWith(closedPath) || `${path}/` === closedPath),
    ]).toEqual([...[path, true]]);
  }
});

test("the home page shows what is out on the label, and its artists", async () => {
  const [release = "", artist = ""] = publicPaths;
  const home = pages.find(({ path }) => path === "/");
  expect(home?.html).toContain(`<a href="${release}">Night Ferry</a>`);
  expect(home?.html).toContain(`<a href="${artist}">Sigrid Vale</a>`);
  expect(home?.parts.loads).toContain(`${release}/cover.jpg`);
});

/** KB (1,000 bytes) that a first view may weigh, pictures of artists and fonts apart; and the fonts. */
const [MAX_KB, MAX_FONT_KB] = [24, 40] as const;

const compressed = (body: Buffer) => gzipSync(body, { level: 9 }).length;

test("each is HTML and CSS, two fonts, and at most 64 KB on a first view", async () => {
  for (const { path, html, parts } of pages) {
    expect(html).not.toMatch(
      /<script(?! type="application\/ld\+json")|rel="(?:modulepreload|prefetch)"/,
    );
    expect(html).not.toMatch(/\sstyle="[^"]*url\(/);
    // Lazily loaded pictures do not count.
    const later = Array.from(
      html.matchAll(/<picture>.*?loading="lazy".*?<\/picture>/gs),
      String,
    ).join();
    const pictures = parts.loads.filter(
      (from) => from.startsWith("/details/") || later.includes(from),
    );
    // A font that is asked for early is weighed with the fonts.
    const isFont = (from: string) => from.endsWith(".woff2");
    const files = new Set(parts.loads.filter((from) => !pictures.includes(from) && !isFont(from)));
    // The CSS alone holds the first paint back, and asks for the fonts.
    const sheets = [...files].filter((from) => from.endsWith(".css"));
    expect(sheets.length).toBeLessThanOrEqual(2);
    const css = (await Promise.all(sheets.map(readText))).join("");
    const fonts = new Set(
      Array.from(css.matchAll(/url\("?([^")]+)"?\)/g), ([, from = ""]) => from),
    );
    expect([path, fonts.size]).toEqual([path, 2]);
    const weigh = async (paths: Iterable<string>) => {
      const bodies = await Promise.all(
        [...paths].map(async (from) => (await nobody.send(from)).arrayBuffer()),
      );
      return bodies.reduce((sum, body) => sum + compressed(Buffer.from(body)), 0);
    };
    expect(compressed(Buffer.from(html)) + (await weigh(files)), path).toBeLessThan(MAX_KB * 1000);
    expect(await weigh(fonts)).toBeLessThan(MAX_FONT_KB * 1000);
  }
});
