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
import type { Upload } from "~/domain/uploads/upload";
import { randomIds } from "~/platform/ids";
import { deepRuns } from "../../support/deep-runs";
import { COVER, coverBytes } from "../../support/drafts";
import { openForFile } from "../../support/open-for-file";
import { createRaceFixture } from "../../support/race-fixture";

/*
 * Two devices and one slot, in any order of what they do. A model says what the slot must hold:
 * - the last choice that was seen wins, and nothing is replaced unseen: a choice counts only upon the
 *   version that its device was shown, or upon its own, also where the answer to that was lost;
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
  /** The choice that made the version, also after its file was refused; none after a removal. */
  versionChoice: string | undefined;
  /** The choice whose file lies in the slot. */
  stored: string | undefined;
  /** Choices whose file is on its way. */
  open: Set<string>;
  devices: Device[];
}

interface Device {
  /** The version that it was shown. */
  seen: number;
  /** Its last choice. */
  own: string | undefined;
  /** Its choices without an answer: before the last one, and up to now. */
  unheardBefore: string[];
  unheard: string[];
}

interface Real {
  draftId: string;
}

const place = ({ draftId }: Real) => ({ draftId, slot: SLOT });
const deviceOf = (model: Model, device: number) => {
  const found = model.devices[device];
  if (!found) throw new Error("There are two devices.");
  return found;
};
const isSeen = (model: Model, device: number) => {
  const { seen, own, unheard } = deviceOf(model, device);
  return seen === model.version || isOneOf(model, [own, ...unheard]);
};
/** Whether one of a device's choices is the last one, or made the version. */
const isOneOf = ({ choice, versionChoice }: Model, own: (string | undefined)[]) =>
  own.some((one) => one !== undefined && (one === choice || one === versionChoice));
const definedIn = (choices: (string | undefined)[]) => choices.filter((one) => one !== undefined);

