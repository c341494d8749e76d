import { readdirSync, readFileSync } from "node:fs";
import * as v from "valibot";
import { api } from "~/api/router";
import { artistAnswers, dateInDays, musicAnswers } from "../support/visitor";

/** The format of a call's body; `none`: it has no body. */
type BodyKind = "form" | "json" | "multipart" | "bytes" | "none";

/** What a valid request to a route contains: its body and its query. */
interface Sample {
  body: BodyKind;
  fields: Record<string, unknown>;
  query: Record<string, string>;
}

/** A route of the site. `path` has parameters as `:name`, and `*` for any rest. */
export interface Call extends Sample {
  method: string;
  path: string;
}

const noBody: Sample = { body: "none", fields: {}, query: {} };
const querySample = (...names: string[]): Sample => ({
  ...noBody,
  query: Object.fromEntries(names.map((name) => [name, "1"])),
});
const form = (fields: Record<string, string>): Sample => ({ ...noBody, body: "form", fields });
const json = (fields: Record<string, unknown>): Sample => ({ ...noBody, body: "json", fields });

const aboutAnswers = {
  bio: "Songs.",
  influences: "Low",
  proNumber: "12",
  socialLinks: "",
  comments: "",
};
const track = {
  "tracks[0].id": "track-1",
  "tracks[0].metadata.producers[0].name": "A",
  "tracks[0].metadata.songwriters[0].share": "50",
  "tracks[0].socialClips[0].startTime": "0:10",
  "catalogueItems[0]": "{}",
  intent: "next",
  version: "x",
  draft: "x",
};
const steps = { ...artistAnswers, spotifyProfile: "", spotifyQuery: "vale", intent: "next" };
const file = { fileName: "a.wav", fileSize: 1000, contentType: "audio/wav", fileType: "track" };
const hash = "0".repeat(64);

