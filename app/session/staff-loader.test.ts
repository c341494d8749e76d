import { expect, onTestFinished, test, vi } from "vitest";
import type { Principal, Staff } from "~/platform/principal";
import { refusal } from "./refusal";
import { loadForStaff } from "./staff-loader";

const ada: Staff = { kind: "staff", id: "01STAFF", name: "Ada Berg" };

function page(read: () => Promise<string>, principal: () => Promise<Principal> = async () => ada) {
  const failures: unknown[] = [];
  const asking = { principal, signIn: undefined, requestId: "one" };
  const scope = { ...asking, logFailure: (error: unknown) => failures.push(error) };
  const reply = loadForStaff({ scope }, read).catch((response: Response) => response);
  return { reply, failures };
}

const NOT_READ = { refusal: "We can't read this page's data just now. Try again in a minute." };

async function expectOutage(reply: unknown): Promise<void> {
  expect(reply).toMatchObject({ status: 503 });
  if (reply instanceof Response) expect(await reply.json()).toEqual(NOT_READ);
}

test("staff are shown what was read", async () => {
  expect(await page(async () => "shown").reply).toBe("shown");
});

test("a table that cannot be read is told of with 503, and logged", async () => {
  const failure = new Error("no such table: incidents");
  const { reply, failures } = page(() => Promise.reject(failure));
  await expectOutage(await reply);
  expect(failures).toEqual([failure]);
});

test("the same where nobody can say who asks", async () => {
  const { reply, failures } = page(
    async () => "shown",
    () => Promise.reject(new Error("D1_ERROR")),
  );
  await expectOutage(await reply);
  expect(failures).toHaveLength(1);
});

test("a database that says nothing is not waited for", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { reply, failures } = page(() => new Promise<never>(() => {}));
  await vi.advanceTimersByTimeAsync(10_000);
  await expectOutage(await reply);
  expect(failures).toEqual([new Error("Not done within 10 s")]);
});

test("what the guard or the reading refuses stays as it is, and is no failure", async () => {
  const missingPage = page(() => Promise.reject(refusal(404, "There is no such error.")));
  expect(await missingPage.reply).toMatchObject({ status: 404 });
  const nobody = page(
    async () => "shown",
    async () => ({ kind: "anonymous" }),
  );
  expect(await nobody.reply).toMatchObject({ status: 403 });
  expect([...missingPage.failures, ...nobody.failures]).toEqual([]);
});
