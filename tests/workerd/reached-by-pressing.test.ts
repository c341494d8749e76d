import { beforeAll, expect, test } from "vitest";
import { table } from "../specification/who-gets-what";
import { pollUntil } from "../support/app-stores";
import { createDraftAt } from "../support/drafts";
import { parsePage } from "../support/page-parts";
import { type Published, publishedRelease, releaseInProgress } from "../support/published-release";
import { Visitor } from "../support/visitor";
import { createVisitors, type Visitors } from "../support/visitors";

/** Every route that is asked for with GET, but for calls and files. */
const routes = Object.keys(table)
  .filter((name) => /^GET \/(?!(?:api|files)\/)/.test(name))
  .map((name) => name.slice("GET ".length));

/** Routes that no link or button leads to, and why. */
const UNREACHED: Record<string, readonly string[]> = {
  "a letter has the link to it": [
    ...["/i", "/i/:token", "/r", "/r/:token", "/login/link/:token", "/confirm-email/:token"],
    ...["/split/:token", "/submit/continue/:token", "/mail/:mailId"],
    ...["/login/confirm/:token", "/fix/:token", "/status/:submissionId", "/listen/:token"],
  ],
  "the answer to a form": [
    ...["/submit/success", "/submit/joined", "/agreement", "/dashboard/continue", "/staff/decide"],
    ...["/edit-profile/confirm", "/staff/sheets/chosen"],
  ],
  "a file that a page shows once it is there": [
    ...["/agreement/:documentName", "/details/:submissionId/cover.jpg", "/staff/tracks/:uploadId"],
    "/staff/submissions/:submissionId/message",
  ],
  "takes posts, and leads elsewhere": [
    ...["/logout", "/staff/sign-out", "/staff/artists/:accountId/publish"],
    ...["/submit/dev", "/submit/notice", "/edit-profile/data/download"],
    ...["/staff/presence", "/staff/views", "/staff/sheets/file"],
  ],
  "an address without the id that belongs to it": ["/submission"],
  "an address that there is not": ["/staff/*"],
  "a browser asks for it, not a person": [
    ...["/robots.txt", "/sitemap.xml", "/site.webmanifest", "/offline", "/sw.js"],
  ],
};

/** How specific a segment is: words before parameters, parameters before wildcards. */
const weight = (segment: string) => (segment === "*" ? 0 : segment.startsWith(":") ? 1 : 2);

/** The route that answers a path: the most specific one that matches. */
function findRoute(pathname: string): string {
  const path = pathname.split("/");
  const fits = routes.filter((route) => {
    const parts = route.split("/");
    const isLong =
      parts.at(-1) === "*" ? path.length >= parts.length : path.length === parts.length;
    return isLong && parts.every((part, index) => /^[:*]/.test(part) || part === path[index]);
  });
  const score = (route: string) =>
    route.split("/").reduce((sum, part) => sum * 3 + weight(part), 0);
  return fits.sort((a, b) => score(b) - score(a))[0] ?? "/*";
}

/** How many pages of one route are opened; they show about the same links. */
const MAX_PAGES = 4;

/** Opens a page, and reads where one can go from it. */
async function openPage(path: string, cookie: string) {
  const here = new URL(path, "http://site.example");
  const reply = await new Visitor().send(path, { headers: { Cookie: cookie } });
  const isPage = reply.headers.get("Content-Type")?.startsWith("text/html");
  const parts = isPage ? parsePage(await reply.text()) : { links: [], forms: [] };
  if (!isPage) await reply.body?.cancel();
  const asking = parts.forms
    .filter(({ method }) => method === "GET")
    .map(({ action, hidden }) => `${action || here.pathname}?${new URLSearchParams(hidden)}`);
  const presses = [...parts.links, ...asking, reply.headers.get("Location") ?? []].flat();
  const onward = presses.flatMap((address) => {
    const { origin, pathname, search } = new URL(address, here);
    const isOurs = origin === here.origin && !/^\/(?:api|files)\//.test(pathname);
    return isOurs ? [pathname + search] : [];
  });
  return { status: reply.status, onward };
}

/** Other tests take pages of theirs down meanwhile: then nothing leads there any more. */
async function waitUntilUnlinked(from: string, path: string, cookie: string): Promise<void> {
  await pollUntil(async () => {
    const { onward } = await openPage(from, cookie);
    return from === path || onward.includes(path) ? undefined : true;
  });
}

