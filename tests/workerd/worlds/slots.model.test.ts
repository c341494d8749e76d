import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { drafts } from "~/domain/submission/submission-tables.server";
import { completeUpload } from "~/domain/uploads/receiving/complete-upload.server";
import { slotViewOf } from "~/domain/uploads/receiving/file-views.server";
import { recordPart } from "~/domain/uploads/receiving/part-store.server";
import { setSlot } from "~/domain/uploads/receiving/remove-upload.server";
import { resumeSameFile } from "~/domain/uploads/receiving/resume-same-file.server";
import { areSlotsUnchangedSql, slotStates } from "~/domain/uploads/receiving/slot-store.server";
import { startUpload } from "~/domain/uploads/receiving/start-upload.server";
import {
  areChoicesStoredSql,
  areFilesInSlotsSql,
} from "~/domain/uploads/receiving/submitted-files.server";

import { findByChoice } from "~/domain/uploads/receiving/upload-store.server";
import { browserOfChoice, type Upload } from "~/domain/uploads/upload";
import { randomIds } from "~/platform/ids";
import { deepRuns } from "../../support/deep-runs";
import { COVER, coverBytes } from "../../support/drafts";
import { openForFile } from "../../support/open-for-file";
import { createRaceFixture } from "../../support/race-fixture";

/*
 * Two browsers and one slot, in any order of what they do. A model says what the slot must hold:
 * - the last choice that was seen wins, and nothing is replaced unseen: a choice counts only upon the
 *   version that its browser was shown, or upon an earlier one of its own, answered or not;
 * - a call that was held up on its way takes nothing back that the same browser has chosen since;
 * - removed stays removed;
 * - the stored file stays until the new one is whole;
 * - a record holds exactly what was shown.
 */

const fixture = await openForFile(createRaceFixture);
const SLOT = COVER.slot;
const clock = () => new Date();

interface Model {
  version: number;
  /** The last choice; none after a removal. */
  choice: string | undefined;
  /** The name of what made the version. */
  versionChoice: string;
  /** The choice whose file lies in the slot. */
  stored: string | undefined;
  /** Choices whose file is on its way. */
  open: Set<string>;
  browsers: Browser[];
}

interface Choice {
  name: string;
  /** The version that its browser was shown. */
  seen: number;
}

interface Browser {
  name: string;
  /** The version that it was shown. */
  seen: number;
  /** The files that it has chosen, in order. */
  choices: Choice[];
  /** Counts all that it has chosen, removals too. */
  count: number;
}

interface Real {
  draftId: string;
}

const place = ({ draftId }: Real) => ({ draftId, slot: SLOT });
const browserOf = (model: Model, index: number) => {
  const found = model.browsers[index];
  if (!found) throw new Error("There are two browsers.");
  return found;
};
/** Names what a browser chooses now. */
function nameChoice(browser: Browser): Choice {
  browser.count += 1;
  const number = String(browser.count).padStart(4, "0");
  return { name: `${browser.name}-${number}`, seen: browser.seen };
}
const isSeen = ({ version, versionChoice }: Model, { name, seen }: Choice) =>
  seen === version || (versionChoice.startsWith(browserOfChoice(name)) && versionChoice <= name);

/** Announces a choice as a page does. @returns whether it was taken. */
async function announce(real: Real, { name: choice, seen: version }: Choice): Promise<boolean> {
  const file = {
    ...place(real),
    ...{ kind: "artwork" as const, size: coverBytes.length, fileName: "cover.jpg", choice },
    seen: { version },
  };
  if (await resumeSameFile(fixture.deps.db, file, clock())) return true;
  const result = await startUpload(
    fixture.deps,
    { ...file, artistName: "Ada", contentType: "image/jpeg" },
    clock,
    randomIds,
  );
  return result.ok;
}

/** Announces a choice, and expects of it what the model says. */
async function expectAnnounced(model: Model, real: Real, choice: Choice): Promise<boolean> {
  const isTaken = isSeen(model, choice);
  expect(await announce(real, choice)).toBe(isTaken);
  if (!isTaken) return false;
  if (model.choice !== choice.name) {
    model.version += 1;
    model.choice = choice.name;
    model.versionChoice = choice.name;
  }
  if (model.stored !== choice.name) model.open.add(choice.name);
  return true;
}

