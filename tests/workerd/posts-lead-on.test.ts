import { beforeAll, expect, test } from "vitest";
import { table } from "../specification/who-gets-what";
import { confirmIdentity, signedInArtist, staffMember } from "../support/accounts";
import { openStoreReader, pollUntil, type StoreReader } from "../support/app-stores";
import { createDraftAt } from "../support/drafts";
import { fieldValue, pageText, unescapeHtml } from "../support/page-parts";
import {
  releaseInProgress,
  splitLinks,
  splitsFor,
  waitingEntry,
} from "../support/published-release";
import { Browser, Visitor } from "../support/visitor";
import { createTestLink } from "../support/visitors";

/* A successful post redirects to a page that shows the same result when reloaded, without acting again. */

let store: StoreReader;
let staff: Visitor;
beforeAll(async () => {
  store = openStoreReader();
  staff = await staffMember("Ada Berg");
});

interface Post {
  visitor: Visitor;
  path: string;
  fields: Record<string, string>;
}

const unique = () => crypto.randomUUID().slice(0, 8);
const toEmail = (name: string) => `${name}-${unique()}@example.com`;

async function splitPost(fields: Record<string, string>): Promise<Post> {
  const own = await releaseInProgress();
  const email = toEmail("bea");
  await own.visitor.post(`${own.path}/splits`, { ...splitsFor(email), intent: "ask" });
  const path = await pollUntil(async () => (await splitLinks(email)).at(-1));
  const html = await (await new Visitor().send(path)).text();
  const question = fieldValue(html, "question") ?? "";
  return { visitor: new Visitor(), path, fields: { ...fields, question } };
}

async function mailPost(intent: string): Promise<Post> {
  const { visitor } = { visitor: await createDraftAt("artist") };
  const email = toEmail("mail");
  await visitor.post("/submit/continue", { intent: "mail-link", email });
  const sql = "SELECT text_body FROM mail_outbox WHERE recipient = ? LIMIT 1";
  const path = await pollUntil(async () => {
    const [mail] = await store.rows(sql, email);
    return /\/mail\/\S+/.exec(String(mail?.text_body))?.[0];
  });
  return { visitor: new Visitor(), path, fields: { intent } };
}

async function besideLink(kind: "invited" | "returning"): Promise<Post> {
  const { path } = await createTestLink(kind);
  const browser = new Browser();
  const draft = await createDraftAt("about");
  const [name = "", value = ""] = /^([^=]+)=(.*)$/.exec(draft.cookie)?.slice(1) ?? [];
  browser.put(name, value);
  await browser.send(path);
  return {
    visitor: browser,
    path: kind === "invited" ? "/i" : "/r",
    fields: { intent: "keep-other" },
  };
}

async function besideDraft(): Promise<Post> {
  const page = await (await createDraftAt("music")).post("/submit/continue", {
    intent: "make-link",
  });
  const [path = ""] = /\/submit\/continue\/[\w-]{43}/.exec(unescapeHtml(await page.text())) ?? [];
  return { visitor: await createDraftAt("about"), path, fields: { intent: "keep-other" } };
}

async function decidePost(): Promise<Post> {
  const { id } = await waitingEntry(store);
  const fields = { intent: "set", status: "approved", "item[]": `${id}:1` };
  return { visitor: staff, path: "/staff/decide", fields };
}

const drafted = async (path: string, fields: Record<string, string>): Promise<Post> => ({
  visitor: await createDraftAt("about"),
  path,
  fields,
});
const invitation = () => ({ artistName: "Marit Sund", email: toEmail("marit"), intent: "make" });

async function sendLink(path: string, kind: string): Promise<Post> {
  const html = await (await staff.post(path, invitation())).text();
  const token = new RegExp(`${kind}/([\\w-]{43})`).exec(unescapeHtml(html))?.[1] ?? "";
  return { visitor: staff, path, fields: { intent: "send", token } };
}