/** The routes of all pages that are reachable through links and GET forms. */
async function walk(start: string, cookie: string): Promise<Set<string>> {
  const opened = new Map<string, Set<string>>();
  const queue = [{ path: start, from: start }];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { path, from } = next;
    const here = new URL(path, "http://site.example");
    const route = findRoute(here.pathname);
    const paths = opened.get(route) ?? new Set();
    if (paths.has(path) || paths.size >= MAX_PAGES) continue;
    const { status, onward } = await openPage(path, cookie);
    if (status >= 400) {
      await waitUntilUnlinked(from, path, cookie).catch(() => {
        throw new Error(`${path} answers ${status}, and ${from} leads to it.`);
      });
      continue;
    }
    opened.set(route, paths.add(path));
    queue.push(...onward.map((target) => ({ path: target, from: path })));
  }
  return new Set(opened.keys());
}

let visitors: Visitors;
let published: Published;
let inProgress: Awaited<ReturnType<typeof releaseInProgress>>;
beforeAll(async () => {
  visitors = await createVisitors();
  published = await publishedRelease();
  inProgress = await releaseInProgress();
  // A submission without an account, and an error reported by a browser.
  const sender = await createDraftAt("review", { email: inProgress.artist.email });
  await sender.post("/submit/review", { intent: "submit" });
  await sender.json("/api/monitoring/error-report", {
    submissionId: crypto.randomUUID(),
    errorData: {
      message: "Failed to walk",
      stack: "",
      stage: "tracks",
      url: "/submit",
      timestamp: new Date().toISOString(),
      userAgent: "Test",
      metadata: {},
    },
  });
});

test("every page is reachable through links from the home page, the dashboard or the queue", async () => {
  const { cookies } = visitors;
  const walks = [
    await walk("/", cookies.nobody),
    await walk("/", cookies.artist),
    await walk("/dashboard", cookies.member),
    await walk("/dashboard", inProgress.visitor.cookie),
    await walk("/dashboard", published.member.cookie),
    await walk("/staff", cookies.nobody),
    await walk("/staff", cookies.staff),
    // Which of the queue's entries are tried first depends on what else there is.
    await walk(visitors.address("/staff/submissions/:submissionId"), cookies.staff),
    await walk(`${visitors.address("/staff/submissions/:submissionId")}?tab=files`, cookies.staff),
  ];
  const reached = new Set(walks.flatMap((walk) => [...walk]));
  const excused = Object.values(UNREACHED).flat();
  expect(routes.filter((route) => !reached.has(route) && !excused.includes(route))).toEqual([]);
  expect(excused.filter((route) => !routes.includes(route))).toEqual([]);
});

test("public pages link visitors to the sign-in, and a signed-in artist to the portal", async () => {
  const { cookies } = visitors;
  const pages = ["/", "/faq", "/learn-more", "/submit", "/submit/success", "/no-such-page"];
  for (const [path, kind] of pages.flatMap((path) => [
    [path, "nobody" as const] as const,
    [path, "member" as const] as const,
  ])) {
    const reply = await new Visitor().send(path, { headers: { Cookie: cookies[kind] } });
    const { links } = parsePage(await reply.text());
    const places = links.filter((address) => address === "/login" || address === "/dashboard");
    expect(new Set(places), `${path} as ${kind}`).toEqual(
      new Set([kind === "nobody" ? "/login" : "/dashboard"]),
    );
  }
});

test("an artist's name is in no page of others, and in none that a browser stores", async () => {
  const { cookie } = published.member;
  const named = await new Visitor().send("/faq", { headers: { Cookie: cookie } });
  expect(named.headers.get("Cache-Control")).toBe("no-store");
  expect((await named.text()).includes(">Sigrid Vale</a>")).toBe(true);
  for (const [path, headers] of [
    ["/faq", {}],
    ["/submit", { Cookie: cookie, "X-Shell": "1" }],
    ["/offline", { Cookie: cookie }],
  ] as const)
    expect(
      (await (await new Visitor().send(path, { headers })).text()).includes("Sigrid"),
      path,
    ).toBe(false);
});
