import type { HtmlElement } from "html-validate";
import { JSDOM } from "jsdom";
import { beforeAll, expect, test } from "vitest";
import { APP_BODY_SELECTOR, APP_HEAD_SELECTOR } from "~/ui/hydration/foreign-nodes.client";
import { table } from "../specification/who-gets-what";
import type { FetchedPage } from "../support/fetch-pages";
import { longSentences, type PageParts, parsePage } from "../support/page-parts";
import { fetchPagesInEveryState } from "../support/pages-in-every-state";
import { htmlErrors } from "../support/valid-html";
import { Visitor } from "../support/visitor";

let pages: (FetchedPage & { parts: PageParts })[];

/** Terms and policies are legal texts with longer sentences. */
const isLegal = (element: HtmlElement) => element.classList.contains("page-legal");

/** Lists of staff have a row for whatever other tests have sent; rows of one list are drawn alike. */
const ROWS_FOLLOWED = 5;
const ROW_ID = /[0-9A-HJKMNP-TV-Z]{26}/g;

beforeAll(async () => {
  pages = (await fetchPagesInEveryState()).map((page) => ({
    ...page,
    parts: parsePage(page.html, isLegal),
  }));
});

/** The findings on pages, each with the first page that has it. */
async function findings(
  look: (page: FetchedPage & { parts: PageParts }) => Promise<string[]> | string[],
): Promise<string[]> {
  const firstPages = new Map<string, string>();
  for (const page of pages)
    for (const what of await look(page)) if (!firstPages.has(what)) firstPages.set(what, page.name);
  return Array.from(firstPages, ([what, name]) => `${name}: ${what}`);
}

test("before hydration, no element of ours is taken for a foreign one", async () => {
  const places = [
    { own: APP_HEAD_SELECTOR, content: /<head>(.*?)<\/head>/s },
    { own: APP_BODY_SELECTOR, content: /<body[^>]*>(.*)<\/body>/s },
  ];
  const routes = new Set<string>();
  const foreign = await findings(({ route, html }) => {
    if (!html.includes('id="script-guard"') || routes.has(route)) return [];
    routes.add(route);
    return places.flatMap(({ own, content }) => {
      const [, inner = ""] = content.exec(html) ?? [];
      const elements = [...JSDOM.fragment(inner).children];
      return elements
        .filter((element) => !element.matches(own))
        .map((element) => element.outerHTML.slice(0, 80));
    });
  });
  expect(routes.size).toBeGreaterThan(20);
  expect(foreign).toEqual([]);
});

test("every page, for every kind of visitor and after every form response, is valid HTML", async () => {
  expect(pages.length).toBeGreaterThan(150);
  expect(await findings(({ html }) => htmlErrors(html))).toEqual([]);
});

test("no sentence that artists read or hear is longer than 25 words", async () => {
  const staffs = /^\/(?:staff|test-dashboard)/;
  // The agreement is a legal text, too.
  const law = new Set(
    pages.flatMap(({ route, parts }) => (route === "/agreement/template" ? parts.texts : [])),
  );
  expect(
    await findings(({ route, parts }) =>
      staffs.test(route)
        ? []
        : parts.texts.filter((text) => !law.has(text)).flatMap((text) => longSentences(text)),
    ),
  ).toEqual([]);
});

test("a page loads only the site's own files by itself", async () => {
  expect(
    await findings(({ parts }) => parts.loads.filter((from) => !/^(?:\/(?!\/)|data:)/.test(from))),
  ).toEqual([]);
  // The policy enforces this: other origins are allowed only for configured integrations.
  expect(await findings(({ policy }) => policy.match(/\S+:\/\/\S+/g) ?? [])).toEqual([]);
});

test("every link, fragment and file of a page exists", async () => {
  const answersByKey = new Map<string, ReturnType<typeof answer>>();
  const open = (path: string, cookie: string) => {
    // Files are the same for everybody.
    const key = /^\/(?:assets|fonts|workers)\//.test(path) ? path : `${path} ${cookie}`;
    const pendingAnswer = answersByKey.get(key) ?? answer(path, cookie);
    answersByKey.set(key, pendingAnswer);
    return pendingAnswer;
  };
  const answer = async (path: string, cookie: string) => {
    const reply = await new Visitor().send(path, { headers: { Cookie: cookie } });
    const isPage = reply.headers.get("Content-Type")?.startsWith("text/html");
    const body = isPage ? await reply.text() : "";
    if (!isPage) await reply.body?.cancel();
    let ids: Set<string> | undefined;
    // Most links name no place in a page, so few pages are parsed.
    const hasPlace = (place: string) => {
      ids ??= parsePage(body).ids;
      return !isPage || ids.has(place);
    };
    return { status: reply.status, hasPlace };
  };
  const followedByKind = new Map<string, Set<string>>();
  const isOneOfMany = (path: string, cookie: string) => {
    const kind = `${path.replaceAll(ROW_ID, ":id")} ${cookie}`;
    const followed = followedByKind.get(kind) ?? new Set();
    followedByKind.set(kind, followed);
    if (followed.size < ROWS_FOLLOWED) followed.add(path);
    return !followed.has(path);
  };
  const brokenLinks = await findings(async ({ path, cookie, parts }) => {
    const wrong: string[] = [];
    const here = new URL(path, "http://site.example");
    for (const address of new Set([...parts.links, ...parts.loads])) {
      if (/^(?:mailto:|tel:|data:)/.test(address)) continue;
      const target = new URL(address, here);
      if (target.origin !== here.origin) continue;
      const place = decodeURIComponent(target.hash.slice(1));
      if (target.pathname === here.pathname && address.startsWith("#")) {
        if (!parts.ids.has(place)) wrong.push(address);
        continue;
      }
      if (isOneOfMany(target.pathname + target.search, cookie)) continue;
      const { status, hasPlace } = await open(target.pathname + target.search, cookie);
      // 302: a page behind a sign-in, or one that redirects to a later page.
      // The fragment of a sound names its seconds.
      if (status >= 400 || (place && !hasPlace(place))) wrong.push(`${address} (${status})`);
    }
    return wrong;
  });
  expect(brokenLinks).toEqual([]);
});

test("every form is sent to an address that accepts it", async () => {
  const routes = Object.keys(table).map((name) => {
    const [method = "", path = ""] = name.split(" ");
    const pattern = path.replace(/:\w+\+?/g, "[^/]+").replace("*", "never");
    return { method, pattern: new RegExp(`^${pattern}$`) };
  });
  expect(
    await findings(({ path, parts }) =>
      parts.forms
        .map(({ method, action }) => ({
          method,
          to: new URL(action, `http://site.example${path}`),
        }))
        .filter(
          ({ method, to }) =>
            !routes.some((route) => route.method === method && route.pattern.test(to.pathname)),
        )
        .map(({ method, to }) => `${method} ${to.pathname}`),
    ),
  ).toEqual([]);
});
