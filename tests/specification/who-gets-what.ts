/*
 * Every page and every call, and what each kind of visitor gets of it: the status, and where a redirect
 * leads. A row is walked with nothing in its fields, in the order of this table; what spends something
 * stands at its end. Whoever adds a route adds its row.
 *
 * Still to come with its door: whoever signs in as an artist.
 */

/** Who comes, and what they hold. */
export const visitors = [
  /** Nothing. */
  "nobody",
  /** A staff cookie of the right form that nobody gave. */
  "forged",
  /** The staff cookie of a session that was signed out. */
  "ended",
  /** The artist's draft cookie with another key. */
  "tampered",
  /** A draft of their own, and not the one that is asked for. */
  "other",
  /** The cookie of an invitation that was opened, and no draft yet. */
  "invited",
  /** The same of a returning artist's link. */
  "returning",
  /** A session of staff. */
  "staff",
  /** The draft that is asked for, with its files. */
  "artist",
] as const;

export type VisitorKind = (typeof visitors)[number];
/** What each gets: "200", or "302 /staff/sign-in". */
export type Row = Record<VisitorKind, string>;

const everyone = (what: string): Row => ({
  ...{ nobody: what, forged: what, ended: what, tampered: what },
  ...{ other: what, invited: what, returning: what, staff: what, artist: what },
});
/** A page of staff: everybody else is led to the sign-in. */
const staffPage = (staff: string): Row => ({ ...everyone("302 /staff/sign-in"), staff });
/** A call of staff: everybody else is refused. */
const staffCall = (staff: string): Row => ({ ...everyone("403"), staff });

/** Pages that are there to be read by everyone, and take nothing. */
const readable = (...names: string[]): Record<string, Row> =>
  Object.fromEntries(
    names.flatMap((name) => [
      [`GET /${name}`, everyone("200")],
      [`POST /${name}`, everyone("405")],
    ]),
  );

