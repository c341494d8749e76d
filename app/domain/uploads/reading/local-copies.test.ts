import { afterEach, expect, test, vi } from "vitest";
import { hasRoomFor, openCopySink } from "./local-copies.client";

const MIB = 1024 * 1024;

test.each([
  ["plenty", { quota: 1_000 * MIB, usage: 10 * MIB }, true],
  ["just enough", { quota: 242 * MIB, usage: 10 * MIB }, true],
  ["a little too little", { quota: 241 * MIB, usage: 10 * MIB }, false],
  ["a private window's", { quota: 120 * MIB, usage: 0 }, false],
  ["unknown", {}, true],
])("with %s room a copy of 200MB is worth beginning or not", (_, estimate, worth) => {
  expect(hasRoomFor(200 * MIB, estimate)).toBe(worth);
});

/** Storage as browsers have it, with what goes wrong in it. */
function stubStorage(wrong: {
  directory?: "missing" | "refused";
  /** `promises`: all but reading and writing, as in iOS before 16.4. */
  access?: "missing" | "refused" | "promises";
  /** Bytes that it takes. */
  room?: number;
  flush?: "refused";
}): Set<string> {
  const names = new Set<string>();
  const refuse = (name: string) => Promise.reject(new DOMException("Refused", name));
  let room = wrong.room ?? Number.POSITIVE_INFINITY;
  const arePromises = wrong.access === "promises";
  let isOpen = true;
  const access = {
    truncate: () => (arePromises ? Promise.resolve() : undefined),
    async close() {
      if (arePromises) await Promise.resolve();
      isOpen = false;
    },
    flush() {
      if (wrong.flush) throw new DOMException("Full", "QuotaExceededError");
    },
    write({ length }: Uint8Array) {
      const taken = Math.min(length, room);
      room -= taken;
      if (taken === 0) throw new DOMException("Full", "QuotaExceededError");
      return taken;
    },
  };
  const createSyncAccessHandle = () =>
    wrong.access === "refused" ? refuse("InvalidStateError") : Promise.resolve(access);
  const folder = {
    async getFileHandle(name: string, { create = false } = {}) {
      if (create) names.add(name);
      return wrong.access === "missing" ? {} : { createSyncAccessHandle };
    },
    async removeEntry(name: string) {
      if (arePromises && isOpen) throw new DOMException("Open", "NoModificationAllowedError");
      // Later than the answer that ends a worker.
      await new Promise((resolve) => setTimeout(resolve, 5));
      names.delete(name);
    },
  };
  const root = { getDirectoryHandle: async () => folder };
  const getDirectory = () =>
    wrong.directory === "refused" ? refuse("SecurityError") : Promise.resolve(root);
  const storage = wrong.directory === "missing" ? undefined : { getDirectory };
  vi.stubGlobal("navigator", { storage });
  return names;
}

afterEach(() => vi.unstubAllGlobals());

/** Writes three blocks of four bytes. @returns whether that gave a copy. */
async function writeCopy(): Promise<boolean> {
  const sink = await openCopySink("copy");
  for (const at of [0, 4, 8]) sink?.write(new Uint8Array(4), at);
  return (await sink?.end()) ?? false;
}

test.each([
  ["is missing", { directory: "missing" }],
  ["is refused, as in private windows", { directory: "refused" }],
  ["cannot be written to", { access: "missing" }],
  ["refuses to be written to", { access: "refused" }],
  ["empties a copy that is opened again, as in iOS before 16.4", { access: "promises" }],
  ["is full from the start", { room: 0 }],
  ["is full in the middle of a block", { room: 6 }],
  ["turns out full at the end", { flush: "refused" }],
] as const)(
  "where storage %s there is no copy, and no beginning of one is left",
  async (_, wrong) => {
    const names = stubStorage(wrong);
    expect(await writeCopy()).toBe(false);
    expect([...names]).toEqual([]);
  },
);

test("where all goes well the copy stays", async () => {
  const names = stubStorage({});
  expect(await writeCopy()).toBe(true);
  expect([...names]).toEqual(["copy"]);
});

test("of a file that cannot be read to its end no copy is left", async () => {
  const names = stubStorage({});
  const sink = await openCopySink("copy");
  sink?.write(new Uint8Array(4), 0);
  await sink?.drop();
  expect([...names]).toEqual([]);
});
