import fc from "fast-check";
import { expect, test } from "vitest";
import { drafts } from "~/domain/submission/submission-tables.server";
import { completeUpload } from "~/domain/uploads/receiving/complete-upload.server";
import { filesOfDraft, slotViewOf } from "~/domain/uploads/receiving/file-views.server";
import { recordPart } from "~/domain/uploads/receiving/part-store.server";
import { setSlot } from "~/domain/uploads/receiving/remove-upload.server";
import { resumeSameFile } from "~/domain/uploads/receiving/resume-same-file.server";
import { lastChangeBy, slotStates } from "~/domain/uploads/receiving/slot-store.server";
import { startUpload } from "~/domain/uploads/receiving/start-upload.server";
import { findUpload } from "~/domain/uploads/receiving/upload-store.server";
import {
  type ChangeRecord,
  type FileRecord,
  isFileRecord,
  SlotCalls,
  type SlotChangeResult,
  type SlotRecord,
  SlotRecords,
} from "~/domain/uploads/sending/slot-records.client";
import type { UploadEngine } from "~/domain/uploads/sending/upload-engine.client";
import { UploadQueue } from "~/domain/uploads/sending/upload-queue.client";
import type { Entry } from "~/domain/uploads/sending/upload-table.client";
import { conflictState, type SlotConflict } from "~/domain/uploads/slot-conflict";
import { browserOfChoice } from "~/domain/uploads/upload";
import { randomIds } from "~/platform/ids";
import { deepRuns } from "../../support/deep-runs";
import { COVER, coverBytes } from "../../support/drafts";
import { openForFile } from "../../support/open-for-file";
import { createRaceFixture } from "../../support/race-fixture";

/*
 * The pages' own queue and records against the real slots: two browsers, one of them with two tabs. Calls
 * arrive in any order, late or never, answers are lost, pages are reloaded at any point.
 * - Nobody is asked about two versions unless another browser has changed the slot unseen.
 * - No choice replaces unseen what another browser has made of the slot.
 * - What a person chose last in one browser is what its slot holds in the end.
 */

const fixture = await openForFile(createRaceFixture);
const { db } = fixture.deps;
const SLOT = COVER.slot;
const clock = () => new Date();
/** Above it a file's hash is not known when it is chosen. */
const SMALL_BYTES = 5 * 1024 * 1024;

type Announced = { version: number; uploadId: string } | { conflict: SlotConflict };

/** The server, and who has made which version of the slot. */
class Site {
  private readonly makers: string[] = [];

  constructor(readonly draftId: string) {}

  private get place() {
    return { draftId: this.draftId, slot: SLOT };
  }

  /** Notes what was made of the slot since, and that its maker has replaced nobody's choice unseen. */
  private async noteChange(choice: string, seen: number): Promise<number> {
    const { version } = await slotViewOf(db, this.draftId, SLOT);
    const browser = browserOfChoice(choice);
    if (version > this.makers.length) {
      const unseen = this.makers.slice(seen);
      expect(unseen.filter((maker) => maker !== browser)).toEqual([]);
      this.makers.push(browser);
    }
    return version;
  }

  /** Whether another browser has changed the slot since it had a version. */
  isChangedByOther(browser: string, since: number): boolean {
    return this.makers.slice(since).some((maker) => maker !== browser);
  }

  private async conflict(choice: string): Promise<{ conflict: SlotConflict }> {
    const by = await lastChangeBy(db, this.place, choice);
    const view = await slotViewOf(db, this.draftId, SLOT);
    const reason = view.file && view.file.state !== "beside" ? "replaced" : "removed";
    return { conflict: { slot: SLOT, by, reason, ...view } };
  }