/** Every route and call. One that is missing here fails the run: see {@link allCalls}. */
const samples: Record<string, Sample> = {
  "PAGE /": noBody,
  "PAGE /*": form({ a: "b" }),
  ...Object.fromEntries(
    [
      ...["learn-more", "faq", "robots.txt", "sitemap.xml", "site.webmanifest", "offline"],
      ...["terms-of-service", "privacy-policy", "cookie-policy", "data-protection"],
      ...["offline", "sw.js"],
    ].map((name) => [`PAGE /${name}`, noBody]),
  ),
  "PAGE /cookie-choices": form({ cookies: "refused", to: "/faq" }),
  "PAGE /mail/:mailId": form({ "List-Unsubscribe": "One-Click", intent: "stop" }),
  "PAGE /dashboard/join": form({ "submission[]": "x" }),
  "PAGE /dashboard/continue": form({ draft: "x", replace: "on" }),
  "PAGE /edit-profile/sign-ins": form({ intent: "end", session: "x", name: "A" }),
  "PAGE /edit-profile/confirm": form({ intent: "code", invitationCode: "A", to: "/" }),
  "PAGE /login/confirm/:token": form({ a: "b" }),
  "PAGE /login/link/:token": form({ a: "b" }),
  "PAGE /logout": form({ a: "b" }),
  "PAGE /login": form({
    artistId: "A-7K4P29",
    invitationCode: "7K4P2-9QXTM",
    to: "/dashboard",
    email: "ada@example.com",
    intent: "code",
  }),
  "PAGE /dashboard": { ...noBody, query: { tab: "0", before: "x" } },
  "PAGE /edit-profile": {
    ...form({
      artistName: "A",
      email: "a@example.com",
      biography: "x",
      version: "1",
      intent: "save",
    }),
    body: "multipart",
  },
  "PAGE /confirm-email/:token": form({ a: "b" }),
  "PAGE /submission": noBody,
  "PAGE /submission/:submissionId": form({ intent: "send-again", replace: "on" }),
  "PAGE /dashboard/dates": form({ zone: "UTC", intent: "make-calendar" }),
  "PAGE /staff/dates": form({ zone: "UTC", intent: "make-calendar" }),
  "PAGE /listen/:token": noBody,
  "PAGE /staff/listening/:submissionId": form({
    ...{ newLink: "x", recipient: "A", days: "30", canDownload: "on" },
    ...{ link: "x", intent: "make" },
  }),
  "PAGE /edit-profile/mails": form({ statuses: "on", reminders: "on", news: "on" }),
  "PAGE /details/:submissionId": noBody,
  "PAGE /details/:submissionId/cover.jpg": noBody,
  "PAGE /artist/:artistId": noBody,
  "PAGE /staff/artists/:accountId/publish": form({ intent: "publish", to: "/staff" }),
  "PAGE /release-details/:submissionId": {
    ...form({
      upc: "1",
      assignUpc: "on",
      labelName: "A",
      language: "en",
      territory: "list",
      countries: "Ireland",
      ai: "yes",
      "aiParts.vocals": "all",
      aiNote: "x",
      workForHire: "yes",
      workForHireProof: "x",
      cYear: "2026",
      cName: "A",
      pYear: "2026",
      pName: "A",
      "people[0].name": "A",
      "people[0].isni": "x",
      "tracks[0].id": "track-1",
      "tracks[0].isrc": "GB",
      "tracks[0].lyrics": "x",
      "tracks[0].aiParts.vocals": "x",
      workForHireFile: "x",
      "tracks[0].coverFile": "x",
      "tracks[0].samplesFile": "x",
      intent: "remove-proof:1",
    }),
    body: "multipart",
  },
  "PAGE /release-details/:submissionId/splits": form({
    "tracks[0].id": "track-1",
    "tracks[0].own": "on",
    "tracks[0].shares[0].percentage": "100",
    "people[0].id": "person-1",
    "people[0].firstName": "A",
    "people[0].email": "a@example.com",
    "same[0].percentage": "100",
    intent: "ask",
    version: "x",
  }),
  "PAGE /fix/:token": form({ intent: "fix", nextDate: "on" }),
  "PAGE /status/:submissionId": {
    ...form({ intent: "send-link" }),
    query: { expires: "1", signature: "x" },
  },
  "PAGE /split/:token": form({ question: "x waiting:", note: "x", ipi: "1", intent: "dispute" }),
  "PAGE /agreement": form({
    intent: "sign",
    request: "x",
    textHash: hash,
    to: "/agreement",
    typedName: "Sigrid",
    consent: "on",
  }),
  "PAGE /agreement/template": noBody,
  "PAGE /agreement/:documentName": noBody,
  "PAGE /edit-profile/data": form({ intent: "delete", confirm: "A-7K4P29" }),
  "PAGE /edit-profile/data/download": form({ a: "b" }),
  "PAGE /i": form({ intent: "keep-other" }),
  "PAGE /i/:token": noBody,
  "PAGE /r": form({ intent: "keep-other" }),
  "PAGE /r/:token": noBody,
  "PAGE /staff": noBody,
  "PAGE /staff/*": noBody,
  "PAGE /analytics": { ...noBody, query: { hours: "24" } },
  "PAGE /staff/errors/:reportId": noBody,
  "PAGE /staff/activity": { ...noBody, query: { person: "a", action: "signed-in", before: "x" } },
  "PAGE /staff/activity/jobs": form({ job: "x" }),
  "PAGE /staff/activity/mails": querySample("state", "before"),
  "PAGE /staff/activity/mails/:mailId": form({ intent: "again" }),
  "PAGE /staff/artists": {
    ...form({ artistName: "Ada", name: "A", email: "x" }),
    query: { q: "ada", before: "x" },
  },
  "PAGE /staff/artists/:accountId": form({ intent: "new-code" }),
  "PAGE /staff/connections": form({ intent: "test:d1", to: "ada@example.com" }),
  "PAGE /staff/connections/board": form({ intent: "map" }),
  "PAGE /staff/data-requests": form({ intent: "now", request: "x", note: "x", artist: "x" }),
  "PAGE /staff/incidents": form({ intent: "silence", incident: "x", to: "/staff" }),
  "PAGE /staff/decide": form({
    "item[]": "x:1",
    status: "live",
    reason: "x",
    back: "",
    savedReason: "x",
    intent: "set",
  }),
  "PAGE /staff/figures": noBody,
  "PAGE /staff/figures.csv": noBody,
  "PAGE /staff/presence": form({ item: "x", query: "genre=Folk" }),
  "PAGE /staff/views": form({ name: "Folk", query: "genre=Folk", view: "x", intent: "save" }),
  "PAGE /staff/queue.csv": noBody,
  "PAGE /staff/submissions/:submissionId": form({
    status: "live",
    reason: "x",
    savedReason: "x",
    time: "tomorrow",
    revision: "1",
    note: "x",
    job: "x",
    from: "x",
    upload: "x",
    artistNote: "x",
    storeLinks: "x",
    colleague: "x",
    rating: "3",
    tags: "folk, late night",
    seen: "x",
    decided: "1",
    intent: "set",
  }),
  "PAGE /staff/submissions/:submissionId/package": noBody,
  "PAGE /staff/submissions/:submissionId/sheet": noBody,
  "PAGE /staff/tracks/:uploadId": noBody,
  "PAGE /staff/submissions/:submissionId/message": noBody,
  "PAGE /staff/delivery/:submissionId": form({ intent: "deliver", kind: "message", job: "x" }),
  "PAGE /staff/folders/:submissionId": noBody,
  "PAGE /staff/links": form({ intent: "deactivate", kind: "invited", id: "x" }),
  "PAGE /staff/links/invitation": form({ artistName: "A", email: "x", intent: "make" }),
  "PAGE /staff/links/returning": form({ list: "A, b", intent: "preview", token: "x" }),
  "PAGE /staff/mentions": noBody,
  "PAGE /staff/mode": form({
    note: "Back soon.",
    intent: "close",
    shownMode: "open",
    shownNote: "x",
    shownAt: "x",
  }),
  "PAGE /staff/reasons": form({
    id: "",
    seen: "x",
    kind: "changes",
    title: "Loud",
    text: "Too loud.",
    finding: "clipping",
    intent: "save",
  }),
  "PAGE /staff/sheets": form({ rows: "Track title,ISRC", intent: "read" }),
  "PAGE /staff/sheets/chosen": form({ "item[]": "x:1" }),
  "PAGE /staff/sheets/file": form({ id: "x", intent: "template=mixbank&as=csv" }),
  "PAGE /staff/sheets/:templateId": form({
    name: "A",
    seen: "x",
    "sheets[0].line": "track",
    "sheets[0].header": "1",
    "sheets[0].columns[0].field": "isrc",
    intent: "look",
  }),
  "PAGE /staff/sessions": form({ session: "x" }),
  "PAGE /staff/settings": form({ playsNext: "on", intent: "save" }),
  "PAGE /staff/sign-in": form({ name: "Ada", passcode: "x", to: "/staff" }),
  "PAGE /staff/sign-out": form({ a: "b" }),
  "PAGE /submit": form({ intent: "make-link", to: "/submit" }),
  "PAGE /submit/about": form({ ...aboutAnswers, intent: "next", version: "x", draft: "x" }),
  "PAGE /submit/artist": form({ ...steps, version: "x", draft: "x", website: "", phone: "1" }),
  "PAGE /submit/continue": form({ email: "a@example.com", intent: "mail" }),
  "PAGE /submit/continue/:token": form({ intent: "keep-other" }),
  "PAGE /submit/dev": form({ validation: "on", to: "/submit" }),
  "PAGE /submit/music": {
    ...form({ ...musicAnswers(dateInDays(60)), ...track }),
    body: "multipart",
  },
  "PAGE /submit/open": form({ intent: "mail-again", email: "a@example.com", link: "x" }),
  "PAGE /submit/notice": form({ to: "/submit/artist" }),
  "PAGE /submit/review": form({ intent: "check", email_confirm: "", startToken: "x" }),
  "PAGE /submit/success": form({ intent: "correct-email", email: "a@x.example", reference: "x" }),
  "PAGE /submit/joined": { ...noBody, query: { entry: "x" } },
  "PAGE /submit/waiting-list": form({
    ...steps,
    phone: "1",
    listenLink: "https://soundcloud.com/vale",
    website: "",
    projectDescription: "Songs.",
    submissionIntent: "submit-music",
    formStart: "x",
  }),
  "PAGE /test-dashboard": form({ intent: "health", artistName: "A", results: "[]" }),
  "GET /api/health": noBody,
  "GET /api/config": noBody,
  "POST /api/config/set": json({ submissionsEnabled: false, note: "x" }),
  "GET /api/keep-alive": noBody,
  "GET /api/invitation/validate": noBody,
  "GET /api/invitation/validate/:token": noBody,
  "GET /api/invitation/details": noBody,
  "GET /api/invitation/details/:token": noBody,
  "GET /api/returning-artist/validate": noBody,
  "GET /api/returning-artist/validate/:token": noBody,
  "GET /api/returning-artist/details": noBody,
  "GET /api/returning-artist/details/:token": noBody,
  "POST /api/monitoring/error-report": json({
    submissionId: "x",
    errorData: {
      message: "x",
      stack: "at x",
      stage: "tracks",
      timestamp: "2026-01-01T00:00:00Z",
      url: "https://submit.example.com/submit",
      userAgent: "Mozilla/5.0 (x)",
      release: "1a2b",
      metadata: {
        viewport: { width: 390, height: 844, orientation: "x" },
        connection: { effectiveType: "4g", online: true },
        performance: "x",
      },
    },
  }),
  "POST /api/monitoring/vitals": json({
    device: "phone",
    connection: "4g",
    metrics: [{ name: "LCP", value: 1200, page: "/submit/artist" }],
  }),
  "POST /api/monitoring/uploads": json({
    ended: "stored",
    waitMs: 9000,
    sendingMs: 8000,
    bytes: 1000000,
    stalls: 0,
    resumes: 0,
  }),
  "PUT /api/drafts/current/:step": form({
    ...steps,
    ...musicAnswers(dateInDays(60)),
    ...aboutAnswers,
    ...track,
  }),
  "GET /api/profile": noBody,
  "GET /api/profile/submissions": noBody,
  "GET /api/profile/submissions/:submissionId": noBody,
  "PUT /api/profile/form": form({ artistName: "A", biography: "x", version: "1" }),
  "PUT /api/release-details/:id/:part": form({
    upc: "1",
    "tracks[0].id": "track-1",
    "tracks[0].isrc": "GB",
    version: "x",
  }),
  "GET /api/submission": querySample("draft"),
  "POST /api/submission/check": form({ intent: "submit", website: "" }),
  "POST /api/submission/record": form({ intent: "submit", website: "" }),
  "POST /api/waiting-list": json({
    artistData: { ...artistAnswers, listenLink: "https://soundcloud.com/vale", website: "" },
    formStart: "x",
  }),
  "POST /api/upload": {
    ...form({ artistName: "A", fileType: "track", trackTitle: "T", slot: "x", sha256: hash }),
    body: "multipart",
  },
  "POST /api/cloud-storage/upload-url": json({
    ...file,
    slot: "audio:track-1",
    partSize: 1,
    after: "x",
  }),
  "POST /api/cloud-storage/upload-urls": json({ uploads: [{ ...file, slot: "audio:track-1" }] }),
  "POST /api/cloud-storage/process-upload": json({
    uploadId: "x",
    fileName: "a.wav",
    fileType: "track",
    sha256: hash,
    partSha256: [hash],
    artistName: "A",
    stored: [{ number: 1, etag: "x" }],
    bucketName: "x",
  }),
  "POST /api/cloud-storage/uploads/:id/part-urls": json({ numbers: [1], stored: [] }),
  "PUT /api/cloud-storage/uploads/:id/parts/:number": {
    ...querySample("expires", "signature"),
    body: "bytes",
  },
  "PUT /api/cloud-storage/uploads/:id/parts/:number/pieces": {
    ...querySample("expires", "signature", "offset"),
    body: "bytes",
  },
  "PUT /api/cloud-storage/uploads/:id/preview": { ...querySample("look"), body: "bytes" },
  "GET /api/drafts/current": noBody,
  "PUT /api/cloud-storage/slots": json({
    draft: "x",
    slot: "audio:track-1",
    uploadId: null,
    version: 0,
    choice: "choice-1",
  }),
  "GET /api/cloud-storage/uploads/:id": noBody,
  "DELETE /api/cloud-storage/uploads/:id": noBody,
  "GET /files/previews/:id": querySample("issued", "key", "expires", "signature"),
  "HEAD /files/previews/:id": querySample("issued", "key", "expires", "signature"),
  "GET /files/pictures/:artistId/:pictureId/:size": noBody,
  "HEAD /files/pictures/:artistId/:pictureId/:size": noBody,
  "GET /api/calendar/:token/dates.ics": noBody,
  "GET /files/listen/:token/cover.jpg": noBody,
  "GET /files/listen/:token/tracks/:number": noBody,
  "HEAD /files/listen/:token/tracks/:number": noBody,
  "GET /files/proofs/:id/:name": querySample("issued", "key", "expires", "signature"),
  "HEAD /files/proofs/:id/:name": querySample("issued", "key", "expires", "signature"),
  "GET /files/:id/:name": querySample("issued", "key", "expires", "signature"),
  "HEAD /files/:id/:name": querySample("issued", "key", "expires", "signature"),
  "GET /files/clips/:submission/:upload/:clip/:name": querySample(
    "issued",
    "key",
    "expires",
    "signature",
  ),
  "HEAD /files/clips/:submission/:upload/:clip/:name": querySample(
    "issued",
    "key",
    "expires",
    "signature",
  ),
  "ALL /files/*": noBody,
  "POST /api/file-links/end": json({ submissionId: "x", all: true }),
  "POST /api/background/process-social-clips": json({ tracksWithClips: [], mondayItemId: "1" }),
  "POST /api/spotify/verify/artist": json({ artistUrl: "https://open.spotify.com/artist/x" }),
  "ALL /api/spotify/*": noBody,
  "GET /api/spotify/search/artists": querySample("q", "limit"),
  "GET /api/spotify/search/music": querySample("q", "type", "limit"),
  "GET /api/spotify/albums/:id+/metadata": noBody,
  "GET /api/spotify/tracks/:id+/metadata": noBody,
  "GET /api/spotify/albums/*/metadata": noBody,
  "GET /api/spotify/tracks/*/metadata": noBody,
  "GET /api/spotify/test": noBody,
  "POST /api/monday/create-item": json({ itemName: "x", formData: {}, columnValues: {} }),
  "GET /api/monday/test-connection": noBody,
  "GET /api/monday/columns": noBody,
  "POST /api/monday/webhook": json({
    challenge: "x",
    event: { boardId: 1, pulseId: 2, columnId: "status", triggerUuid: "x" },
  }),
  "GET /api/analytics/dashboard": { ...noBody, query: { hours: "24" } },
  "GET /api/jobs": querySample("submissionId"),
  "POST /api/jobs/:id/run-again": json({ mayArriveTwice: true }),
  "GET /api/mails": querySample("state"),
  "POST /api/mails/:id/allow": noBody,
  "POST /api/dropbox-sign/events": { ...form({ json: "{}" }), body: "multipart" },
  "POST /api/google/auth": json({}),
  "ALL *": noBody,
};

