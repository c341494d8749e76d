import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { findMail } from "~/domain/mail/mail-store.server";
import { queueMail } from "~/domain/mail/outbox.server";
import { testMail } from "~/domain/mail/test-mail";
import { type IntegrationName, integrations } from "~/domain/review/integrations";
import { driveWriteProbe } from "~/integrations/drive/drive-probe.server";
import {
  insertChecks,
  type Probe,
  ProbeError,
  runHealthCheck,
} from "~/observability/health/health-checks.server";
import { fromBase64 } from "~/platform/formats/base64";
import { formatWait } from "~/platform/formats/duration";
import type { Staff } from "~/platform/principal";
import { rateLimit } from "~/platform/rate/rate-limit.server";
import type { AppContext } from "~/session/app-context";
import { retryLaterResponse } from "~/session/refusal";

/**
 * Limits tests of one connection across all staff, so that no third party is flooded.
 * @returns undefined when allowed, else the seconds to wait.
 */
function limitTest(
  { db, settings, clock }: Pick<AppContext, "db" | "settings" | "clock">,
  connection: string,
): Promise<number | undefined> {
  const limit = settings.LIMIT_TESTS_PER_MINUTE;
  return rateLimit(db, `test ${connection}`, { limit, seconds: 60 }, clock());
}

/** Limits a test by the API and records it in the audit log. @returns the seconds to wait when limited. */
export async function limitApiTest(context: AppContext, actor: Staff, connection: string) {
  const wait = await limitTest(context, connection);
  if (wait !== undefined) return wait;
  const detail = "By a call of the API.";
  await auditEntryOf(context, actor, {
    action: "connection-tested",
    subject: connection,
    detail,
  })();
  return undefined;
}

export const TOO_MANY_TESTS = (title: string, wait: number) =>
  `${title} was tested too often just now. Test it again in ${formatWait(wait)}.`;

/** Limits a test by a page. @throws Response 429. */
export async function limitPageTest(context: AppContext, connection: string, title: string) {
  const wait = await limitTest(context, connection);
  if (wait === undefined) return;
  throw retryLaterResponse(context, { status: 429, text: TOO_MANY_TESTS(title, wait), wait });
}

/** A JPEG of eight by eight pixels, grey. */
const PICTURE =
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAB//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==";

function imagesProbe({ pictures }: Pick<AppContext, "pictures">): Probe {
  return async () => {
    const bytes = fromBase64(PICTURE);
    const body = new Response(bytes).body;
    const preview = body && (await pictures.shrink(body, { width: 4, height: 4 }, 75));
    if (!preview?.length)
      throw new ProbeError(
        "Cloudflare Images made no picture. Check that it is on for the account.",
      );
    return `A picture of ${bytes.length} bytes was made small.`;
  };
}

/** A connection, or the drive by writing to it. */
type ConnectionTest = IntegrationName | "drive-write";

function findProbe(context: AppContext, name: ConnectionTest): Probe | undefined {
  const { stores, integrations: states, thirdParties } = context.monitoring;
  const { drive, clock, ids } = context;
  if (name === "drive-write")
    return drive.state === "off" ? undefined : driveWriteProbe(drive.client, ids.next(clock()));
  if (name === "d1" || name === "r2" || name === "kv" || name === "queue")
    return async () => (await stores[name]()) ?? "It answers.";
  if (name === "images") return states.images === "off" ? undefined : imagesProbe(context);
  return thirdParties[name];
}

/**
 * Tests a connection now, as the hourly sweep does, or writes a small file to the drive and deletes it. The
 * check and its audit entry are stored in one batch.
 * @returns undefined if it is off.
 * @throws Response 429.
 */
export async function testConnectionOf(context: AppContext, name: ConnectionTest, actor: Staff) {
  const { db, clock, log } = context;
  const probe = findProbe(context, name);
  if (!probe) return undefined;
  const isWrite = name === "drive-write";
  await limitPageTest(context, name, integrations[isWrite ? "drive" : name].title);
  const check = await runHealthCheck(name, probe, clock);
  const detail = `${check.ok ? "Working" : "Not working"}: ${check.detail ?? ""}`;
  const action = isWrite ? "drive-written-to" : "connection-tested";
  const auditStatement = auditEntryOf(context, actor, { action, subject: name, detail });
  await db.batch([insertChecks(db, [check]), auditStatement()]);
  // The detail is on the page and in the audit log; it may be too private for the log line.
  if (!check.ok) log("warn", "health.failed", { integration: name, ms: check.ms });
  return check.ok;
}

const WAIT_STEPS_MS = [150, 300, 600, 1_000, 1_500, 2_000];
const PENDING_STATES = ["waiting", "sending"];

/** Queues a test mail like any other. @returns its id. @throws Response 429. */
export async function sendTestMail(context: AppContext, recipient: string, actor: Staff) {
  const { db, clock, ids, mail, settings } = context;
  const now = clock();
  const limit = Math.max(1, Math.floor(settings.LIMIT_TESTS_PER_MINUTE / 10));
  const wait = await rateLimit(db, "test mail", { limit, seconds: 60 }, now);
  if (wait !== undefined)
    throw retryLaterResponse(context, {
      status: 429,
      text: TOO_MANY_TESTS(integrations.mail.title, wait),
      wait,
    });
  const letter = testMail({ id: ids.next(now), recipient, staffName: actor.name }, mail.brand);
  const result = await queueMail(db, letter, mail.rules, now, ids, (mailId, mailExists) =>
    auditEntryOf(context, actor, { action: "test-mail-written", subject: mailId, at: now })(
      mailExists,
    ),
  );
  if (result.kind !== "queued") throw new Error(`The test mail is ${result.kind}.`);
  await context.sendJobs([result.jobId]);
  if (mail.connection.state !== "off") await waitUntilSent(context, result.mailId);
  return result.mailId;
}

/** Waits a little, so that the page can show the result at once. */
async function waitUntilSent({ db }: AppContext, mailId: string): Promise<void> {
  for (const ms of WAIT_STEPS_MS) {
    const mail = await findMail(db, mailId);
    if (!mail || !PENDING_STATES.includes(mail.state) || mail.lastError !== null) return;
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
}
