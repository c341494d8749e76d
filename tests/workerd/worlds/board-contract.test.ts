import * as v from "valibot";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Board, BoardComment, BoardSubmission } from "~/domain/board/board";
import { BoardError } from "~/domain/board/board-error";
import { artistDataSchema } from "~/domain/board/waiting-artist";
import { releaseFormSchema } from "~/domain/submission/record/release-form";
import { isProbeError } from "~/observability/health/health-checks.server";
import { changeItem } from "../../../workers/sandbox/monday-store";
import { createBoardJobFixture } from "../../support/board-job-fixture";
import { memoryBoard } from "../../support/memory-board";

/** A board, and what its own people and its bad days do to it. */
interface BoardWorld {
  board: Board;
  reset: () => Promise<void>;
  later: (seconds: number) => void;
  now: () => Date;
  /** Sets a status there, as staff do. */
  label: (itemId: string, status: string, reason?: string) => Promise<void>;
  itemCount: () => Promise<number>;
  /** The texts of comments, those of our own updates included. */
  comments: (itemId: string) => Promise<string[]>;
  /** Sizes of the files of an item. */
  fileSizes: (itemId: string) => Promise<number[]>;
  /** From now on the board asks for a wait, or is silent. */
  limits: () => Promise<void>;
  falls: () => Promise<void>;
  close: () => Promise<void>;
}

async function mondayWorld(): Promise<BoardWorld> {
  const fixture = await createBoardJobFixture();
  const { sandboxDb, config } = fixture.fixture;
  await config.put("board-columns", JSON.stringify({ audioFiles: { id: "files", type: "file" } }));
  return {
    board: fixture.fixture.board(),
    reset: () => fixture.reset(),
    later: (seconds) => fixture.later(seconds),
    now: fixture.now,
    async label(itemId, label, reason = "") {
      const values = { status: { label }, status_reason: { text: reason } };
      await changeItem(sandboxDb, itemId, values, fixture.now());
    },
    itemCount: async () => (await fixture.items()).length,
    comments: async (itemId) =>
      (await fixture.updates()).flatMap(({ item_id, body }) => (item_id === itemId ? [body] : [])),
    fileSizes: async (itemId) =>
      (await fixture.files()).flatMap(({ item_id, file_size }) =>
        item_id === itemId ? [file_size] : [],
      ),
    limits: () => fixture.fails("rate-limit", "any", 100),
    falls: () => fixture.fails("no-reply", "any", 100),
    close: () => fixture.close(),
  };
}

async function memoryWorld(): Promise<BoardWorld> {
  let clock = new Date("2026-11-21T12:00:00Z");
  const now = () => clock;
  let memory = memoryBoard(now);
  const refusal = (code: string, retryAfterSeconds?: number) =>
    new BoardError(code, "Not now.", { permanent: false, retryAfterSeconds });
  return {
    get board() {
      return memory.board;
    },
    reset: async () => {
      memory = memoryBoard(now);
    },
    later: (seconds) => {
      clock = new Date(clock.getTime() + seconds * 1000);
    },
    now,
    label: (itemId, status, reason) => memory.label(itemId, status, reason),
    itemCount: async () => memory.items.size,
    comments: async (itemId) => [...(memory.items.get(itemId)?.comments.values() ?? [])],
    fileSizes: async (itemId) =>
      [...(memory.items.get(itemId)?.files.values() ?? [])].map(({ length }) => length),
    limits: async () => memory.refuse(refusal("LIMITED", 3)),
    falls: async () => memory.refuse(refusal("NO_REPLY")),
    close: async () => {},
  };
}

const times = {
  createdAt: "2026-11-21T12:00:00.000Z",
  replyDueAt: "2026-12-08T00:00:00.000Z",
};
const file = { slot: "audio:track-1", contentType: "audio/wav", kind: "track" } as const;
let serial = 0;

