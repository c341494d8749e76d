import { describe, expect, test } from "vitest";
import { deepCases } from "../../../../tests/support/deep-runs";
import { mbit, simulateUpload } from "../../../../tests/support/simulate-upload";
import { createRandom } from "../../../../tests/support/virtual-time";

type World = ReturnType<typeof simulateUpload>;

/** Cuts the link after every time that `next` says, in milliseconds. */
function cuts(world: World, next: () => number) {
  const cutAgain = () => {
    world.link.cut();
    world.time.schedule(next(), cutAgain);
  };
  world.time.schedule(next(), cutAgain);
}

interface Link {
  size: number;
  rate: number;
  /** Milliseconds between cuts; below 0 they come at random, so many on average. */
  every: number;
  /** Per cent of the file that may go twice. */
  most: number;
  /** Times of the link's own that it may take. */
  times: number;
}

const MEGABYTES = 1e6;
/** The figures of the issue, as they are. */
const links: [string, Link][] = [
  ["60MB, 8 Mbit/s, every 30 s", { size: 60, rate: 8, every: 30_000, most: 2, times: 1.1 }],
  ["60MB, 8 Mbit/s, every 10 s", { size: 60, rate: 8, every: 10_000, most: 5, times: 1.1 }],
  ["60MB, 8 Mbit/s, every 3 s", { size: 60, rate: 8, every: 3_000, most: 15, times: 1.3 }],
  ["60MB, 8 Mbit/s, at random", { size: 60, rate: 8, every: -6_000, most: 10, times: 1.2 }],
  ["60MB, 30 Mbit/s, every 10 s", { size: 60, rate: 30, every: 10_000, most: 10, times: 1.2 }],
  ["19MB, 0.4 Mbit/s, every 30 s", { size: 19, rate: 0.4, every: 30_000, most: 10, times: 1.2 }],
  ["19MB, 0.4 Mbit/s, every 10 s", { size: 19, rate: 0.4, every: 10_000, most: 10, times: 1.2 }],
  ["19MB, 0.4 Mbit/s, at random", { size: 19, rate: 0.4, every: -10_000, most: 10, times: 1.2 }],
];

describe.each([
  ["which the server hears of", "heard", false],
  ["that leave the request half open at the server", "silent", false],
  ["after which the browser sends again by itself", "heard", true],
] as const)("cuts %s", (_, cutKind, resends) => {
  test.each(deepCases(links, 1, 3, 6))(
    "%s: little goes twice, and it takes hardly longer, by either carrier",
    async (_, link) => {
      for (const [seed, carrier] of [
        [1, "own"],
        [2, "own"],
        [1, "s3"],
      ] as const) {
        const size = link.size * MEGABYTES;
        const world = simulateUpload({ size, rate: mbit(link.rate), seed });
        world.server.carrier = carrier;
        world.cuts = cutKind;
        world.resends = resends;
        const random = createRandom(seed);
        cuts(world, () => (link.every > 0 ? link.every : -2 * link.every * random()));
        expect(await world.run()).toBe("stored");
        const again = (world.link.carriedBytes / size - 1) * 100;
        const times = world.time.now() / ((size * 1_000) / mbit(link.rate));
        expect(again).toBeLessThan(link.most);
        expect(times).toBeLessThan(link.times);
      }
    },
    60_000,
  );
});
