import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AppServer } from "./app-server";
import { appUnderTest } from "./app-under-test";
import { Visitor } from "./visitor";

/** The passcode that the app made for itself. */
export function staffPasscode(app: Pick<AppServer, "stateDir"> = appUnderTest()): string {
  return readFileSync(join(app.stateDir, "staff-passcode"), "utf8").trim();
}

/** Signs in by the form, as a page without script does. */
export function signIn(
  visitor: Visitor,
  more: Record<string, string> = {},
  app: Pick<AppServer, "stateDir"> = appUnderTest(),
): Promise<Response> {
  const fields = { name: "Ada Berg", passcode: staffPasscode(app), to: "/staff", ...more };
  return visitor.post("/staff/sign-in", fields);
}

/** Somebody of the label, signed in. */
export async function staffMember(name = "Ada Berg"): Promise<Visitor> {
  const visitor = new Visitor();
  const reply = await signIn(visitor, { name });
  if (reply.status !== 302) throw new Error(`The sign-in answered ${reply.status}`);
  return visitor;
}