function createSubmission(form: object = {}): BoardSubmission {
  serial += 1;
  const id = `S${serial}`;
  const sound = { ...file, uploadId: `${id}-u`, key: `${id}/u`, fileName: "one.wav", size: 4 };
  return {
    ...times,
    id,
    reference: `MHG-${id}`,
    status: "pending",
    form: v.parse(releaseFormSchema, {
      artistName: "Ada",
      firstName: "Ada",
      email: "ada@example.com",
      country: "Ireland",
      city: "Cork",
      releaseTitle: "Engine",
      tracks: [
        { title: "One", uploadId: sound.uploadId, metadata: { soloWork: true, songwriters: [] } },
      ],
      ...form,
    }),
    files: [sound],
  };
}
const createEntry = () => {
  serial += 1;
  const artistData = v.parse(artistDataSchema, { artistName: "Ida", email: "ida@example.com" });
  return { ...times, id: `W${serial}`, reference: `MHG-W${serial}`, artistData };
};

/** The product's memory of items, in which `known` have one. */
function itemMemory(known: Record<string, string> = {}) {
  const ids = new Map(Object.entries(known));
  return {
    ids,
    storedItem: async (id: string) => ids.get(id),
    storeItem: async (id: string, itemId: string) => !ids.has(id) && Boolean(ids.set(id, itemId)),
  };
}
const links = { files: new Map<string, string>(), clips: [] };
const openSound = async () => new Response("RIFF").body ?? undefined;
const renew = async () => {};

