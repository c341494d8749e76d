import { expect, onTestFinished, test, vi } from "vitest";
import type { Principal, Staff } from "~/platform/principal";
import { refusal } from "~/session/refusal";
import { loadForStaff } from "./load-for-staff.server";

const ada: Staff = { kind: "staff", id: "01STAFF", name: "Ada Berg" };

function loadPage(
  read: () => Promise<string>,
  principal: () => Promise<Principal> = async () => ada,
) {
  const failures: unknown[] = [];
  const scopeFields = { principal, signIn: undefined, requestId: "one" };
  const scope = { ...scopeFields, logFailure: (error: unknown) => failures.push(error) };
  const reply = loadForStaff({ scope }, read).catch((response: Response) => response);
  return { reply, failures };
}

const NOT_READ = { refusal: "We can't read this page's data just now. Try again in a minute." };

async function expectOutage(reply: unknown): Promise<void> {
  expect(reply).toMatchObject({ status: 503 });
  if (reply instanceof Response) expect(await reply.json()).toEqual(NOT_READ);
}

test("staff are shown what was read", async () => {
  expect(await loadPage(async () => "shown").reply).toBe("shown");
});

test("a table that cannot be read gives 503, and is logged", async () => {
  const failure = new Error("no such table: incidents");
  const { reply, failures } = loadPage(() => Promise.reject(failure));
  await expectOutage(await reply);
  expect(failures).toEqual([failure]);
});

test("a principal that cannot be read gives 503, and is logged", async () => {
  const { reply, failures } = loadPage(
    async () => "shown",
    () => Promise.reject(new Error("D1_ERROR")),
  );
  await expectOutage(await reply);
  expect(failures).toHaveLength(1);
});

test("a silent database gives 503 after the timeout", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { reply, failures } = loadPage(() => new Promise<never>(() => {}));
  await vi.advanceTimersByTimeAsync(10_000);
  await expectOutage(await reply);
  expect(failures).toEqual([new Error("Not done within 10 s")]);
});

test("a refusal of guard or loader is passed on, and is not logged", async () => {
  const missingPage = loadPage(() => Promise.reject(refusal(404, "There is no such error.")));
  expect(await missingPage.reply).toMatchObject({ status: 404 });
  const nobody = loadPage(
    async () => "shown",
    async () => ({ kind: "anonymous" }),
  );
  expect(await nobody.reply).toMatchObject({ status: 403 });
  expect([...missingPage.failures, ...nobody.failures]).toEqual([]);
});
