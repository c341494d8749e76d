import type { Answer } from "./chaos-answers";
import { PASSCODE } from "./chaos-app";
import { insist, type Journal, MAX_TRIES, STAFF } from "./chaos-journal";
import { leadsTo } from "./chaos-people";
import { fieldValue, pageText } from "./page-parts";
import { Visitor } from "./visitor";

/** A member of staff, signed in. */
export async function signInStaff(journal: Journal, url: string): Promise<Visitor> {
  const visitor = new Visitor(url);
  const fields = { name: "Rosa Vale", passcode: PASSCODE, to: "/staff" };
  await insist(
    journal,
    `${STAFF}sign-in`,
    () => visitor.post("/staff/sign-in", fields),
    leadsTo("/staff"),
  );
  return visitor;
}

export type Decision = "approved" | "rejected";
const LABELS = { approved: "Approved", rejected: "Rejected" };

/** Decides one submission as staff, by its page. */
export async function decide(
  journal: Journal,
  staff: Visitor,
  submissionId: string,
  decision: Decision,
): Promise<void> {
  const path = `/staff/submissions/${submissionId}`;
  const step = `${STAFF}${decision} ${submissionId}`;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const page = await insist(
      journal,
      step,
      () => staff.send(`${path}?decide=${decision}`),
      ({ status }) => status === 200,
    );
    const revision = fieldValue(page.body, "revision") ?? "";
    const reason = decision === "rejected" ? "Not for us this time." : "";
    const fields = { intent: "set", status: decision, reason, revision };
    const isAnswered = ({ status }: Answer) => status < 500;
    const reply = await insist(journal, step, () => staff.post(path, fields), isAnswered);
    // An answer was lost, and the page says that it is decided.
    const isDecided = pageText(reply.body).includes(`This is ${LABELS[decision]} already.`);
    if (isDecided || reply.location.includes("said=decided")) return;
  }
  throw new Error(`${step} was never accepted`);
}