describe.each([
  ["monday.com", mondayWorld],
  ["memory", memoryWorld],
])("the board of %s", async (_, createWorld) => {
  const world = await createWorld();
  beforeEach(() => world.reset());
  afterAll(() => world.close());

  const put = (submission: BoardSubmission, items = itemMemory(), open = openSound) =>
    world.board.putSubmission(submission, links, { items, open, renew });
  const putNew = async (form: object = {}) => (await put(createSubmission(form))).itemId;

  test("a submission has one item with its files, however often it is put", async () => {
    const [submission, items] = [createSubmission(), itemMemory()];
    const first = await put(submission, items);
    expect(first).toEqual({
      itemId: items.ids.get(submission.id),
      origin: "created",
      finished: true,
    });
    const again = await put(submission, items);
    expect(again).toEqual({ ...first, origin: "known" });
    expect(await world.itemCount()).toBe(1);
    expect(await world.fileSizes(first.itemId)).toEqual([4]);
  });

  test("while links are to come there is an item, and the rest comes with them", async () => {
    const [submission, items] = [createSubmission(), itemMemory()];
    const put = (areComing: boolean) =>
      world.board.putSubmission(
        submission,
        { ...links, areComing },
        { items, open: openSound, renew },
      );
    const first = await put(true);
    expect(first).toMatchObject({ origin: "created", finished: false });
    expect(await put(true)).toEqual({ ...first, origin: "known" });
    expect(await world.fileSizes(first.itemId)).toEqual([]);
    expect(await world.board.readArtist(first.itemId, 1_000)).toMatchObject({
      artist: { artistName: "Ada", city: "Cork" },
    });
    expect(await put(false)).toEqual({ ...first, origin: "known", finished: true });
    expect(await world.fileSizes(first.itemId)).toEqual([4]);
    expect(await world.itemCount()).toBe(1);
  });

  test("an item whose id was lost is found again", async () => {
    const submission = createSubmission();
    const lost = { ...itemMemory(), storeItem: () => Promise.reject(new Error("Gone.")) };
    await expect(put(submission, lost)).rejects.toThrow("Gone.");
    world.later(3_600);
    expect(await put(submission)).toMatchObject({ origin: "found", finished: true });
    expect(await world.itemCount()).toBe(1);
  });

  test("of two that put a submission at once both have the item that was stored first", async () => {
    const submission = createSubmission();
    const { itemId } = await put(submission);
    const items = itemMemory();
    const beaten = {
      ...items,
      storeItem: async (id: string) => !items.ids.set(id, itemId),
    };
    expect(await put(submission, beaten)).toMatchObject({ itemId, origin: "known" });
  });

  test("an item that the submission brings takes its answers and its status", async () => {
    const { itemId } = await world.board.putEntry(createEntry(), itemMemory());
    await world.label(itemId, "In progress");
    const submission = createSubmission();
    const items = itemMemory({ [submission.id]: itemId });
    expect(await put(submission, items)).toMatchObject({ itemId, origin: "known" });
    expect(await world.board.readArtist(itemId, 1_000)).toMatchObject({
      name: "Ida - Waiting list",
      artist: { artistName: "Ada", email: "ada@example.com", country: "Ireland", city: "Cork" },
    });
    expect(await world.board.statuses([itemId])).toMatchObject([{ status: "pending" }]);
  });

  test("changed answers reach the item, and the status that staff have set stays", async () => {
    const [submission, items] = [createSubmission(), itemMemory()];
    const { itemId } = await put(submission, items);
    await world.label(itemId, "Approved");
    await put({ ...submission, form: { ...submission.form, city: "Oslo" } }, items);
    expect(await world.board.readArtist(itemId, 1_000)).toMatchObject({ artist: { city: "Oslo" } });
    expect(await world.board.statuses([itemId])).toMatchObject([{ status: "approved" }]);
  });

  test("a missing file is a refusal for good, after everything else is there", async () => {
    const submission = createSubmission();
    const items = itemMemory();
    const refusal = await put(submission, items, async () => undefined).catch(
      (error: unknown) => error,
    );
    expect(refusal).toMatchObject({
      name: "BoardError",
      code: "FILE_MISSING",
      permanent: true,
      message: expect.stringContaining("one.wav"),
      advice: expect.stringContaining("not in storage"),
    });
    expect(await world.itemCount()).toBe(1);
    expect(await put(submission, items)).toMatchObject({ origin: "known", finished: true });
  });

  test("an entry of the waiting list has one item, however often it is put", async () => {
    const [entry, items] = [createEntry(), itemMemory()];
    const { itemId } = await world.board.putEntry(entry, items);
    expect(await world.board.putEntry(entry, items)).toEqual({ itemId, origin: "known" });
    expect(await world.itemCount()).toBe(1);
    expect(await world.board.readArtist(itemId, 1_000)).toMatchObject({
      name: "Ida - Waiting list",
      artist: { email: "ida@example.com" },
    });
  });

  test("statuses are read with reason and time, without unknown ones and items that are gone", async () => {
    const ids = [await putNew(), await putNew(), await putNew()];
    const [first = "", second = "", third = ""] = ids;
    world.later(60);
    await world.label(first, "REJECTED", "Too loud.");
    await world.label(second, "On hold");
    expect(await world.board.statuses([...ids, "4711"])).toMatchObject([
      { itemId: first, status: "rejected", reason: "Too loud.", changedAt: world.now() },
      { itemId: third, status: "pending" },
    ]);
    expect(await world.board.statuses([])).toEqual([]);
  });

  test("changes are what has changed since the answer before, new items among it", async () => {
    const start = world.now();
    expect(await world.board.changes(start)).toEqual({ statuses: [], until: start });
    const first = await putNew();
    world.later(3_600);
    const second = await putNew();
    const all = await world.board.changes(start);
    expect(all.statuses).toMatchObject([{ itemId: first }, { itemId: second, status: "pending" }]);
    expect(all.until).toEqual(world.now());
    world.later(3_600);
    await world.label(first, "Rejected", "Too loud.");
    const news = await world.board.changes(all.until);
    expect(news.statuses.at(-1)).toMatchObject({
      ...{ itemId: first, status: "rejected", reason: "Too loud." },
      ...{ changedAt: world.now(), updatedAt: world.now() },
    });
    expect(news.until).toEqual(world.now());
    world.later(3_600);
    const later = await world.board.changes(news.until);
    expect(later.statuses.map(({ itemId }) => itemId)).toEqual([first]);
    expect(later.until).toEqual(news.until);
  });

  test("a change in the very second of the last answer is told by the next one", async () => {
    const itemId = await putNew();
    const { until } = await world.board.changes(world.now());
    await world.label(itemId, "Approved");
    expect((await world.board.changes(until)).statuses).toMatchObject([
      { itemId, status: "approved" },
    ]);
  });

  test("changes leave out unknown statuses and removed items, and count the former as read", async () => {
    const [first, second, third] = [await putNew(), await putNew(), await putNew()];
    world.later(3_600);
    const { until } = await world.board.changes(world.now());
    await world.label(first, "Approved");
    await world.label(second, "On hold");
    await world.board.remove([third]);
    const news = await world.board.changes(until);
    expect(news.statuses.map(({ itemId }) => itemId)).toEqual([first]);
    expect(news.until).toEqual(world.now());
  });

  test("any number of changes is told, none twice, the oldest first", async () => {
    const start = world.now();
    const ids: string[] = [];
    for (let n = 0; n < 105; n++) {
      world.later(1);
      ids.push((await world.board.putEntry(createEntry(), itemMemory())).itemId);
    }
    const { statuses, until } = await world.board.changes(start);
    expect(statuses.map(({ itemId }) => itemId)).toEqual(ids);
    expect(until).toEqual(world.now());
  });

  test("a status is set with its reason, and one without a reason clears the old one", async () => {
    const itemId = await putNew();
    await world.board.setStatus(itemId, { status: "rejected", reason: "Too loud." });
    expect(await world.board.statuses([itemId])).toMatchObject([
      { status: "rejected", reason: "Too loud." },
    ]);
    await world.board.setStatus(itemId, { status: "in progress" });
    expect(await world.board.statuses([itemId])).toMatchObject([
      { status: "in progress", reason: undefined },
    ]);
  });

  test("an item has one comment of each signature, the latest", async () => {
    const itemId = await putNew();
    const ownCount = (await world.comments(itemId)).length;
    const comment = (signature: string, line: string): BoardComment => ({
      signature,
      lines: [line],
      link: { url: "https://submit.example.com/staff", label: "Settle it" },
      key: line,
    });
    for (const line of ["First.", "Second.", "Second."])
      await world.board.comment(itemId, comment("Refused, live", line));
    await world.board.comment(itemId, comment("Refused, rejected", "Third."));
    const comments = (await world.comments(itemId)).join("\n");
    expect(await world.comments(itemId)).toHaveLength(ownCount + 2);
    for (const text of ["Second.", "Third.", "Settle it", "https://submit.example.com/staff"])
      expect(comments).toContain(text);
    expect(comments).not.toContain("First.");
  });

  test("an item that the board does not have has no artist", async () => {
    expect(await world.board.readArtist("4711", 1_000)).toBeUndefined();
  });

  test("removed items are gone, and those that were gone before count as removed", async () => {
    const [first, second] = [await putNew(), await putNew()];
    expect(await world.board.remove([first, "4711"])).toEqual(new Map());
    expect(await world.board.remove([first])).toEqual(new Map());
    expect(await world.itemCount()).toBe(1);
    expect(await world.board.statuses([first, second])).toMatchObject([{ itemId: second }]);
  });

  test("an item that staff have deleted is a refusal for good, and none is created for it", async () => {
    const [submission, items] = [createSubmission(), itemMemory()];
    const { itemId } = await put(submission, items);
    await world.board.remove([itemId]);
    const changed = { ...submission, form: { ...submission.form, city: "Oslo" } };
    await expect(put(changed, items)).rejects.toMatchObject({
      permanent: true,
      advice: expect.stringContaining("no longer on the board"),
    });
    expect(await world.itemCount()).toBe(0);
  });

  test("while the board takes no more calls every call says when to come back", async () => {
    const itemId = await putNew();
    await world.limits();
    const limited = { permanent: false, retryAfterSeconds: expect.any(Number) };
    await expect(put(createSubmission())).rejects.toMatchObject(limited);
    await expect(world.board.setStatus(itemId, { status: "live" })).rejects.toMatchObject(limited);
    await expect(world.board.statuses([itemId])).rejects.toMatchObject(limited);
    await expect(world.board.changes(world.now())).rejects.toMatchObject(limited);
    expect((await world.board.remove([itemId])).get(itemId)).toMatchObject(limited);
    expect(await world.itemCount()).toBe(1);
  });

  test("while the board is silent calls are to be repeated, and its check says so", async () => {
    const itemId = await putNew();
    await world.falls();
    const silent = { name: "BoardError", code: "NO_REPLY", permanent: false };
    await expect(world.board.statuses([itemId])).rejects.toMatchObject(silent);
    await expect(world.board.changes(world.now())).rejects.toMatchObject(silent);
    await expect(world.board.readArtist(itemId, 1_000)).rejects.toMatchObject(silent);
    await expect(put(createSubmission())).rejects.toMatchObject(silent);
    expect(await world.board.check().catch(isProbeError)).toBe(true);
  });
});
