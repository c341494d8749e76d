import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { jobPayloads } from "~/jobs/job-types";
import type { FollowUpDeps } from "./follow-up";
import type { JobDeps } from "./job-kind";
import { createHandlerFinder, handleDeadLetter, heavyTypes, jobKinds } from "./job-kinds";

/** An object that throws when it is used. */
const stub = <T extends object>(): T =>
  new Proxy({} as T, {
    get: (_, name) => {
      throw new Error(`Nothing here needs ${String(name)}`);
    },
  });

const renew = async () => {};
const job = {
  id: "J",
  submissionId: "S",
  subject: "",
  requestId: null,
  state: "failed",
  attempts: 1,
  rounds: 0,
};

test("every type of job that can be recorded has its kind, and every kind its file", () => {
  const types = jobKinds.map(({ type }) => type);
  expect(types.toSorted()).toEqual(Object.keys(jobPayloads).toSorted());
  const files = types.map((type) => existsSync(new URL(`./${type}.ts`, import.meta.url)));
  expect(files).toEqual(types.map(() => true));
});

test("clips, the mirror of the drive, deliveries and measurements run one by one, as they need much at once", () => {
  expect(heavyTypes).toEqual(["process-clip", "mirror-drive", "deliver-release", "measure-track"]);
});

test("an unknown type has no handler", () => {
  expect(createHandlerFinder(stub<JobDeps>())("make-tea")).toBeUndefined();
});

test.each([
  ...["sync-board", "confirm-by-mail", "set-board-status", "read-board-status"],
  "refuse-board-status",
  ...["process-clip", "mirror-drive", "deliver-release", "measure-track"],
])("%s is for a submission, and fails before its work where the row names none", async (type) => {
  const topic = { jobId: "J", submissionId: null, subject: "", renew };
  expect(await createHandlerFinder(stub<JobDeps>())(type)?.run(topic)).toEqual({
    kind: "failed",
    reason: "no-such-submission",
  });
});

test.each([
  ["sync-board", 1],
  ["confirm-by-mail", 1],
  ["set-board-status", 1],
  ["mirror-drive", 1],
  ["of a kind that nobody knows", 1],
  // The sweep reads the board as well, and a board that is away is an incident.
  ["read-board-status", 0],
  // The review page measures the track when it is opened.
  ["measure-track", 0],
  // One more mail would not get through either.
  ["send-mail", 0],
])("a job %s that is given up is recorded, and staff get %i mail", async (type, mails) => {
  let [recordedCount, mailCount] = [0, 0];
  const recordFailure = async () => void recordedCount++;
  const notifyStaff = async () => void mailCount++;
  await handleDeadLetter(
    { ...job, type },
    { stores: stub<FollowUpDeps>(), recordFailure, notifyStaff },
  );
  expect([recordedCount, mailCount]).toEqual([1, mails]);
});

test("staff are mailed about a clip that is given up even where it cannot be marked", async () => {
  let [recordedCount, mailCount] = [0, 0];
  const recordFailure = async () => void recordedCount++;
  const notifyStaff = async () => void mailCount++;
  const context = { stores: stub<FollowUpDeps>(), recordFailure, notifyStaff };
  await expect(handleDeadLetter({ ...job, type: "process-clip" }, context)).rejects.toThrow();
  expect([recordedCount, mailCount]).toEqual([1, 1]);
});
