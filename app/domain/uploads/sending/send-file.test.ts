import { expect, test } from "vitest";
import { MIB, mbit, simulateUpload } from "../../../../tests/support/simulate-upload";
import { PART_BYTES } from "../upload-plan";

const isPut = (what: string) => what.startsWith("PUT");
const opens = (what: string) => what.endsWith("/upload-url");

const isWholePart = (what: string) => /^PUT .*\/parts\/\d+\?/.test(what);
const partOf = (what: string) => Number(/\/parts\/(\d+)/.exec(what)?.[1]);

test.each([
  ["of 100 KB", 100_000, ["POST upload-url", "PUT part", "POST process-upload"]],
  ["of 1 MB", 1_000_000, ["POST upload-url", "PUT pieces", "POST process-upload"]],
])("a file %s is announced, sent and finished, with no call beside", async (_, size, kinds) => {
  const world = simulateUpload({ size });
  const seen: string[] = [];
  world.fault = (what) => {
    const call = what
      .replace(/^PUT .*pieces.*/, "PUT pieces")
      .replace(/^PUT .*parts.*/, "PUT part");
    const name = call.replace(/^POST .*\//, "POST ");
    if (seen.at(-1) !== name) seen.push(name);
    return undefined;
  };
  expect(await world.run()).toBe("stored");
  expect(seen).toEqual(kinds);
  expect(Math.round(world.link.carriedBytes)).toBe(size);
});

test("a large file that cannot be opened tries until it can", async () => {
  const world = simulateUpload({ size: 20 * MIB });
  let failuresLeft = 6;
  world.fault = (what) =>
    opens(what) && failuresLeft-- > 0 ? { status: 503, error: "Not just now." } : undefined;
  expect(await world.run()).toBe("stored");
  expect(world.changes).toContainEqual(
    expect.objectContaining({ phase: "waiting", cause: "Not just now.", tries: 6 }),
  );
});

test("a refusal of a part is final, with the server's text", async () => {
  const world = simulateUpload({ size: 20 * MIB });
  world.fault = (what) => (isPut(what) ? { status: 400, error: "Wrong length." } : undefined);
  expect(await world.run()).toBe("refused");
  expect(world.state).toMatchObject({ phase: "failed", text: "Wrong length.", canRetry: false });
});

test("a file the server refuses at the end is told with its text, and not sent again", async () => {
  const world = simulateUpload({ size: 20 * MIB });
  world.server.finishRefusal = "Invalid file type. Expected: WAV file...";
  expect(await world.run()).toBe("refused");
  expect(world.state.text).toBe("Invalid file type. Expected: WAV file...");
  expect(world.link.carriedBytes).toBeLessThan(20.1 * MIB);
});

test("so is one whose refusal was lost on the way", async () => {
  const world = simulateUpload({ size: 20 * MIB });
  world.server.finishRefusal = "Invalid file type. Expected: WAV file...";
  let lost = false;
  world.fault = (what) => {
    if (!what.endsWith("/process-upload") || lost) return undefined;
    lost = true;
    return "lost";
  };
  expect(await world.run()).toBe("refused");
  expect(world.link.carriedBytes).toBeLessThan(20.1 * MIB);
});

test("a submitted draft takes no file, and says so once", async () => {
  const world = simulateUpload({ size: 20 * MIB });
  const error = "This submission was already sent.";
  world.fault = (what) => (what.startsWith("GET") ? undefined : { status: 409, error });
  expect(await world.run()).toBe("failed");
  expect(world.state).toMatchObject({ phase: "failed", text: error, canRetry: true });
});

test("stopping ends everything without a word", async () => {
  const world = simulateUpload({ size: 60 * MIB });
  world.time.schedule(5_000, world.stop);
  expect(await world.run()).toBe("stopped");
  expect(world.state.phase).toBe("sending");
  expect(world.time.now()).toBe(5_000);
});

test("a clean link is kept 97 % full, and nothing goes twice", async () => {
  for (const rate of [mbit(20), mbit(100), mbit(0.75)]) {
    const world = simulateUpload({ size: 60 * MIB, rate, roundTripMs: 100 });
    expect(await world.run()).toBe("stored");
    const fullMs = (60 * MIB * 1_000) / rate;
    expect(fullMs / world.time.now()).toBeGreaterThan(rate > mbit(50) ? 0.87 : 0.97);
    expect(world.link.carriedBytes / (60 * MIB)).toBeCloseTo(1, 3);
  }
});

test("parts that the server holds are never sent again", async () => {
  const world = simulateUpload({ size: 40 * MIB });
  world.time.schedule(8_000, world.stop);
  expect(await world.run()).toBe("stopped");
  const before = world.server.upload.parts.size + world.server.upload.pieces.length;
  expect(before).toBeGreaterThan(2);
  world.restart();
  expect(await world.run()).toBe("stored");
  expect(world.server.resent).toEqual([]);
  expect(world.link.carriedBytes).toBeLessThan(40 * MIB + 2 * PART_BYTES);
});

test("an upload that is complete already is stored at once", async () => {
  const world = simulateUpload({ size: 20 * MIB });
  await world.run();
  const { carriedBytes } = world.link;
  world.restart();
  expect(await world.run()).toBe("stored");
  expect(world.link.carriedBytes).toBe(carriedBytes);
  expect(world.state.url).toBe("/files/upload-1");
});

test("what another device has sent is finished by its id, whatever else has its fingerprint", async () => {
  const world = simulateUpload({ size: 20 * MIB, rate: mbit(100) });
  await world.run();
  world.choose("b".repeat(64));
  world.fault = (what) => (what.endsWith("/process-upload") ? "silent" : undefined);
  world.time.schedule(20_000, world.stop);
  await world.run();
  world.fault = () => undefined;
  world.choose("c".repeat(64));
  world.arrived = "upload-2";
  world.hashes = async () => undefined;
  const { carriedBytes } = world.link;
  expect(await world.run()).toBe("stored");
  expect(world.state.url).toBe("/files/upload-2");
  expect(world.link.carriedBytes).toBe(carriedBytes);
});

test("where the server lacks some of it after all, the file is asked for", async () => {
  const world = simulateUpload({ size: 20 * MIB });
  world.time.schedule(4_000, world.stop);
  await world.run();
  world.restart();
  world.arrived = "upload-1";
  world.hashes = async () => undefined;
  expect(await world.run()).toBe("changed");
  expect(world.state.stored).toBe(0);
});

test("after a lost answer the server is asked, and the part is not sent again", async () => {
  const world = simulateUpload({ size: 40 * MIB, rate: mbit(100) });
  const lostParts = new Set<number>();
  world.fault = (what) => {
    if (!isWholePart(what) || lostParts.size === 3 || lostParts.has(partOf(what))) return undefined;
    lostParts.add(partOf(what));
    return "lost";
  };
  expect(await world.run()).toBe("stored");
  expect(lostParts.size).toBeGreaterThan(1);
  expect(world.server.resent).toEqual([]);
  expect(world.link.carriedBytes / (40 * MIB)).toBeCloseTo(1, 3);
});

test("links that have expired are renewed, and that is no failure", async () => {
  const world = simulateUpload({ size: 60 * MIB, rate: mbit(100) });
  world.time.schedule(2_000, () => world.server.expireLinks());
  expect(await world.run()).toBe("stored");
  expect(world.changes.some(({ phase }) => phase === "waiting")).toBe(false);
  expect(world.server.calls.filter((call) => call === "POST part-urls").length).toBeGreaterThan(1);
});

test("on a slow link no link grows old on this side", async () => {
  const world = simulateUpload({ size: 60 * MIB, rate: mbit(0.4) });
  const expiredCalls: string[] = [];
  const madeAt = new Map<string, number>();
  world.fault = (what) => {
    const link = /link=(\d+)/.exec(what)?.[1];
    if (link === undefined) return undefined;
    const createdAt = madeAt.get(link) ?? world.server.createdAt(Number(link));
    madeAt.set(link, createdAt);
    if (world.time.now() - createdAt > 15 * 60_000) expiredCalls.push(what);
    return undefined;
  };
  expect(await world.run()).toBe("stored");
  expect(madeAt.size).toBeGreaterThan(0);
  expect(expiredCalls).toEqual([]);
});

test("a link that never opens ends in a text instead of trying for ever", async () => {
  const world = simulateUpload({ size: 20 * MIB });
  world.fault = (what) => (what.startsWith("PUT") ? { status: 403 } : undefined);
  expect(await world.run()).toBe("failed");
  expect(world.state.text).toBe("Upload failed");
});

test("parts that arrived wrong are sent once more, and no others", async () => {
  const world = simulateUpload({ size: 40 * MIB, rate: mbit(100) });
  world.server.spoiled.add(3).add(7);
  expect(await world.run()).toBe("stored");
  expect(world.link.carriedBytes / MIB).toBeCloseTo(40 + 2 * 5, 1);
});

test("parts that arrive wrong again and again end in the server's text", async () => {
  const world = simulateUpload({ size: 20 * MIB, rate: mbit(100) });
  world.fault = () => {
    world.server.spoiled.add(3);
    return undefined;
  };
  expect(await world.run()).toBe("failed");
  expect(world.state.text).toBe("Some parts have not arrived.");
});

test.each([
  ["with an answer", undefined],
  ["with no answer heard", "lost"],
] as const)(
  "an upload that takes nothing more is dropped, %s, and begun anew",
  async (_, fateOfAnswer) => {
    const world = simulateUpload({ size: 40 * MIB });
    let drops = 0;
    world.fault = (what) => {
      if (what.startsWith("DELETE")) return drops++ === 0 ? fateOfAnswer : undefined;
      const isClosed = world.time.now() > 6_000 && drops === 0;
      return isClosed && what.startsWith("PUT ") ? { status: 410 } : undefined;
    };
    expect(await world.run()).toBe("stored");
    expect(drops).toBeGreaterThan(0);
  },
);

test("an upload that somebody has removed is not begun anew unasked", async () => {
  const world = simulateUpload({ size: 40 * MIB });
  const conflict = { slot: "audio:track-1", version: 2 };
  world.time.schedule(6_000, () => {
    world.server.uploads.clear();
    world.server.conflict = conflict;
  });
  expect(await world.run()).toBe("failed");
  expect(world.state).toMatchObject({ phase: "failed", conflict, canRetry: false });
  expect(world.server.uploads.size).toBe(0);
});

test("an upload that another device finishes is not sent to its end", async () => {
  const world = simulateUpload({ size: 60 * MIB });
  world.time.schedule(6_000, () => {
    Object.assign(world.server.upload, { state: "complete", sha256: world.file.sha256 });
  });
  expect(await world.run()).toBe("stored");
  expect(world.link.carriedBytes).toBeLessThan(30 * MIB);
});

test("what goes straight to storage is reported with the next call, and before the end", async () => {
  const world = simulateUpload({ size: 60 * MIB, rate: mbit(100) });
  world.server.carrier = "s3";
  expect(await world.run()).toBe("stored");
  // The first goes in pieces, while nothing is known of the link: those the server joins itself.
  expect([...world.server.joined]).toEqual([1]);
  expect([...world.server.reported].sort((a, b) => a - b)).toEqual(
    Array.from({ length: 11 }, (_, index) => index + 2),
  );
  expect(world.server.calls.filter((call) => call === "POST part-urls").length).toBeGreaterThan(2);
});

test("what went straight to storage is not sent again, reported or not", async () => {
  const world = simulateUpload({ size: 60 * MIB, rate: mbit(100) });
  world.server.carrier = "s3";
  world.time.schedule(3_000, () => world.stop());
  expect(await world.run()).toBe("stopped");
  const had = [...world.server.upload.parts];
  expect(had.some((part) => !world.server.reported.has(part))).toBe(true);
  const again: number[] = [];
  world.fault = (what) => {
    const number = Number(/^PUT .*\/parts\/(\d+)/.exec(what)?.[1]);
    if (had.includes(number)) again.push(number);
    return undefined;
  };
  world.restart();
  expect(await world.run()).toBe("stored");
  expect(again).toEqual([]);
});

test("where storage cannot be reached, pieces go by our own origin", async () => {
  const world = simulateUpload({ size: 20 * MIB });
  world.server.carrier = "s3";
  world.fault = (what) => (isWholePart(what) ? "silent" : undefined);
  expect(await world.run()).toBe("stored");
  expect(world.server.joined.size).toBe(4);
});

test("the hashes are waited for, and the page is told that the file is checked", async () => {
  const world = simulateUpload({ size: 20 * MIB, rate: mbit(100) });
  world.hashes = () =>
    new Promise((resolve) => {
      const hashes = { sha256: world.file.sha256, partSha256: [] };
      world.time.schedule(60_000, () => resolve(hashes));
    });
  expect(await world.run()).toBe("stored");
  expect(world.time.now()).toBeGreaterThan(60_000);
  expect(world.changes).toContainEqual(
    expect.objectContaining({ phase: "checking", stored: 20 * MIB }),
  );
  expect(world.server.sha256).toBe(world.file.sha256);
});