  async announce({ choice, version, size, fingerprint }: FileRecord): Promise<Announced> {
    const sha256 = size <= SMALL_BYTES ? fingerprint : undefined;
    const seen = { version };
    const file = {
      ...this.place,
      ...{ kind: "artwork" as const, size, fileName: `${choice}.jpg`, choice },
      ...{ fingerprint, sha256, seen },
    };
    const resumed = await resumeSameFile(db, file, clock());
    const result = resumed
      ? { ok: true as const, upload: resumed.upload }
      : await startUpload(
          fixture.deps,
          { ...file, artistName: "Ada", contentType: "image/jpeg" },
          clock,
          randomIds,
        );
    if (!result.ok) return this.conflict(choice);
    return { version: await this.noteChange(choice, version), uploadId: result.upload.id };
  }

  async change({ choice, version, keeps }: ChangeRecord): Promise<SlotChangeResult> {
    const change = { ...this.place, uploadId: keeps, seen: { version, choice } };
    if (!(await setSlot(fixture.deps, change, clock))) return this.conflict(choice);
    return { version: await this.noteChange(choice, version) };
  }

  /** The bytes of an upload arrive. @returns whether its file is the slot's. */
  async arrive(uploadId: string): Promise<boolean | undefined> {
    const upload = await findUpload(db, uploadId);
    if (upload?.state !== "open") return undefined;
    const { carrier } = fixture.deps;
    const bytes = new Uint8Array(upload.size);
    bytes.set(coverBytes);
    const etag = await carrier.putPart(upload.key, upload.multipartId, 1, bytes, bytes.length);
    await recordPart(db, upload, { number: 1, etag, size: bytes.length }, clock());
    const result = await completeUpload(fixture.deps, upload, clock);
    return result.ok ? result.isFilled : undefined;
  }

  load = () => filesOfDraft(db, this.draftId);

  async holds(): Promise<string | null | undefined> {
    const [state] = await slotStates(db, this.draftId);
    return state?.choice;
  }
}

/** Calls on their way: they arrive when they are told to, whether their page is still there or not. */
class Network {
  private calls: { run: () => Promise<unknown>; answer: (answer: unknown) => void }[] = [];

  send<T>(page: { isOpen: boolean }, run: () => Promise<T>): Promise<T | undefined> {
    return new Promise((resolve) => {
      // A page that is gone hears no answer.
      const answer = (value: unknown) => void (page.isOpen && resolve(value as T | undefined));
      this.calls.push({ run, answer });
    });
  }

  async deliver(index: number, isHeard: boolean): Promise<void> {
    const [call] = this.calls.splice(index % Math.max(1, this.calls.length), 1);
    if (!call) return;
    const answer = await call.run();
    call.answer(isHeard ? answer : undefined);
    await settle();
  }

  /** A call is lost before it arrives. */
  async lose(index: number): Promise<void> {
    const [call] = this.calls.splice(index % Math.max(1, this.calls.length), 1);
    call?.answer(undefined);
    await settle();
  }