const LINK = /\/submit\/continue\/[\w-]{43}/;
const cases: [name: string, shown: string | RegExp, post: () => Promise<Post>][] = [
  ["a songwriter confirms", "Thank you. We have stored", () => splitPost({ intent: "confirm" })],
  [
    "a songwriter disputes",
    "Thank you. We have told the artist",
    () => splitPost({ intent: "dispute", note: "I wrote half of it" }),
  ],
  ["emails are stopped", "We stopped our reminders", () => mailPost("stop")],
  ["an address is confirmed", "We know this address is yours", () => mailPost("confirm")],
  ["emails are allowed", "We'll email this address again", () => mailPost("allow")],
  [
    "links are asked for again",
    "We can't send emails at the moment, so nothing was sent.",
    async () => ({
      visitor: new Visitor(),
      path: "/submit/open",
      fields: { intent: "mail-again", email: toEmail("again") },
    }),
  ],
  ["a link is made", LINK, () => drafted("/submit/continue", { intent: "make-link" })],
  [
    "a link is made before a new one",
    LINK,
    () => drafted("/submit?index", { intent: "make-link" }),
  ],
  [
    "a link is mailed",
    "Copy the link instead",
    () => drafted("/submit/continue", { intent: "mail-link", email: toEmail("link") }),
  ],
  ["a link is made beside another's", LINK, besideDraft],
  ["a link is made beside an invitation", LINK, () => besideLink("invited")],
  ["a link is made beside a returning artist's", LINK, () => besideLink("returning")],
  [
    "a token is made",
    /[\w-]{43}/,
    async () => {
      const { artist, visitor } = await signedInArtist();
      await confirmIdentity(visitor, artist);
      const fields = { intent: "make-token", name: "Planner" };
      return { visitor, path: "/edit-profile/sign-ins", fields };
    },
  ],
  [
    "an artist is invited",
    /\/i\/[\w-]{43}/,
    async () => ({ visitor: staff, path: "/staff/links/invitation", fields: invitation() }),
  ],
  [
    "a returning artist gets a link",
    /\/r\/[\w-]{43}/,
    async () => ({ visitor: staff, path: "/staff/links/returning", fields: invitation() }),
  ],
  [
    "an invitation is mailed",
    "Email is off at the moment",
    () => sendLink("/staff/links/invitation", "/i"),
  ],
  [
    "a link is mailed to an artist",
    "Email is off at the moment",
    () => sendLink("/staff/links/returning", "/r"),
  ],
  [
    "a list of links is made",
    "2 links created",
    async () => ({
      visitor: staff,
      path: "/staff/links/returning",
      fields: { intent: "make-list", list: `Ada, ${toEmail("a")}\nBo, ${toEmail("b")}` },
    }),
  ],
  ["several get a status", "One is Approved now", decidePost],
];

test.each(cases)(
  "%s: the resulting page says so, however often it is loaded",
  async (_, shown, post) => {
    const { visitor, path, fields } = await post();
    const { cookie } = visitor;
    const reply = await visitor.send(path, { method: "POST", body: new URLSearchParams(fields) });
    expect([reply.status, await reply.text()]).toEqual([303, ""]);
    expect(reply.headers.get("Location")?.startsWith(path.split("?")[0] ?? "")).toBe(true);
    const texts: string[] = [];
    for (const _time of [1, 2]) {
      const page = await visitor.follow(reply, cookie || visitor.cookie);
      expect(page.status).toBe(200);
      const html = await page.text();
      texts.push(html);
      const said = typeof shown === "string" ? pageText(html).includes(shown) : shown.test(html);
      expect(said, `says ${shown}`).toBe(true);
    }
  },
);

test("a result is shown on no other page, and to nobody else", async () => {
  const visitor = await createDraftAt("about");
  const fields = new URLSearchParams({ intent: "make-link" });
  const reply = await visitor.send("/submit/continue", { method: "POST", body: fields });
  const other = await createDraftAt("about");
  const shown = async (visitor: Visitor, path: string) =>
    LINK.test(await (await visitor.send(path)).text());
  expect(await shown(other, "/submit/continue?shown=")).toBe(false);
  const [pair = ""] = reply.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  const asked = async (path: string, kept: string) =>
    LINK.test(
      await (await other.send(path, { headers: { Cookie: `${other.cookie}; ${kept}` } })).text(),
    );
  expect(await asked("/submit?shown=", pair)).toBe(false);
  expect(await asked("/submit/continue", pair)).toBe(false);
  const forged = pair.replace(/^(reply=.{40})./, "$1x");
  expect(await asked("/submit/continue?shown=", forged)).toBe(false);
  expect(await asked("/submit/continue?shown=", "reply=x")).toBe(false);
});

