import { expect, onTestFinished, test, vi } from "vitest";
import type { Principal } from "~/platform/principal";
import { requireStaff, SIGN_IN, signInAt } from "./require-staff";

const url = "https://submit.example.com";
const scopeFields = { signIn: undefined, requestId: "one" };

const request = (principal: Principal, path = "/staff/mode?x=1", init?: RequestInit) =>
  requireStaff({
    scope: {
      ...scopeFields,
      principal: async () => principal,
      signIn: signInAt(SIGN_IN, new Request(url + path, init)),
    },
  }).catch((response: Response) => response);
const nobody: Principal = { kind: "anonymous" };

test.each([
  ["/staff/mode?x=1", "/staff/sign-in?to=%2Fstaff%2Fmode%3Fx%3D1"],
  ["/staff", "/staff/sign-in?to=%2Fstaff"],
  ["/staff/mode.data?_routes=routes%2Fstaff.mode", "/staff/sign-in?to=%2Fstaff%2Fmode"],
])("nobody who opens %s is led to the sign-in, and back", async (path, location) => {
  const reply = await request(nobody, path);
  expect(reply).toMatchObject({ status: 302 });
  expect(reply instanceof Response && reply.headers.get("Location")).toBe(location);
});

test("a silent database ends in a timeout", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const answer = requireStaff({
    scope: { ...scopeFields, principal: () => new Promise<never>(() => {}) },
  });
  const refusal = expect(answer).rejects.toThrow("Not done within 10 s");
  await vi.advanceTimersByTimeAsync(10_000);
  await refusal;
});

test("a form of an ended session leads to the sign-in, which says that nothing was changed", async () => {
  const reply = await request(nobody, "/staff/mode?saved", { method: "POST" });
  expect(reply instanceof Response && reply.headers.get("Location")).toBe(
    "/staff/sign-in?to=%2Fstaff%2Fmode&unsaved",
  );
});

test.each([
  ["/api/jobs", nobody, 403],
  ["/files/a/b.wav", nobody, 403],
  ["/staff", { ...nobody, staff: "access" }, 403],
  ["/staff", { ...nobody, staff: "off" }, 503],
  ["/staff", { ...nobody, staff: "unchecked" }, 503],
  ["/api/jobs", { ...nobody, staff: "off" }, 503],
] as const)("at %s %j is refused with %d", async (path, principal, status) => {
  const reply = await request(principal, path);
  expect(reply).toMatchObject({ status });
  expect(reply instanceof Response && (await reply.json())).toEqual({
    refusal: expect.stringMatching(/^[A-Z].*\.$/),
  });
});

test("staff pass, and are returned", async () => {
  const ada = { kind: "staff", id: "a", name: "Ada" } as const;
  expect(await request(ada)).toBe(ada);
});