/** By method and path, as the routes name them. */
export const table: Record<string, Row> = {
  "GET /*": everyone("404"),
  "POST /*": everyone("404"),
  "GET /": everyone("200"),
  "POST /": everyone("405"),
  ...readable("learn-more", "faq", "robots.txt", "sitemap.xml"),
  ...readable("terms-of-service", "privacy-policy", "cookie-policy", "data-protection"),
  "GET /i": { ...everyone("400"), invited: "200" },
  "GET /i/:token": everyone("404"),
  "POST /i/:token": everyone("405"),
  "GET /r": { ...everyone("400"), returning: "200" },
  "GET /r/:token": everyone("404"),
  "POST /r/:token": everyone("405"),
  "GET /mail/:mailId": everyone("404"),
  "POST /mail/:mailId": everyone("404"),
  "GET /staff": staffPage("200"),
  "POST /staff": everyone("405"),
  "GET /staff/activity": staffPage("200"),
  "POST /staff/activity": everyone("405"),
  "GET /staff/activity/jobs": staffPage("200"),
  "POST /staff/activity/jobs": staffPage("409"),
  "GET /staff/activity/mails": staffPage("200"),
  "POST /staff/activity/mails": everyone("405"),
  "GET /staff/activity/mails/:mailId": staffPage("404"),
  "POST /staff/activity/mails/:mailId": staffPage("404"),
  "GET /staff/connections": staffPage("200"),
  "POST /staff/connections": staffPage("400"),
  "GET /staff/connections/board": staffPage("200"),
  "POST /staff/connections/board": staffPage("400"),
  "GET /staff/decide": staffPage("200"),
  "POST /staff/decide": staffPage("400"),
  "GET /staff/queue.csv": staffPage("200"),
  "POST /staff/queue.csv": everyone("405"),
  "GET /staff/submissions/:submissionId": staffPage("200"),
  "POST /staff/submissions/:submissionId": staffPage("400"),
  "GET /staff/submissions/:submissionId/package": staffPage("200"),
  "POST /staff/submissions/:submissionId/package": everyone("405"),
  "GET /staff/tracks/:uploadId": staffPage("200"),
  "POST /staff/tracks/:uploadId": everyone("405"),
  "GET /staff/folders/:submissionId": staffPage("200"),
  "POST /staff/folders/:submissionId": staffPage("405"),
  "GET /staff/links": staffPage("200"),
  "POST /staff/links": staffPage("400"),
  "GET /staff/links/invitation": staffPage("200"),
  "POST /staff/links/invitation": staffPage("400"),
  "GET /staff/links/returning": staffPage("200"),
  "POST /staff/links/returning": staffPage("400"),
  "GET /staff/mode": staffPage("200"),
  "POST /staff/mode": staffPage("400"),
  "GET /staff/sessions": staffPage("200"),
  "POST /staff/sessions": staffPage("302 /staff/sessions"),
  "GET /staff/sign-in": { ...everyone("200"), staff: "302 /staff" },
  "POST /staff/sign-in": { ...everyone("400"), staff: "302 /staff" },
  "GET /staff/sign-out": everyone("302 /staff"),
  "GET /submit": { ...everyone("200"), tampered: "302 /submit/artist" },
  "POST /submit": { ...everyone("404"), other: "200", artist: "200" },
  "GET /submit/about": { ...everyone("404"), other: "200", artist: "200" },
  "GET /submit/artist": {
    ...everyone("302 /submit"),
    tampered: "404",
    other: "200",
    artist: "200",
  },
  "GET /submit/continue": {
    ...everyone("302 /submit/open"),
    tampered: "404",
    other: "200",
    artist: "200",
  },
  "POST /submit/continue": { ...everyone("404"), other: "200", artist: "200" },
  "GET /submit/continue/:token": everyone("404"),
  "POST /submit/continue/:token": everyone("404"),
  "GET /submit/dev": everyone("302 /submit"),
  "POST /submit/dev": everyone("404"),
  "GET /submit/music": { ...everyone("404"), other: "200", artist: "200" },
  "GET /test-dashboard": staffPage("200"),
  "POST /test-dashboard": staffPage("400"),
  "GET /files/previews/:id": { ...everyone("404"), staff: "200", artist: "200" },
  "HEAD /files/previews/:id": { ...everyone("404"), staff: "200", artist: "200" },
  "PUT /api/cloud-storage/uploads/:id/preview": { ...everyone("403"), artist: "200" },
  "GET /submit/open": everyone("200"),
  "POST /submit/open": everyone("400"),
  "GET /submit/notice": everyone("302 /submit"),
  "POST /submit/notice": everyone("302 /submit"),
  "GET /submit/review": { ...everyone("404"), other: "200", artist: "200" },
  "GET /submit/waiting-list": everyone("200"),
  "POST /submit/waiting-list": everyone("400"),
  "GET /submit/joined": everyone("200"),
  "POST /submit/joined": everyone("405"),
  "GET /submit/success": everyone("200"),
  "POST /submit/success": everyone("405"),
  "GET /api/health": everyone("200"),
  "GET /api/config": everyone("200"),
  "POST /api/config/set": staffCall("400"),
  "GET /api/keep-alive": everyone("204"),
  "GET /api/invitation/validate": everyone("400"),
  "GET /api/invitation/validate/:token": everyone("404"),
  "GET /api/invitation/details": everyone("400"),
  "GET /api/invitation/details/:token": everyone("404"),
  "GET /api/returning-artist/validate": everyone("400"),
  "GET /api/returning-artist/validate/:token": everyone("404"),
  "GET /api/returning-artist/details": everyone("400"),
  "GET /api/returning-artist/details/:token": everyone("404"),
  "POST /api/monitoring/error-report": everyone("400"),
  "GET /api/submission": { ...everyone("404"), other: "200", artist: "200" },
  "POST /api/waiting-list": everyone("400"),
  "POST /api/upload": everyone("415"),
  "POST /api/cloud-storage/upload-url": { ...everyone("403"), other: "400", artist: "400" },
  "POST /api/cloud-storage/process-upload": { ...everyone("403"), other: "400", artist: "400" },
  "POST /api/cloud-storage/uploads/:id/part-urls": { ...everyone("403"), artist: "400" },
  "PUT /api/cloud-storage/uploads/:id/parts/:number": everyone("403"),
  "PUT /api/cloud-storage/uploads/:id/parts/:number/pieces": everyone("403"),
  "POST /api/cloud-storage/uploads/:id/parts/:number/join": { ...everyone("403"), artist: "409" },
  "GET /api/cloud-storage/uploads/:id": { ...everyone("403"), artist: "200" },
  "GET /files/*": everyone("404"),
  "GET /files/:id/:name": { ...everyone("404"), staff: "200", artist: "200" },
  "HEAD /files/:id/:name": { ...everyone("404"), staff: "200", artist: "200" },
  "GET /files/clips/:submission/:upload/:clip/:name": everyone("404"),
  "HEAD /files/clips/:submission/:upload/:clip/:name": everyone("404"),
  "POST /api/background/process-social-clips": staffCall("400"),
  "POST /api/spotify/verify/artist": everyone("400"),
  "GET /api/spotify/*": everyone("404"),
  "GET /api/spotify/search/artists": everyone("400"),
  "GET /api/spotify/search/music": everyone("400"),
  "GET /api/spotify/albums/:id+/metadata": everyone("404"),
  "GET /api/spotify/tracks/:id+/metadata": everyone("404"),
  "GET /api/spotify/test": staffCall("200"),
  "POST /api/monday/create-item": staffCall("400"),
  "GET /api/monday/test-connection": staffCall("200"),
  "GET /api/monday/columns": staffCall("200"),
  "GET /api/jobs": staffCall("200"),
  "POST /api/jobs/:id/run-again": staffCall("409"),
  "POST /api/file-links/end": staffCall("400"),
  "GET /api/mails": staffCall("200"),
  "POST /api/mails/:id/allow": staffCall("404"),
  "POST /api/google/auth": staffCall("200"),
  "GET /api/*": everyone("404"),
  "POST /api/submission/check": { ...everyone("403"), other: "200", artist: "200" },
  "POST /i": { ...everyone("400"), invited: "302 /submit/artist" },
  "POST /r": { ...everyone("400"), returning: "302 /submit/artist" },
  "POST /submit/artist": {
    ...everyone("400"),
    tampered: "409",
    other: "302 /submit/music",
    artist: "302 /submit/music",
  },
  "POST /submit/about": {
    ...everyone("404"),
    other: "302 /submit/review",
    artist: "302 /submit/review",
  },
  "POST /submit/music": {
    ...everyone("404"),
    other: "302 /submit/about",
    artist: "302 /submit/about",
  },
  "PUT /api/drafts/current/:step": { ...everyone("404"), other: "200", artist: "200" },
  "DELETE /api/cloud-storage/uploads/:id": { ...everyone("403"), artist: "200" },
  "POST /api/submission/record": { ...everyone("403"), other: "200", artist: "200" },
  "POST /submit/review": {
    ...everyone("404"),
    other: "302 /submit/success",
    artist: "302 /submit/success",
  },
  "POST /staff/sign-out": everyone("302 /staff/sign-in"),
};