test("a one-click unsubscribe is answered without a redirect, as its standard requires", async () => {
  const { visitor, path } = await mailPost("stop");
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  expect((await visitor.send(path, { method: "POST", body })).status).toBe(200);
});

test("no address makes a page show a result of something that did not happen", async () => {
  const { path } = await splitPost({});
  const text = pageText(await (await new Visitor().send(`${path}?done=confirmed`)).text());
  expect(text).not.toContain("Thank you");
  const { path: mail } = await mailPost("stop");
  for (const done of ["stop", "confirm", "allow", "constructor"])
    expect(pageText(await (await new Visitor().send(`${mail}&done=${done}`)).text())).not.toMatch(
      /Done\.|Thank you/,
    );
});

/** Posts that respond with a page, and why; every other one is in the table above or redirects with 302. */
const SHOWN_AT_ONCE: Record<string, readonly string[]> = {
  "a form that is still being filled in, or shown again for what is wrong": [
    ...[
      "/submit/artist",
      "/submit/music",
      "/submit/about",
      "/submit/review",
      "/submit/waiting-list",
    ],
    ...["/edit-profile", "/release-details/:submissionId", "/release-details/:submissionId/splits"],
    ...["/dashboard/continue", "/agreement", "/login", "/login/link/:token", "/staff/sign-in"],
    ...["/edit-profile/confirm", "/login/confirm/:token"],
    ...["/edit-profile/data", "/staff/mode", "/staff/submissions/:submissionId", "/staff/artists"],
    ...["/staff/connections", "/staff/connections/board", "/staff/data-requests"],
    ...["/staff/reasons", "/staff/sheets", "/staff/sheets/:templateId"],
    "/staff/listening/:submissionId",
  ],
  "what was chosen, with what can be made of it": ["/staff/sheets/chosen"],
  "a file": ["/edit-profile/data/download", "/staff/sheets/file"],
  "where one is, which scripts say": ["/staff/presence"],
  "tests that change nothing when they run again": ["/test-dashboard"],
};

const LEAD_ON = [
  ...["/cookie-choices", "/confirm-email/:token", "/dashboard/join", "/submission/:submissionId"],
  ...[
    "/edit-profile/mails",
    "/staff/settings",
    "/staff/views",
    "/staff/activity/jobs",
    "/staff/activity/mails/:mailId",
    "/staff/links",
  ],
  ...["/staff/artists/:accountId", "/staff/artists/:accountId/publish", "/staff/incidents"],
  ...["/staff/delivery/:submissionId", "/dashboard/dates", "/staff/dates"],
  ...[
    "/fix/:token",
    "/status/:submissionId",
    "/staff/sessions",
    "/logout",
    "/submit/dev",
    "/submit/success",
    "/submit/notice",
  ],
];

test("every page that accepts posts redirects, or has a reason to show its form", () => {
  const takesPosts = Object.entries(table).flatMap(([name, row]) =>
    /^POST \/(?!api\/|\*)/.test(name) &&
    Object.values(row).some((what) => !/^405|^302 \/(?:login|staff\/sign-in)$/.test(what))
      ? [name.slice("POST ".length)]
      : [],
  );
  const tested = [
    ...[
      "/split/:token",
      "/mail/:mailId",
      "/submit/open",
      "/submit/continue",
      "/submit",
      "/i",
      "/r",
    ],
    ...["/submit/continue/:token", "/edit-profile/sign-ins", "/staff/links/invitation"],
    ...["/staff/links/returning", "/staff/decide"],
  ];
  const known = [...Object.values(SHOWN_AT_ONCE).flat(), ...LEAD_ON, ...tested];
  expect(takesPosts.filter((path) => !known.includes(path))).toEqual([]);
  expect(known.filter((path) => !takesPosts.includes(path))).toEqual([]);
});
