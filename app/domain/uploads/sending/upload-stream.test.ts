import { expect, test } from "vitest";
import { MIB, mbit, simulateUpload } from "../../../../tests/support/simulate-upload";

const isPut = (what: string) => what.startsWith("PUT");
const isPiece = (what: string) => what.includes("/pieces?");

/** Cuts the link every so many milliseconds. */
function cutEvery(world: ReturnType<typeof simulateUpload>, ms: number) {
  const cutAgain = () => {
    world.link.cut();
    world.time.schedule(ms, cutAgain);
  };
  world.time.schedule(ms, cutAgain);
}

test("a request that a browser never sends is given up soon", async () => {
  const world = simulateUpload({ size: 16 * MIB, rate: mbit(8) });
  world.time.schedule(4_000, () => {
    world.link.cut();
    // The second of those that follow the cut: the first finds out that the line is back.
    let next = 0;
    world.keepsBack = (what) => isPiece(what) && ++next === 2;
  });
  expect(await world.run()).toBe("stored");
  const bestMs = (16 * MIB * 1_000) / mbit(8);
  expect(world.time.now()).toBeLessThan(bestMs + 3_000);
  expect(world.server.resent).toEqual([]);
});

/** Keeps the kind of every request that carried bytes. */
function kindsOf(world: ReturnType<typeof simulateUpload>) {
  const kinds: ("piece" | "whole")[] = [];
  const { fault } = world;
  world.fault = (what) => {
    if (isPut(what)) kinds.push(isPiece(what) ? "piece" : "whole");
    return fault(what);
  };
  return kinds;
}

test("after two whole parts that failed the rest goes in pieces", async () => {
  const world = simulateUpload({ size: 300 * MIB, rate: mbit(100) });
  const failedParts = new Set<string>();
  world.fault = (what) => {
    const part = /^PUT .*parts\/(9|20)\?/.exec(what)?.[1];
    if (!part || failedParts.has(part)) return undefined;
    failedParts.add(part);
    return { status: 500 };
  };
  const kinds = kindsOf(world);
  expect(await world.run()).toBe("stored");
  expect(failedParts.size).toBe(2);
  expect(kinds.slice(kinds.lastIndexOf("whole") + 1).length).toBeGreaterThan(40);
  expect(kinds.filter((kind) => kind === "whole").length).toBeGreaterThan(15);
});

test("where a part passes quickly parts go whole, as soon as that is known", async () => {
  const world = simulateUpload({ size: 50 * MIB, rate: mbit(100) });
  const kinds = kindsOf(world);
  await world.run();
  // One of ten parts leaves before an answer has shown how fast the link is.
  expect(kinds.filter((kind) => kind === "whole").length).toBe(9);
});

test("where a part takes long it goes in pieces, cut or no cut", async () => {
  const world = simulateUpload({ size: 30 * MIB, rate: mbit(5) });
  const kinds = kindsOf(world);
  await world.run();
  expect(kinds).not.toContain("whole");
});

test.each([
  [20, "own", "piece", "whole"],
  [20, "s3", "whole", "piece"],
  [8, "s3", "piece", "whole"],
  [5, "s3", "piece", "whole"],
] as const)(
  "at %s Mbit/s a file goes by the carrier %s as what a cut may cost: %s, once that is known",
  async (rate, carrier, kind, not) => {
    const world = simulateUpload({ size: 30 * MIB, rate: mbit(rate) });
    world.server.carrier = carrier;
    const kinds = kindsOf(world);
    expect(await world.run()).toBe("stored");
    expect(kinds).toContain(kind);
    expect(kinds.slice(kind === "whole" ? kinds.indexOf("whole") : 0)).not.toContain(not);
  },
);