async function expectSlot(model: Model, real: Real): Promise<void> {
  const { version, file } = await slotViewOf(fixture.deps.db, real.draftId, SLOT);
  const [state] = await slotStates(fixture.deps.db, real.draftId);
  expect(version).toBe(model.version);
  expect(state?.choice ?? undefined).toBe(model.choice);
  const stored = file?.state === "complete" && file.uploadId === state?.uploadId;
  expect(stored).toBe(model.stored !== undefined);
  const isComing = model.choice !== undefined && model.choice !== model.stored;
  const coming = file?.coming !== undefined || file?.state === "open";
  expect(coming).toBe(isComing && model.open.has(model.choice ?? ""));
}

class Choose implements fc.AsyncCommand<Model, Real> {
  constructor(
    readonly index: number,
    /** `unsent`: the call is held up; see {@link Late}. */
    readonly fate: "answered" | "lost" | "unsent",
  ) {}
  check = () => true;
  async run(model: Model, real: Real) {
    const browser = browserOf(model, this.index);
    const choice = nameChoice(browser);
    browser.choices.push(choice);
    if (this.fate === "unsent") return;
    const isTaken = await expectAnnounced(model, real, choice);
    if (isTaken && this.fate === "answered") browser.seen = model.version;
    await expectSlot(model, real);
  }
  toString = () => `choose(${this.index}, ${this.fate})`;
}

/**
 * An announcement arrives, once more or for the first time: of the last choice as after a reload with what
 * the browser remembers, of an earlier one since it was held up on its way.
 */
class Late implements fc.AsyncCommand<Model, Real> {
  constructor(
    readonly index: number,
    readonly back: number,
  ) {}
  check = (model: Model) => browserOf(model, this.index).choices.length > this.back;
  async run(model: Model, real: Real) {
    const browser = browserOf(model, this.index);
    const choice = browser.choices.at(-1 - this.back);
    if (!choice) throw new Error("It has not chosen so often");
    const isTaken = await expectAnnounced(model, real, choice);
    if (isTaken && this.back === 0) browser.seen = model.version;
    await expectSlot(model, real);
  }
  toString = () => `late(${this.index}, ${this.back})`;
}

const lastChoice = (model: Model, index: number) =>
  browserOf(model, index).choices.at(-1)?.name ?? "";

async function findOpenUpload(model: Model, real: Real, index: number) {
  const choice = lastChoice(model, index);
  const upload = await findByChoice(fixture.deps.db, { ...place(real), choice });
  if (upload?.state !== "open") throw new Error("Its upload is gone");
  return { choice, upload };
}

/** Has the bytes of a browser's file stored; the same bytes may come again. */
async function storeBytes(upload: Upload, bytes = coverBytes): Promise<void> {
  const { carrier, db } = fixture.deps;
  const { key, multipartId } = upload;
  const etag = await carrier.putPart(key, multipartId, 1, bytes, bytes.length);
  await recordPart(db, upload, { number: 1, etag, size: bytes.length }, clock());
}

/** Bytes of a file arrive, and its connection is cut before it is finished. */
class Cut implements fc.AsyncCommand<Model, Real> {
  constructor(readonly index: number) {}
  check = (model: Model) => model.open.has(lastChoice(model, this.index));
  async run(model: Model, real: Real) {
    const { upload } = await findOpenUpload(model, real, this.index);
    await storeBytes(upload);
    await expectSlot(model, real);
  }
  toString = () => `cut(${this.index})`;
}

class Arrive implements fc.AsyncCommand<Model, Real> {
  constructor(readonly index: number) {}
  check = (model: Model) => model.open.has(lastChoice(model, this.index));
  async run(model: Model, real: Real) {
    const { choice, upload } = await findOpenUpload(model, real, this.index);
    await storeBytes(upload);
    const result = await completeUpload(fixture.deps, upload, clock);
    const isLast = model.choice === choice;
    expect(result).toMatchObject({ ok: true, isFilled: isLast });
    model.open.delete(choice);
    if (isLast) {
      model.stored = choice;
      // Whatever else was on its way to the slot has made room.
      model.open.clear();
    }
    await expectSlot(model, real);
  }
  toString = () => `arrive(${this.index})`;
}

/** The content of a file is wrong: its slot has what it had before. */
class Refuse implements fc.AsyncCommand<Model, Real> {
  constructor(readonly index: number) {}
  check = (model: Model) => model.open.has(lastChoice(model, this.index));
  async run(model: Model, real: Real) {
    const { choice, upload } = await findOpenUpload(model, real, this.index);
    await storeBytes(upload, new Uint8Array(coverBytes.length));
    expect(await completeUpload(fixture.deps, upload, clock)).toMatchObject({ ok: false });
    model.open.delete(choice);
    if (model.choice === choice) model.choice = model.stored;
    await expectSlot(model, real);
  }
  toString = () => `refuse(${this.index})`;
}

