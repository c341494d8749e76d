import { describe, expect, test } from "vitest";
import { MIB, mbit, simulateUpload } from "../../../../tests/support/simulate-upload";

describe.each(["own", "s3"] as const)("another master of the same size and ends (%s)", (way) => {
  const MASTER = "b".repeat(64);
  const startedUpload = () => {
    const world = simulateUpload({ size: 20 * MIB, rate: mbit(100) });
    world.server.carrier = way;
    return world;
  };

  test("is sent in place of the one that is stored", async () => {
    const world = startedUpload();
    await world.run();
    world.choose(MASTER);
    const { carriedBytes } = world.link;
    expect(await world.run()).toBe("stored");
    expect(world.link.carriedBytes - carriedBytes).toBeCloseTo(20 * MIB, -4);
    expect(world.state.url).toBe("/files/upload-2");
    expect(world.server.upload).toMatchObject({ state: "complete", sha256: MASTER });
  });

  test("is begun with one question where its hash is known", async () => {
    const world = startedUpload();
    await world.run();
    world.choose(MASTER);
    world.isRead = true;
    world.server.calls.length = 0;
    expect(await world.run()).toBe("stored");
    expect(world.server.calls.filter((call) => call === "POST upload-url")).toHaveLength(1);
    expect(world.server.upload.sha256).toBe(MASTER);
  });

  test("goes to its end where the other one was sent in half, without that one's bytes", async () => {
    const world = startedUpload();
    world.time.schedule(1_000, world.stop);
    expect(await world.run()).toBe("stopped");
    const [half] = world.server.uploads.values();
    expect(half?.parts.size).toBeGreaterThan(0);
    world.choose(MASTER);
    expect(await world.run()).toBe("stored");
    expect(world.server.upload).toMatchObject({ state: "complete", sha256: MASTER });
    expect(new Set(world.server.upload.from.values())).toEqual(new Set([MASTER]));
    expect(world.link.carriedBytes).toBeLessThan(45 * MIB);
  });

  test("begins anew where the other one was claimed, and the first may be gone back to", async () => {
    const world = startedUpload();
    world.isRead = true;
    world.time.schedule(1_000, world.stop);
    await world.run();
    world.choose(MASTER);
    world.isRead = true;
    world.time.schedule(500, world.stop);
    await world.run();
    expect(world.server.uploads.size).toBe(2);
    world.choose("a".repeat(64));
    expect(await world.run()).toBe("stored");
    expect(world.state.url).toBe("/files/upload-1");
  });

  test("that was finished elsewhere meanwhile doesn't pass for it", async () => {
    const world = startedUpload();
    world.time.schedule(1_000, () => {
      world.server.upload.state = "complete";
      world.server.upload.sha256 = MASTER;
    });
    expect(await world.run()).toBe("stored");
    expect(world.state.url).toBe("/files/upload-2");
    expect(world.server.upload.sha256).toBe("a".repeat(64));
  });
});

test("while a file is read to tell it from another, the page is told that it's checked", async () => {
  const world = simulateUpload({ size: 20 * MIB });
  await world.run();
  world.choose("b".repeat(64));
  const before = world.changes.length;
  world.hashes = () =>
    new Promise((resolve) => {
      const hashes = { sha256: world.file.sha256, partSha256: [] };
      world.time.schedule(5_000, () => resolve(hashes));
    });
  expect(await world.run()).toBe("stored");
  expect(world.changes[before]).toMatchObject({ phase: "checking", stored: 0 });
});

test("a file that cannot be read to its end is told as changed, not as the one that is stored", async () => {
  const world = simulateUpload({ size: 20 * MIB });
  await world.run();
  world.choose("b".repeat(64));
  world.hashes = async () => undefined;
  expect(await world.run()).toBe("changed");
  expect(world.server.uploads.size).toBe(1);
});

test("a file of a megabyte or less is read before it's announced, a larger one is not", async () => {
  for (const [size, isRead] of [
    [MIB, true],
    [MIB + 1, false],
  ] as const) {
    const world = simulateUpload({ size, rate: mbit(1) });
    let known: string | undefined;
    world.time.schedule(1_000, () => {
      known = world.server.upload.sha256;
    });
    expect(await world.run()).toBe("stored");
    expect(known !== undefined).toBe(isRead);
  }
});