test.each([429, 409])(
  "%i is waited out as long as the server asks, and counts against no part",
  async (status) => {
    const world = simulateUpload({ size: 20 * MIB, rate: mbit(100) });
    let busy = 2;
    world.fault = (what) =>
      isPut(what) && busy-- > 0 ? { status, retryAfterMs: 20_000, error: "Slowly." } : undefined;
    expect(await world.run()).toBe("stored");
    expect(world.time.now()).toBeGreaterThan(20_000);
    expect(world.pauses.some((ms) => ms >= 20_000)).toBe(true);
    expect(world.changes).toContainEqual(
      expect.objectContaining({ phase: "waiting", cause: "Slowly." }),
    );
  },
);

test.each([500, 502, 503, 504, 408])("a burst of %i is sat out", async (status) => {
  const world = simulateUpload({ size: 30 * MIB, rate: mbit(100) });
  world.fault = () =>
    world.time.now() > 1_000 && world.time.now() < 9_000 ? { status } : undefined;
  expect(await world.run()).toBe("stored");
  expect(world.server.resent).toEqual([]);
  expect(world.time.now()).toBeLessThan(60_000);
});

test("the first try after a cut follows nearly at once", async () => {
  const world = simulateUpload({ size: 30 * MIB });
  world.time.schedule(3_000, () => world.link.cut());
  await world.run();
  expect(world.pauses.length).toBeGreaterThan(0);
  expect(world.pauses[0]).toBeLessThanOrEqual(250);
  // And is over before anybody has read of it.
  expect(world.changes.some(({ phase }) => phase === "waiting")).toBe(false);
});

test("without a connection it waits in words, counts no try, and goes on at once when back", async () => {
  const world = simulateUpload({ size: 30 * MIB });
  const tenMinutes = 10 * 60_000;
  world.time.schedule(3_000, () => {
    world.online = false;
    world.link.cut();
  });
  world.time.schedule(3_000 + tenMinutes, () => {
    expect(world.state).toMatchObject({
      phase: "waiting",
      text: "Waiting for connection.",
      tries: 0,
    });
    world.online = true;
    world.hurry();
  });
  expect(await world.run()).toBe("stored");
  const bestMs = (30 * MIB * 1_000) / mbit(20);
  expect(world.time.now()).toBeLessThan(bestMs + tenMinutes + 3_000);
  expect(world.server.resent).toEqual([]);
});

test("a part that stands still is dropped and sent again", async () => {
  const world = simulateUpload({ size: 20 * MIB, rate: mbit(100) });
  let silent = 1;
  world.fault = (what) => (isPut(what) && silent-- > 0 ? "silent" : undefined);
  expect(await world.run()).toBe("stored");
  expect(world.time.now()).toBeGreaterThan(15_000);
  // What had left may be under way for a while, too.
  expect(world.time.now()).toBeLessThan(25_000);
});

test("a line that is connected and carries nothing is told of within 15 s, and gone on with when it does", async () => {
  const world = simulateUpload({ size: 20 * MIB, rate: mbit(8) });
  let checkedAt = Number.NaN;
  world.time.schedule(6_000, () => {
    world.link.setStill(true);
  });
  world.time.schedule(6_000 + 14_999, () => {
    checkedAt = world.time.now();
    expect(world.state).toMatchObject({ phase: "waiting", text: "Waiting for connection." });
    expect(world.state.secondsLeft).toBeUndefined();
  });
  world.time.schedule(40_000, () => world.link.setStill(false));
  expect(await world.run()).toBe("stored");
  expect(checkedAt).toBeGreaterThan(20_000);
  const bestMs = (20 * MIB * 1_000) / mbit(8);
  expect(world.time.now()).toBeLessThan(bestMs + 34_000 + 3_000);
  expect(world.link.carriedBytes).toBeLessThan(20 * MIB * 1.03);
});

