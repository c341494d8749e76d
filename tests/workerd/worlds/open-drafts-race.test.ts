import { expect, test } from "vitest";
import { api } from "~/api/router";
import { drafts } from "~/domain/submission/submission-tables.server";
import { randomIds } from "~/platform/ids";
import { draftCookieHeader } from "~/session/draft-cookie.server";
import { deepRuns } from "../../support/deep-runs";
import { interleave, seededRandom } from "../../support/interleaving";
import { openForFile } from "../../support/open-for-file";
import { createRaceFixture, createRequest } from "../../support/race-fixture";
import { SECRET } from "../../support/upload-fixture";

/* New visitors whose first posts come at the same moment, while there is room for some of them. */

const ROOM = 5;
const COMING = 12;
const fixture = await openForFile(() => createRaceFixture({ LIMIT_OPEN_DRAFTS: String(ROOM) }));

test("in whatever order they come, so many drafts are opened as there is room for", async () => {
  for (let seed = 1; seed <= deepRuns(4, 20); seed++) {
    await fixture.deps.db.delete(drafts);
    const replies = await interleave(
      seededRandom(seed),
      Array.from({ length: COMING }, () => async (schedule) => {
        const name = {
          key: randomIds.secret(),
          draftId: randomIds.next(new Date()),
          state: "new",
        } as const;
        const header = await draftCookieHeader(createRequest("/", { cookie: "" }), name, SECRET);
        const request = createRequest("/api/drafts/current/artist", {
          cookie: header.split(";")[0] ?? "",
          method: "PUT",
          headers: { "Content-Type": "application/x-www-form-urlencoded" },
          body: "artistName=Ada",
        });
        const portal = fixture.portalFor(request, schedule);
        const { status }: Response = await api.fetch(request, portal);
        return { status, wait: Number(portal.scope.replyHeaders.get("Retry-After")) };
      }),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(ROOM);
    const refusals = replies.filter(({ status }) => status === 503);
    expect(refusals).toHaveLength(COMING - ROOM);
    for (const { wait } of refusals) expect(wait).toBeGreaterThan(0);
    expect(await fixture.deps.db.$count(drafts)).toBe(ROOM);
  }
});