/** Announces a choice as a page does. @returns whether it was taken. */
async function announce(
  real: Real,
  choice: string,
  seen: { version: number; ownChoices: readonly string[] },
): Promise<boolean> {
  const file = {
    ...place(real),
    ...{ kind: "artwork" as const, size: coverBytes.length, fileName: "cover.jpg", choice },
    seen,
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

/** A device hears the answer to its last choice. */
function hear(model: Model, device: Device) {
  device.seen = model.version;
  device.unheard = [];
}

class Choose implements fc.AsyncCommand<Model, Real> {
  constructor(
    readonly device: number,
    readonly choice: string,
    readonly isAnswerLost: boolean,
  ) {}
  check = () => true;
  async run(model: Model, real: Real) {
    const device = deviceOf(model, this.device);
    const isTaken = device.seen === model.version || isOneOf(model, device.unheard);
    const seen = { version: device.seen, ownChoices: device.unheard };
    expect(await announce(real, this.choice, seen)).toBe(isTaken);
    device.own = this.choice;
    device.unheardBefore = device.unheard;
    device.unheard = [...device.unheard, this.choice];
    if (isTaken) {
      model.version += 1;
      model.choice = this.choice;
      model.versionChoice = this.choice;
      model.open.add(this.choice);
      if (!this.isAnswerLost) hear(model, device);
    }
    await expectSlot(model, real);
  }
  toString = () => `choose(${this.device}, ${this.choice}${this.isAnswerLost ? ", lost" : ""})`;
}

/** Its announcement once more, as after a lost answer or a reload with what the browser remembers. */
class Repeat implements fc.AsyncCommand<Model, Real> {
  constructor(readonly device: number) {}
  check = (model: Model) => deviceOf(model, this.device).own !== undefined;
  async run(model: Model, real: Real) {
    const device = deviceOf(model, this.device);
    const own = device.own ?? "";
    const ownChoices = device.unheardBefore;
    const isTaken = device.seen === model.version || isOneOf(model, [...ownChoices, own]);
    expect(await announce(real, own, { version: device.seen, ownChoices })).toBe(isTaken);
    if (isTaken) {
      if (model.choice !== own) {
        model.version += 1;
        model.choice = own;
        model.versionChoice = own;
      }
      if (model.stored !== own) model.open.add(own);
      hear(model, device);
    }
    await expectSlot(model, real);
  }
  toString = () => `repeat(${this.device})`;
}

async function findOpenUpload(model: Model, real: Real, device: number) {
  const choice = deviceOf(model, device).own ?? "";
  const upload = await findByChoice(fixture.deps.db, { ...place(real), choice });
  if (upload?.state !== "open") throw new Error("Its upload is gone");
  return { choice, upload };
}

/** Has the bytes of a device's file stored; the same bytes may come again. */
async function storeBytes(upload: Upload, bytes = coverBytes): Promise<void> {
  const { carrier, db } = fixture.deps;
  const { key, multipartId } = upload;
  const etag = await carrier.putPart(key, multipartId, 1, bytes, bytes.length);
  await recordPart(db, upload, { number: 1, etag, size: bytes.length }, clock());
}

/** Bytes of a file arrive, and its connection is cut before it is finished. */
class Cut implements fc.AsyncCommand<Model, Real> {
  constructor(readonly device: number) {}
  check = (model: Model) => model.open.has(deviceOf(model, this.device).own ?? "");
  async run(model: Model, real: Real) {
    const { upload } = await findOpenUpload(model, real, this.device);
    await storeBytes(upload);
    await expectSlot(model, real);
  }
  toString = () => `cut(${this.device})`;
}

class Arrive implements fc.AsyncCommand<Model, Real> {
  constructor(readonly device: number) {}
  check = (model: Model) => model.open.has(deviceOf(model, this.device).own ?? "");
  async run(model: Model, real: Real) {
    const { choice, upload } = await findOpenUpload(model, real, this.device);
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
  toString = () => `arrive(${this.device})`;
}

/** The content of a file is wrong: its slot has what it had before. */
class Refuse implements fc.AsyncCommand<Model, Real> {
  constructor(readonly device: number) {}
  check = (model: Model) => model.open.has(deviceOf(model, this.device).own ?? "");
  async run(model: Model, real: Real) {
    const { choice, upload } = await findOpenUpload(model, real, this.device);
    await storeBytes(upload, new Uint8Array(coverBytes.length));
    expect(await completeUpload(fixture.deps, upload, clock)).toMatchObject({ ok: false });
    model.open.delete(choice);
    if (model.choice === choice) model.choice = model.stored;
    await expectSlot(model, real);
  }
  toString = () => `refuse(${this.device})`;
}

class Empty implements fc.AsyncCommand<Model, Real> {
  constructor(readonly device: number) {}
  check = () => true;
  async run(model: Model, real: Real) {
    const device = deviceOf(model, this.device);
    const isEmpty = model.choice === undefined && model.version > 0;
    const isTaken = isSeen(model, this.device) || isEmpty;
    const seen = {
      version: device.seen,
      ownChoices: definedIn([...device.unheard, device.own]),
    };
    const change = { ...place(real), uploadId: null, seen };
    expect(await setSlot(fixture.deps, change, clock)).toBe(isTaken);
    if (isTaken) {
      if (!isEmpty) model.version += 1;
      if (!isEmpty) model.versionChoice = undefined;
      model.choice = undefined;
      model.stored = undefined;
      model.open.clear();
      device.own = undefined;
    }
    await expectSlot(model, real);
  }
  toString = () => `empty(${this.device})`;
}

/** Keeps the stored file instead of the one on its way. */
class Keep implements fc.AsyncCommand<Model, Real> {
  constructor(readonly device: number) {}
  check = (model: Model) => model.stored !== undefined;
  async run(model: Model, real: Real) {
    const device = deviceOf(model, this.device);
    const [state] = await slotStates(fixture.deps.db, real.draftId);
    const isSo = model.choice === model.stored;
    const isTaken = isSeen(model, this.device) || isSo;
    const seen = {
      version: device.seen,
      ownChoices: definedIn([...device.unheard, device.own]),
    };
    const change = { ...place(real), uploadId: state?.uploadId ?? null, seen };
    expect(await setSlot(fixture.deps, change, clock)).toBe(isTaken);
    if (isTaken) {
      if (!isSo) {
        model.version += 1;
        model.versionChoice = model.stored;
      }
      model.choice = model.stored;
      model.open.clear();
    }
    await expectSlot(model, real);
  }
  toString = () => `keep(${this.device})`;
}

class Reload implements fc.AsyncCommand<Model, Real> {
  constructor(readonly device: number) {}
  check = () => true;
  async run(model: Model) {
    deviceOf(model, this.device).seen = model.version;
  }
  toString = () => `reload(${this.device})`;
}

/** Whether a submission of what a device was shown would be recorded. */
class Submit implements fc.AsyncCommand<Model, Real> {
  constructor(readonly device: number) {}
  check = () => true;
  async run(model: Model, real: Real) {
    const { seen } = deviceOf(model, this.device);
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
  toString = () => `submit(${this.device})`;
}

const device = fc.integer({ min: 0, max: 1 });
const choice = fc.uuid();
const commands = fc.commands(
  [
    fc.tuple(device, choice, fc.boolean()).map((values) => new Choose(...values)),
    device.map((one) => new Repeat(one)),
    device.map((one) => new Cut(one)),
    device.map((one) => new Arrive(one)),
    device.map((one) => new Refuse(one)),
    device.map((one) => new Empty(one)),
    device.map((one) => new Keep(one)),
    device.map((one) => new Reload(one)),
    device.map((one) => new Submit(one)),
  ],
  { maxCommands: 14 },
);

test("two devices never replace each other's file unseen, in any order of what they do", async () => {
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
          ...{ version: 0, choice: undefined, versionChoice: undefined, stored: undefined },
          open: new Set<string>(),
          devices: [0, 1].map(() => ({
            ...{ seen: 0, own: undefined, unheardBefore: [], unheard: [] },
          })),
        },
        real: { draftId },
      });
      await fc.asyncModelRun(setup, list);
    }),
    { numRuns: deepRuns(100, 2_000), seed: 38 },
  );
});