  async deliverAll(): Promise<void> {
    for (let rounds = 0; this.calls.length > 0 && rounds < 100; rounds++)
      await this.deliver(0, true);
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Announces files as the engine does, and sends none. */
class TestEngine {
  constructor(
    private readonly tab: Tab,
    private readonly queue: UploadQueue,
  ) {}

  start(entry: Entry, { draftId, version }: { draftId: string; version: number }): void {
    const { choice, state, file } = entry;
    if (choice === undefined || !file) return;
    const fingerprint = choice
      .replaceAll(/[^0-9a-f]/g, "")
      .padEnd(64, "0")
      .slice(0, 64);
    const record: FileRecord = {
      ...{ draftId, slot: SLOT, choice, version, at: Date.now(), kind: "artwork" },
      ...{ fileName: state.fileName, type: "image/jpeg", size: state.size, fingerprint },
      ...{ copy: choice, unreported: [] },
    };
    this.queue.records.save(record);
    void this.announce(entry, record);
  }

  private async announce(entry: Entry, record: FileRecord): Promise<void> {
    const { queue, tab } = this;
    for (;;) {
      const answer = await tab.network.send(tab, () => tab.site.announce(record));
      if (queue.table.entryIn(SLOT) !== entry) return;
      if (!answer) continue;
      if ("conflict" in answer) {
        // The engine lets go of a file that this browser has replaced itself.
        if (queue.records.has(record))
          queue.table.update(entry, conflictState(answer.conflict, entry.state));
        else queue.table.delete(SLOT);
        return;
      }
      queue.table.noteVersion(SLOT, answer.version, true);
      queue.table.update(entry, { uploadId: answer.uploadId, phase: "sending" });
      return;
    }
  }

  restore(draftId: string): void {
    const record = this.queue.records.find({ draftId, slot: SLOT });
    if (!isFileRecord(record) || this.queue.table.entryIn(SLOT)) return;
    const { choice, fileName, size } = record;
    const blank = { slot: SLOT, kind: "artwork" as const, fileName, size, stored: 0, inFlight: 0 };
    const entry: Entry = {
      choice,
      file: new File([], fileName),
      state: { ...blank, phase: "sending" },
    };
    this.queue.table.set(entry);
    void this.announce(entry, record);
  }

  announceAgain(): void {
    const entry = this.queue.table.entryIn(SLOT);
    const record = this.queue.records.find({ draftId: this.tab.site.draftId, slot: SLOT });
    if (entry && isFileRecord(record) && record.choice === entry.choice)
      void this.announce(entry, record);
  }

  discard(_: string, record: SlotRecord | undefined): void {
    if (isFileRecord(record)) this.queue.records.delete(record);
  }

  stop(): void {}
  skipDelays(): void {}
  stopAll(): void {}
}

/** A page of a browser; a reload opens another one. */
class Tab {
  isOpen = true;
  readonly queue: UploadQueue;

  constructor(
    readonly site: Site,
    readonly network: Network,
    private readonly items: Map<string, string>,
  ) {
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, text: string) => void items.set(key, text),
      removeItem: (key: string) => void items.delete(key),
    };
    const records = new SlotRecords(() => storage, Date.now);
    const calls = new SlotCalls();
    calls.change = async (record) => {
      for (;;) {
        const answer = await network.send(this, async () => ({
          result: await site.change(record),
        }));
        if (answer) return answer.result;
      }
    };
    calls.cancel = async () => undefined;
    this.queue = new UploadQueue(
      records,
      calls,
      async () => new TestEngine(this, this.queue) as unknown as UploadEngine,
    );
  }

  get browser(): string {
    return browserOfChoice(this.queue.records.newChoice());
  }

  /** The page is loaded, or loaded anew. */
  async look(): Promise<void> {
    const { files, slotVersions } = await this.site.load();
    this.queue.restore(this.site.draftId, files, slotVersions);
    await settle();
  }

  async reload(): Promise<Tab> {
    this.isOpen = false;
    const next = new Tab(this.site, this.network, this.items);
    await next.look();
    return next;
  }

  async choose(isLarge: boolean): Promise<void> {
    const bytes = new Uint8Array(isLarge ? SMALL_BYTES + 1 : coverBytes.length);
    this.queue.choose(SLOT, "artwork", new File([bytes], "cover.jpg"));
    await settle();
  }

  /** The file of this tab arrives, and its answer is heard or not. */
  async arrive(isHeard: boolean): Promise<void> {
    const entry = this.queue.table.entryIn(SLOT);
    const uploadId = entry?.state.uploadId;
    if (!entry || !uploadId || entry.state.phase !== "sending") return;
    const isFilled = await this.site.arrive(uploadId);
    if (!isHeard || !isFilled) return;
    this.queue.table.update(entry, { phase: "stored" });
    const record = this.queue.records.find({ draftId: this.site.draftId, slot: SLOT });
    if (record && record.choice === entry.choice) this.queue.records.delete(record);
  }