class Empty implements fc.AsyncCommand<Model, Real> {
  constructor(readonly index: number) {}
  check = () => true;
  async run(model: Model, real: Real) {
    const choice = nameChoice(browserOf(model, this.index));
    const isEmpty = model.choice === undefined && model.version > 0;
    const isTaken = isSeen(model, choice) || isEmpty;
    const seen = { version: choice.seen, choice: choice.name };
    const change = { ...place(real), uploadId: null, seen };
    expect(await setSlot(fixture.deps, change, clock)).toBe(isTaken);
    if (isTaken) {
      if (!isEmpty) model.version += 1;
      if (!isEmpty) model.versionChoice = choice.name;
      model.choice = undefined;
      model.stored = undefined;
      model.open.clear();
    }
    await expectSlot(model, real);
  }
  toString = () => `empty(${this.index})`;
}

/** Keeps the stored file instead of the one on its way. */
class Keep implements fc.AsyncCommand<Model, Real> {
  constructor(readonly index: number) {}
  check = (model: Model) => model.stored !== undefined;
  async run(model: Model, real: Real) {
    const choice = nameChoice(browserOf(model, this.index));
    const [state] = await slotStates(fixture.deps.db, real.draftId);
    const isSo = model.choice === model.stored;
    const isTaken = isSeen(model, choice) || isSo;
    const seen = { version: choice.seen, choice: choice.name };
    const change = { ...place(real), uploadId: state?.uploadId ?? null, seen };
    expect(await setSlot(fixture.deps, change, clock)).toBe(isTaken);
    if (isTaken) {
      if (!isSo) {
        model.version += 1;
        model.versionChoice = choice.name;
      }
      model.choice = model.stored;
      model.open.clear();
    }
    await expectSlot(model, real);
  }
  toString = () => `keep(${this.index})`;
}

class Reload implements fc.AsyncCommand<Model, Real> {
  constructor(readonly index: number) {}
  check = () => true;
  async run(model: Model) {
    browserOf(model, this.index).seen = model.version;
  }
  toString = () => `reload(${this.index})`;
}

/** Whether a submission of what a device was shown would be recorded. */
class Submit implements fc.AsyncCommand<Model, Real> {
  constructor(readonly index: number) {}
  check = () => true;
  async run(model: Model, real: Real) {
    const { seen } = browserOf(model, this.index);
    const states = await slotStates(fixture.deps.db, real.draftId);
    const shown = states.map((state) => ({ ...state, version: seen }));
    const files = states.flatMap(({ uploadId }) => uploadId ?? []);
    const row = await fixture.deps.db.get<{ passes: number }>(sql`SELECT
      (${areSlotsUnchangedSql(real.draftId, shown)}) AND ${areFilesInSlotsSql(real.draftId, files)}
      AND ${areChoicesStoredSql(real.draftId, [SLOT])} AS "passes"`);
    const waits = model.choice !== model.stored && model.open.has(model.choice ?? "");
    const isShown = states.length === 0 || seen === model.version;
    expect(row?.passes === 1).toBe(isShown && !waits);
  }
  toString = () => `submit(${this.index})`;
}

const index = fc.integer({ min: 0, max: 1 });
const fate = fc.constantFrom("answered" as const, "lost" as const, "unsent" as const);
const commands = fc.commands(
  [
    fc.tuple(index, fate).map((values) => new Choose(...values)),
    fc.tuple(index, fc.integer({ min: 0, max: 2 })).map((values) => new Late(...values)),
    index.map((one) => new Cut(one)),
    index.map((one) => new Arrive(one)),
    index.map((one) => new Refuse(one)),
    index.map((one) => new Empty(one)),
    index.map((one) => new Keep(one)),
    index.map((one) => new Reload(one)),
    index.map((one) => new Submit(one)),
  ],
  { maxCommands: 14 },
);

test("two browsers never replace each other's file unseen, in any order of what they do", async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (list) => {
      const draftId = randomIds.next(clock());
      const timestamp = clock().toISOString();
      await fixture.deps.db.insert(drafts).values({
        ...{ id: draftId, keyHash: draftId, answers: "{}", completedSteps: "[]" },
        ...{ createdAt: timestamp, updatedAt: timestamp, expiresAt: timestamp },
      });
      const setup = () => ({
        model: {
          ...{ version: 0, choice: undefined, versionChoice: "", stored: undefined },
          open: new Set<string>(),
          browsers: ["one", "two"].map((name) => ({ name, seen: 0, choices: [], count: 0 })),
        },
        real: { draftId },
      });
      await fc.asyncModelRun(setup, list);
    }),
    { numRuns: deepRuns(100, 2_000), seed: 38 },
  );
});