test("a part that gets through has failed no more, nor was its link renewed", async () => {
  const world = simulateUpload({ size: 60 * MIB, rate: mbit(8) });
  const triedPieces = new Set<string>();
  // Of four pieces one fails, and one's link has run out, the first time each; the others get through.
  world.fault = (what) => {
    const piece = what.replace(/link=\d+/, "");
    if (!isPiece(what) || triedPieces.has(piece)) return undefined;
    triedPieces.add(piece);
    if (triedPieces.size % 4 === 0) return { status: 403 };
    return triedPieces.size % 4 === 2 ? { status: 503 } : undefined;
  };
  expect(await world.run()).toBe("stored");
  expect(triedPieces.size).toBeGreaterThan(8);
  expect(world.pauses.length).toBeGreaterThan(0);
  // The pause after the first failure in a row, jittered; the second would take up to 2 s.
  expect(Math.max(...world.pauses)).toBeLessThanOrEqual(1_000);
});

test("a file that has changed goes on from its copy", async () => {
  const world = simulateUpload({ size: 40 * MIB });
  world.copy = world.file.copied();
  world.time.schedule(5_000, () => {
    world.file.disk.changed = true;
    world.link.cut();
  });
  expect(await world.run()).toBe("stored");
  expect(world.server.resent).toEqual([]);
});

test.each([
  ["cannot be read", { changed: true }],
  ["reads as empty, as on phones that have taken it back", { changed: true, readsEmpty: true }],
])("without a copy a file that %s ends in a sentence that says what to do", async (_, disk) => {
  const world = simulateUpload({ size: 40 * MIB });
  world.time.schedule(5_000, () => {
    Object.assign(world.file.disk, disk);
    world.link.cut();
  });
  expect(await world.run()).toBe("changed");
  expect(world.state).toMatchObject({
    phase: "failed",
    text: "Failed to process file. It has changed or moved on your device since you chose it. Choose it again and it's sent from the start.",
  });
});

test("a file that cannot be read for a moment, as when a page begins to be left, is sent on", async () => {
  const world = simulateUpload({ size: 40 * MIB });
  world.time.schedule(5_000, () => {
    world.file.disk.changed = true;
    world.link.cut();
  });
  world.time.schedule(5_500, () => {
    world.file.disk.changed = false;
  });
  expect(await world.run()).toBe("stored");
  expect(world.server.resent).toEqual([]);
});

test("what is told is what the server has, and it never falls back", async () => {
  const world = simulateUpload({ size: 40 * MIB });
  cutEvery(world, 4_000);
  await world.run();
  let before = 0;
  for (const { stored, inFlight = 0 } of world.changes) {
    if (stored === undefined) continue;
    expect(stored).toBeGreaterThanOrEqual(before);
    expect(stored + inFlight).toBeLessThanOrEqual(40 * MIB);
    before = stored;
  }
  expect(before).toBe(40 * MIB);
});

test("what is compressed takes half the time and bytes, cut or not, and the page counts the file's", async () => {
  for (const cutMs of [undefined, 5_000]) {
    const world = simulateUpload({ size: 40 * MIB, rate: mbit(8) });
    world.server.announcesCompression = true;
    if (cutMs) cutEvery(world, cutMs);
    expect(await world.run()).toBe("stored");
    expect(world.server.resent).toEqual([]);
    expect(world.link.carriedBytes).toBeLessThan(40 * MIB * 0.56);
    const wholeMs = (40 * MIB * 1_000) / mbit(8);
    expect(world.time.now()).toBeLessThan(wholeMs * 0.65);
    const sums = world.changes.map(({ stored = 0, inFlight = 0 }) => stored + inFlight);
    expect(Math.max(...sums)).toBe(40 * MIB);
    const halfway = world.changes.find(({ stored = 0 }) => stored > 20 * MIB);
    if (!cutMs) expect(halfway?.secondsLeft).toBeLessThan(12);
  }
});

test("where the server takes nothing compressed after all, the file goes on as it is", async () => {
  const world = simulateUpload({ size: 20 * MIB, rate: mbit(8) });
  world.server.announcesCompression = true;
  world.server.takesCompression = false;
  expect(await world.run()).toBe("stored");
  expect(world.link.carriedBytes).toBeLessThan(22 * MIB);
});