const manifestSchema = v.object({
  routes: v.record(
    v.string(),
    v.object({
      id: v.string(),
      parentId: v.optional(v.string()),
      path: v.optional(v.string()),
      index: v.optional(v.boolean()),
    }),
  ),
});

/** The addresses of all pages, from the manifest of the built site. */
function pagePaths(): string[] {
  const [name = ""] = readdirSync("build/client/assets").filter((file) =>
    /^manifest-.*\.js$/.test(file),
  );
  const text = readFileSync(`build/client/assets/${name}`, "utf8").replace(/^[^{]*|;\s*$/g, "");
  const { routes } = v.parse(manifestSchema, JSON.parse(text));
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  const toPath = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    if (!route) return "";
    return toPath(route.parentId) + (route.path ? `/${route.path}` : "");
  };
  // A layout route shows the same as its index route.
  return Object.values(routes).flatMap(({ id }) => (parents.has(id) ? [] : [toPath(id) || "/"]));
}

/**
 * Every page and every call of the API, as the site itself lists them.
 * @throws Error that lists the routes that are missing here, and those listed here that no longer exist.
 */
export function allCalls(): Call[] {
  const names = [
    ...pagePaths().map((path) => `PAGE ${path}`),
    ...api.routes.map(([method, , , path]) => `${method} ${path}`),
  ];
  const unknown = names.filter((name) => !(name in samples));
  const goneNames = Object.keys(samples).filter((name) => !names.includes(name));
  if (unknown.length + goneNames.length > 0)
    throw new Error(
      `tests/hostile/calls.ts lacks ${unknown.join(", ")}; gone: ${goneNames.join(", ")}`,
    );
  return names.flatMap((name) => {
    const [kind = "", path = ""] = name.split(" ");
    const sample = samples[name] ?? noBody;
    if (kind === "ALL") return [{ ...sample, method: "GET", path: path === "*" ? "/api/*" : path }];
    if (kind !== "PAGE") return [{ ...sample, method: kind, path }];
    const data = path === "/" ? "/_root.data" : `${path}.data`;
    return [path, data].flatMap((address) => [
      { ...noBody, method: "GET", path: address },
      { ...sample, method: "POST", path: address },
    ]);
  });
}
