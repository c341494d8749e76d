import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import { createPages } from "../../functions/pages";

/* An address is matched only against the routes of its family; the result must be the same as with all routes. */

/** The site's routes with their parents and paths; layout routes have no path. */
const ROUTES: [id: string, parentId: string | undefined, path: string | undefined][] = [
  ["root", undefined, ""],
  ["any", "root", "*"],
  ["public", "root", undefined],
  ["public.home", "public", undefined],
  ["public.faq", "public", "faq"],
  ["portal", "root", undefined],
  ["portal.dashboard", "portal", "dashboard"],
  ["portal.continue", "portal", "dashboard/continue"],
  ["portal.one", "portal", "submission/:submissionId"],
  ["submit", "root", "submit"],
  ["submit.home", "submit", undefined],
  ["submit.artist", "submit", "artist"],
  ["submit.link", "submit", "continue/:token"],
  ["staff", "root", "staff"],
  ["staff.csv", "root", "staff/queue.csv"],
  ["robots", "root", "robots.txt"],
  ["about", "root", ":about?/about"],
];
const INDEXES = new Set(["public.home", "submit.home"]);

/** A build whose routes return their id and the parameters from the address. */
function build(): ServerBuild {
  const routes = Object.fromEntries(
    ROUTES.map(([id, parentId, path]) => {
      const loader = ({ params }: { params: object }) => new Response(JSON.stringify([id, params]));
      const module = { loader, action: loader, default: undefined };
      return [id, { id, parentId, path, index: INDEXES.has(id) || undefined, module }];
    }),
  );
  const manifest = { hasLoader: true, hasAction: true, hasErrorBoundary: false, module: "" };
  return {
    mode: "production",
    publicPath: "/build/",
    assetsBuildDirectory: "",
    isSpaMode: false,
    entry: { module: { default: () => new Response("page") } },
    routes,
    assets: {
      entry: { imports: [], module: "" },
      url: "/manifest.js",
      version: "1",
      routes: Object.fromEntries(
        ROUTES.map(([id, parentId, path]) => [id, { id, parentId, path, ...manifest }]),
      ),
    },
    future: { v3_singleFetch: true, v3_lazyRouteDiscovery: true, v3_relativeSplatPath: true },
  } as unknown as ServerBuild;
}

const ADDRESSES = [
  ...["/", "/faq", "/FAQ", "/faq/", "/faq/more", "/nothing", "/nothing/at/all", "/_root.data"],
  ...["/dashboard", "/dashboard/continue", "/dashboard/other", "/submission/1", "/submission"],
  ...["/submit", "/submit/", "/submit/artist", "/Submit/Artist", "/submit/continue/abc"],
  ...["/submit.data", "/submit/artist.data", "/%73ubmit/artist", "/%E0%A4%A/artist", "/sübmit"],
  ...["/staff", "/staff/queue.csv", "/staff/queue", "/robots.txt", "/robots_txt", "/about"],
  ...["/en/about", "/faq/about", "/submit/about", "/constructor", "/__proto__", "//submit"],
  ...["/submit/artist/data", "/submit/artist/", "/staff/queue.csv.data", "/submit/.data", "/.data"],
  ...["/__manifest?version=1&p=/submit/artist&p=/faq", "/__manifest/x", "/staff?to=/submit"],
];

test.each(ADDRESSES)("%s gets the same answer as with all routes", async (address) => {
  const all = createRequestHandler(build(), "production");
  const pages = createPages(build());
  for (const method of ["GET", "POST"]) {
    const newRequest = () => new Request(`https://site.example${address}`, { method });
    const [fullReply, pageReply] = [await all(newRequest()), await pages(newRequest())];
    expect(pageReply.status).toBe(fullReply.status);
    expect(await pageReply.text()).toBe(await fullReply.text());
  }
});

test("an address is matched only against the routes of its family", async () => {
  const routeLists: string[][] = [];
  const serverBuild = build();
  serverBuild.entry.module.default = (_request, _status, _headers, { manifest }) => {
    routeLists.push(Object.keys(manifest.routes));
    return new Response("page");
  };
  for (const { module } of Object.values(serverBuild.routes)) module.default = () => null;
  const pages = createPages(serverBuild);
  for (const path of ["/submit/artist", "/submit/artist/", "/elsewhere", "/"])
    await pages(new Request(`https://site.example${path}`));
  const everywhere = ["root", "any", "public", "public.home", "portal"];
  const namedRoutes = ["root", "public", "public.home", "portal"];
  const submitRoutes = ["submit", "submit.home", "submit.artist", "submit.link"];
  expect(routeLists).toEqual([
    // Static path segments decide the family, so no other route can match.
    [...namedRoutes, "submit", "submit.home", "submit.artist"],
    [...everywhere, ...submitRoutes, "about"],
    [...everywhere, "about"],
    namedRoutes,
  ]);
});
