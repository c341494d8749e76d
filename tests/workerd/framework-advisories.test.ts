import { beforeAll, expect, test } from "vitest";
import { staffPasscode } from "../support/accounts";
import { appUnderTest } from "../support/app-under-test";
import { createDraftAt } from "../support/drafts";
import { rawRequest } from "../support/raw-request";
import { Visitor } from "../support/visitor";

/* The attacks of the public advisories on Remix 2 and its router, tried on our site: see decision 0095. */

const { url } = appUnderTest();
const EVIL = "evil.example";

let version: string;
beforeAll(async () => {
  const page = await (await fetch(`${url}/submit/artist`)).text();
  version = /manifest-(\w+)\.js/.exec(page)?.[1] ?? "";
});

const manifest = (paths: readonly string[]) =>
  fetch(
    `${url}/__manifest?${new URLSearchParams([...paths.map((p) => ["p", p]), ["version", version]])}`,
  );
const many = (count: number, path: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => path(n));

test.each([
  ["a path of thousands of parts", [`/${"a/".repeat(3_000)}`]],
  ["a path of thousands of slashes", ["/".repeat(5_000)]],
  ["hundreds of paths", many(600, (n) => `/${n.toString(36)}`)],
  ["some long paths", many(12, (n) => `/${n}${"/submit".repeat(30)}`)],
  ["paths without a slash", many(600, (n) => n.toString(36))],
])("routes for %s are refused unread", async (_, paths) => {
  const reply = await manifest(paths);
  expect([reply.status, await reply.text()]).toEqual([400, ""]);
});

test("routes for the links of a page are given, also of the longest list", async () => {
  const single = await manifest(["/submit/music"]);
  expect(await single.json()).toHaveProperty(["routes/submit.music"]);
  const list = await manifest(["/faq", ...many(100, (n) => `/staff/submissions/01J0B${n}`)]);
  expect(await list.json()).toHaveProperty(["routes/staff._queue.submissions.$submissionId"]);
});

/** Spellings of another site, or of a script, that look like a path of this site. */
const TARGETS = [
  ...[
    `//${EVIL}`,
    `/\\${EVIL}`,
    `\\\\${EVIL}`,
    `\\/${EVIL}`,
    `/\t/${EVIL}`,
    `/\n/${EVIL}`,
    `/\r/${EVIL}`,
  ],
  ...[
    `https://${EVIL}`,
    `https:${EVIL}`,
    `https:/${EVIL}`,
    `///${EVIL}`,
    `/ /${EVIL}`,
    `/..//${EVIL}`,
  ],
  ...[
    `/./\\${EVIL}`,
    `%2f%2f${EVIL}`,
    `/%2f${EVIL}`,
    `/%5c${EVIL}`,
    ` //${EVIL}`,
    `\u0000//${EVIL}`,
  ],
  ...[
    `/@${EVIL}`,
    `@${EVIL}`,
    `.${EVIL}`,
    `//${EVIL}%2f..`,
    `/\u2028/${EVIL}`,
    `／／${EVIL}`,
    `//${EVIL}?to=/`,
  ],
  ...["javascript:alert(1)", "java\nscript:alert(1)", " javascript:alert(1)", "data:text/html,x"],
];

/** Where a browser on a page of ours goes with this address. */
function goesTo(target: string, at = "/"): URL {
  return new URL(target, new URL(at, url));
}

/** The redirect target of a reply: from the header, or from the body for data requests. */
async function findRedirect(reply: Response): Promise<string | undefined> {
  const body = await reply.text();
  if (reply.status !== 202) return reply.headers.get("Location") ?? undefined;
  const values: unknown[] = JSON.parse(body.split("\n")[0] ?? "[]");
  return String(values[values.indexOf("redirect") + 1]);
}

