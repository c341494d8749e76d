import { beforeAll, expect, test } from "vitest";
import { staffMember } from "../support/accounts";
import { openStoreReader, type StoreReader } from "../support/app-stores";
import { createDraftAt, findDraftRow } from "../support/drafts";
import { rawRequest } from "../support/raw-request";
import { Visitor } from "../support/visitor";

let store: StoreReader;
let staff: Visitor;
beforeAll(async () => {
  store = openStoreReader();
  staff = await staffMember("Method Marr");
});

const FOREIGN = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };

/** Addresses of every kind, and the methods in their Allow header. */
const addresses: [path: string, allow: string][] = [
  ["/", "GET, HEAD, OPTIONS"],
  ["/_root.data", "GET, HEAD, OPTIONS"],
  ["/faq", "GET, HEAD, OPTIONS"],
  ["/submit/artist", "GET, HEAD, POST, OPTIONS"],
  ["/submit/artist.data", "GET, HEAD, POST, OPTIONS"],
  ["/submit/artist.data?_routes=routes%2Fsubmit.artist", "GET, HEAD, POST, OPTIONS"],
  ["/staff.data?_routes=routes%2Fstaff", "GET, HEAD, OPTIONS"],
  ["/staff/queue.csv", "GET, HEAD, OPTIONS"],
  ["/staff/figures.csv", "GET, HEAD, OPTIONS"],
  ["/i/abc.data?_routes=", "GET, HEAD, OPTIONS"],
  ["/api/health", "GET, OPTIONS"],
  ["/api/waiting-list", "POST, OPTIONS"],
];

test.each(addresses)(
  "OPTIONS of %s is answered with the allowed methods, whoever asks",
  async (path, allow) => {
    for (const headers of [{}, FOREIGN]) {
      const reply = await new Visitor().send(path, { method: "OPTIONS", headers });
      expect([reply.status, reply.headers.get("Allow")]).toEqual([204, allow]);
      expect(reply.headers.get("Access-Control-Allow-Origin")).toBeNull();
    }
  },
);

test("no method makes an address fail: others get 405 with the allowed methods", async () => {
  const paths = [
    ...addresses.map(([path]) => path),
    "/nowhere",
    "/nowhere.data?_routes=a",
    "/__manifest",
  ];
  for (const path of paths)
    for (const method of ["PUT", "DELETE", "PATCH", "PROPFIND"]) {
      const own = await new Visitor().send(path, { method });
      expect([method, path, own.status]).toEqual([method, path, 405]);
      expect(own.headers.get("Allow")).toContain("OPTIONS");
      const foreign = await new Visitor().send(path, { method, headers: FOREIGN });
      expect([method, path, foreign.status]).toEqual([method, path, 403]);
    }
  // Our HTTP client cannot send this method.
  const trace = await rawRequest({ method: "TRACE", path: "/submit/artist.data" });
  expect(trace.status).toBe(405);
});

test("a post to a page without an action is 405, with the allowed methods", async () => {
  const reply = await new Visitor().post("/faq", { a: "b" });
  expect([reply.status, reply.headers.get("Allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
});

test("no redirect target is longer than any address of ours", async () => {
  const long = "a".repeat(12_000);
  for (const path of [
    ...[`/staff?x=${long}`, `/staff/${long}`, `/staff.data?x=${long}&_routes=routes%2Fstaff`],
    ...[`/dashboard?x=${long}`, `/submission/${long}`, `/staff?q=${"%C3%A9".repeat(2_000)}`],
    ...[
      `/login?to=/${long}`,
      `/staff/sign-in?to=/${long}`,
      `/submit?x=${long}`,
      `/staff/?x=${long}`,
    ],
    ...[`/i/${long}%E2%80%8B`, `/staff/sign-in/?to=/${long}%E2%80%8B`],
  ]) {
    const reply = await new Visitor().send(path);
    expect(reply.status).toBeLessThan(500);
    expect((reply.headers.get("Location") ?? "").length).toBeLessThan(2_100);
    if (path.includes(".data")) expect((await reply.text()).length).toBeLessThan(4_000);
  }
  const fits = await new Visitor().send("/staff?q=ferry&kind=waiting");
  expect(fits.headers.get("Location")).toBe(
    `/staff/sign-in?to=${encodeURIComponent("/staff?q=ferry&kind=waiting")}`,
  );
});

test("a link that another site opens in a staff browser changes nothing", async () => {
  const visitor = await createDraftAt("review");
  const { id: draftId } = await findDraftRow(store, visitor);
  await visitor.post("/submit/review", { intent: "submit" });
  const [row] = await store.rows("SELECT id FROM submissions WHERE draft_id = ?", draftId);
  const [track] = await store.rows(
    "SELECT id FROM uploads WHERE draft_id = ? AND kind = 'track'",
    draftId,
  );
  const auditEntries = async () =>
    (await store.rows("SELECT id FROM audit WHERE staff_name = 'Method Marr'")).length;
  const before = await auditEntries();
  const paths = [
    ...[
      "/staff/figures.csv",
      "/staff/queue.csv",
      `/staff/submissions/${row?.id}/package`,
      `/staff/submissions/${row?.id}/sheet?template=mixbank&as=csv`,
      `/staff/tracks/${track?.id}`,
    ],
    ...["/api/monday/test-connection", "/api/monday/columns", "/api/spotify/test"],
  ];
  for (const path of paths)
    for (const site of ["cross-site", "same-site"]) {
      const reply = await staff.send(path, { headers: { "Sec-Fetch-Site": site } });
      expect([path, reply.status]).toEqual([path, 403]);
      expect(await reply.text()).toContain("This came from another site");
    }
  expect(await auditEntries()).toBe(before);
  for (const path of paths) {
    const reply = await staff.send(path, { headers: { "Sec-Fetch-Site": "same-origin" } });
    expect([path, reply.status]).toEqual([path, 200]);
    await reply.arrayBuffer();
  }
  // A job may have measured the track before, and then opening it is not on the trail.
  const added = (await auditEntries()) - before;
  expect([paths.length - 1, paths.length]).toContain(added);
});