  /** Whoever is asked about two versions has one from somebody else. */
  expectNoBogusQuestion(): void {
    const entry = this.queue.table.entryIn(SLOT);
    if (!entry?.state.conflict) return;
    const record = this.queue.records.find({ draftId: this.site.draftId, slot: SLOT });
    const since = record?.version ?? 0;
    expect(this.site.isChangedByOther(this.browser, since)).toBe(true);
  }
}

const KINDS = [
  ...(["choose", "choose-large", "remove", "keep", "reload", "look", "hear", "arrive"] as const),
  ...(["arrive-unheard", "deliver", "deliver-unheard", "lose"] as const),
];
type Step = [kind: (typeof KINDS)[number], tab: number, call: number];

async function openDraft(): Promise<Site> {
  const draftId = randomIds.next(clock());
  const timestamp = clock().toISOString();
  await db.insert(drafts).values({
    ...{ id: draftId, keyHash: draftId, answers: "{}", completedSteps: "[]" },
    ...{ createdAt: timestamp, updatedAt: timestamp, expiresAt: timestamp },
  });
  return new Site(draftId);
}

async function take([kind, index, call]: Step, tabs: Tab[], network: Network): Promise<void> {
  const tab = tabs[index % tabs.length];
  if (!tab) throw new Error("There are tabs.");
  const { queue, site } = tab;
  switch (kind) {
    case "choose":
    case "choose-large":
      return tab.choose(kind === "choose-large");
    case "remove":
      void queue.change(SLOT, null);
      return;
    case "keep": {
      const file = (await site.load()).files.find(({ state }) => state === "complete");
      if (file) void queue.change(SLOT, file.uploadId);
      return;
    }
    case "reload":
      tabs[tabs.indexOf(tab)] = await tab.reload();
      return;
    case "look":
      return tab.look();
    case "hear":
      queue.hearOtherTab();
      return;
    case "arrive":
    case "arrive-unheard":
      return tab.arrive(kind === "arrive");
    case "deliver":
    case "deliver-unheard":
      return network.deliver(call, kind === "deliver");
    case "lose":
      return network.lose(call);
  }
}

/** Takes steps in tabs of browsers. @returns the site, once all that was on its way has arrived. */
async function run(steps: Step[], browsers: Map<string, string>[]) {
  const site = await openDraft();
  const network = new Network();
  const tabs = browsers.map((items) => new Tab(site, network, items));
  for (const tab of tabs) await tab.look();
  for (const step of steps) {
    await take(step, tabs, network);
    await settle();
    for (const tab of tabs) tab.expectNoBogusQuestion();
  }
  for (let round = 0; round < 3; round++) {
    await network.deliverAll();
    for (const tab of tabs) {
      tab.queue.hearOtherTab();
      await tab.look();
    }
  }
  await network.deliverAll();
  for (const tab of tabs) tab.expectNoBogusQuestion();
  return { site, tabs };
}

const steps = fc.array(
  fc.tuple(fc.constantFrom(...KINDS), fc.nat({ max: 2 }), fc.nat({ max: 5 })),
  { maxLength: 16 },
) as fc.Arbitrary<Step[]>;

test("two browsers, one with two tabs: no bogus question, and nothing is replaced unseen", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const shared = new Map<string, string>();
      await run(list, [shared, shared, new Map()]);
    }),
    { numRuns: deepRuns(100, 2_000), seed: 48 },
  );
});

test("two tabs of one browser: nobody is asked, and what was chosen last is what its slot holds", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const shared = new Map<string, string>();
      const { site, tabs } = await run(list, [shared, shared]);
      for (const { queue } of tabs) expect(queue.table.stateIn(SLOT)?.conflict).toBeUndefined();
      const [record] = tabs[0]?.queue.records.all() ?? [];
      if (isFileRecord(record)) expect(await site.holds()).toBe(record.choice);
      else if (record?.keeps === null) expect(await site.holds()).toBeNull();
    }),
    { numRuns: deepRuns(100, 2_000), seed: 49 },
  );
});
