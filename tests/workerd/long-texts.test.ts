import { afterAll, beforeAll, expect, test } from "vitest";
import { staffMember } from "../support/accounts";
import { LETTERS, postLongTexts, SIGNS, textPosts } from "../support/long-texts";
import { createVisitors, type Visitors } from "../support/visitors";

let everyone: Visitors;
beforeAll(async () => {
  everyone = await createVisitors();
});

afterAll(async () => {
  // One of the calls closes submissions.
  const staff = await staffMember("Ada");
  await staff.json("/api/config/set", { submissionsEnabled: true });
});

/*
 * Work that grows with the square of 100 KB takes a minute, and a busy machine never this long. So no clock
 * decides: what is a little too slow is told by `npm run bench -- text`.
 */
const STANDS_STILL_MS = 10_000;

test.each(textPosts())(
  "$name takes no more than 20 times as long for 100 KB of any sign as for letters",
  async (post) => {
    const letters = await postLongTexts(everyone, post, LETTERS, 2);
    for (const [name, sign] of Object.entries(SIGNS)) {
      const { status, ms } = await postLongTexts(everyone, post, sign, 2);
      expect([name, status]).toEqual([name, expect.toSatisfy((code: number) => code < 500)]);
      expect([name, ms]).toEqual([
        name,
        expect.toSatisfy((time: number) => time <= Math.max(20 * letters.ms, STANDS_STILL_MS)),
      ]);
    }
  },
);