test.each(["", ".data"])(
  "no form redirects away from this site, whatever target is sent: page%s",
  async (end) => {
    const passcode = staffPasscode();
    const forms: [path: string, fields: Record<string, string>][] = [
      ["/cookie-choices", { cookies: "refused" }],
      ["/submit/notice", {}],
      ["/staff/sign-in", { name: "Ada Berg", passcode }],
    ];
    // All of them read the target by one function.
    for (const [path, fields] of forms)
      for (const to of path === "/cookie-choices" ? TARGETS : TARGETS.slice(0, 3)) {
        const reply = await new Visitor(url).post(path + end, { ...fields, to });
        expect([path, to, reply.status]).toEqual([path, to, end ? 202 : 302]);
        const led = goesTo((await findRedirect(reply)) ?? `https://${EVIL}`, path);
        expect([path, to, led.origin]).toEqual([path, to, url]);
      }
  },
);

/** Every address that a page links to, posts to or loads, except `data:` pictures. */
const findAddresses = (html: string) =>
  [...html.matchAll(/\s(?:href|src|action|formaction|content)="([^"]*)"/g)].map(
    ([, text = ""]) => text,
  );

test.each([
  ...[
    `//${EVIL}`,
    `//${EVIL}/submit`,
    `/\\${EVIL}`,
    `/\\${EVIL}/submit`,
    `/%5C${EVIL}`,
    `/%5c%5c${EVIL}/..`,
  ],
  ...[
    `/.%5C/${EVIL}`,
    `/submit//${EVIL}`,
    `/submit/\\${EVIL}`,
    `/%09/${EVIL}`,
    `/%0d%0aLocation:%20//${EVIL}`,
  ],
  ...[
    `/https:/${EVIL}`,
    `/https:${EVIL}`,
    "/javascript:alert(1)",
    `/login?to=//${EVIL}`,
    `/login?to=/\\${EVIL}`,
  ],
  ...[
    `/staff/sign-in?to=https:${EVIL}`,
    "/login?to=javascript:alert(1)",
    `/faq/../..//${EVIL}`,
    `/@${EVIL}`,
  ],
  ...[
    `/submit/artist?early=//${EVIL}`,
    `//${EVIL}.data`,
    `/\\${EVIL}.data`,
    `/.data?index=//${EVIL}`,
  ],
])("no address of a page leaves this site at %s", async (path) => {
  const { status, headers, body } = await rawRequest({ path });
  expect(status).toBeLessThan(500);
  const location = /^location: *(.*)$/im.exec(headers)?.[1]?.trim();
  if (location !== undefined) expect(goesTo(location, "/").origin).toBe(url);
  for (const address of findAddresses(body.replaceAll("&amp;", "&"))) {
    // Resolved like in a browser at that address.
    const led = URL.canParse(address, url + path) ? new URL(address, url + path) : undefined;
    expect([address, led?.hostname === EVIL, led?.protocol === "javascript:"]).toEqual([
      address,
      false,
      false,
    ]);
  }
});

/** Internal headers of the framework and of proxies. */
const SPOOFED = {
  "X-React-Router-SPA-Mode": "yes",
  "X-React-Router-Prerender-Data": '{"root":{"data":"spoofed"}}',
  "X-Remix-SPA-Mode": "yes",
  "X-Forwarded-Host": `${EVIL}:1/<script>`,
  "X-Forwarded-Proto": "javascript",
  "X-Forwarded-Port": "99999",
  "X-Original-URL": "/staff",
  "X-Rewrite-URL": "/staff",
  "X-HTTP-Method-Override": "DELETE",
};

test("internal headers from a visitor do not change a page", async () => {
  const read = async (path: string, headers: Record<string, string>) => {
    const reply = await fetch(url + path, { headers });
    // Values that are random in each reply do not count.
    const text = (await reply.text()).replaceAll(/nonce="[^"]*"|\d{13}|[A-Za-z0-9_-]{40,}/g, "");
    return [reply.status, text];
  };
  for (const path of ["/", "/faq", "/faq.data", "/submit/artist.data", "/nowhere"])
    expect([path, await read(path, SPOOFED)]).toEqual([path, await read(path, {})]);
});

test("a post of this site is accepted, whatever host a proxy header states", async () => {
  const visitor = await createDraftAt("about");
  for (const path of ["/submit/about", "/submit/about.data"]) {
    const headers = { Origin: url, "X-Forwarded-Host": EVIL };
    const reply = await visitor.post(path, { bio: "Mine", intent: "next" }, headers);
    expect([path, reply.status]).toEqual([path, path.endsWith(".data") ? 202 : 302]);
    expect(await findRedirect(reply)).toBe("/submit/review");
  }
});

const form = (pairs: readonly [string, string][]) => `${new URLSearchParams([...pairs])}`;
const FORM_TYPE = { "Content-Type": "application/x-www-form-urlencoded" };

/** Forms whose field names describe deep, wide or long data structures. */
const HEAVY: [what: string, body: string][] = [
  ["thousands of levels", form([[`tracks${"[0]".repeat(5_000)}`, "x"]])],
  ["thousands of names within names", form([[`tracks[0]${".a".repeat(5_000)}`, "x"]])],
  [
    "thousands of tracks",
    form(many(5_000, (n) => `tracks[${n}].title`).map((name) => [name, "x"])),
  ],
  ["a track of a number beyond all", form([["tracks[999999999].title", "x"]])],
  ["thousands of fields", form(many(9_000, (n) => `f${n}`).map((name) => [name, "x"]))],
  ["a text of 200 KB", form([["releaseTitle", "x".repeat(200_000)]])],
  [
    "names of every object",
    form([
      ["tracks[0].__proto__.x", "1"],
      ["__proto__[x]", "1"],
      ["constructor.x", "1"],
    ]),
  ],
];

test.each(HEAVY)("a form of %s is answered, as a page and as data", async (_, body) => {
  const visitor = await createDraftAt("music");
  for (const path of ["/submit/music", "/submit/artist", "/submit/about"])
    for (const end of ["", ".data"]) {
      const init = { method: "POST", headers: FORM_TYPE, body };
      const reply = await visitor.send(path + end, init);
      await reply.arrayBuffer();
      expect([path + end, reply.status < 500]).toEqual([path + end, true]);
    }
  const reply = await visitor.send("/submit/artist.data");
  expect([reply.status, (await reply.text()).length > 0]).toEqual([200, true]);
});

test("typed text comes back as text, even if it looks like the data format's syntax", async () => {
  const visitor = await createDraftAt("artist");
  for (const text of [
    '["E","x","Function"]',
    '["SanitizedError",1]',
    '{"__subType":"Function"}',
    "</script><b>x",
    '["P",1]',
  ]) {
    const reply = await visitor.post("/submit/artist.data", { artistName: text, intent: "next" });
    const values: unknown = JSON.parse((await reply.text()).split("\n")[0] ?? "");
    expect(values).toContain(text);
    const page = await (
      await visitor.post("/submit/artist", { artistName: text, intent: "next" })
    ).text();
    expect(page).not.toContain("</script><b>x");
  }
});

test.each([
  ...[
    "/.data",
    "/..data",
    "/_root.data",
    "/_root.data.data",
    "/faq.data.data",
    "/%2e%2e.data",
    "/%.data",
  ],
  ...[
    "/submit/artist.data?_routes=",
    "/submit/artist.data?_routes=__proto__",
    "/%5C.data",
    "/%00.data",
  ],
  ...[
    `/submit/artist.data?_routes=${"root,".repeat(1_000)}`,
    "/submit.data?index&index",
    "/__manifest.data",
  ],
  ...[
    `/${"a/".repeat(3_500)}x.data`,
    `/${"a/".repeat(3_500)}x`,
    `/submit/${"%2f".repeat(2_000)}.data`,
  ],
  ...[
    "/submit/artist?_data=root",
    "/submit/artist?_data=routes%2Fsubmit.artist",
    "/__manifest?_data=root",
  ],
])("the odd address %s is answered", async (path) => {
  for (const method of ["GET", "POST", "PUT"])
    expect([
      method,
      (await rawRequest({ method, path, headers: { "Content-Length": "0" } })).status < 500,
    ]).toEqual([method, true]);
});
