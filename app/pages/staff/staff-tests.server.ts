import * as v from "valibot";
import { driveWriteProbe } from "~/drive/drive-probe.server";
import { findMail } from "~/mail/mail-store.server";
import { queueMail } from "~/mail/outbox.server";
import { testMail } from "~/mail/test-mail";
import { insertChecks, runHealthCheck } from "~/monitoring/health-checks.server";
import { type Probe, ProbeError } from "~/monitoring/probe";
import { fromBase64 } from "~/platform/formats/base64";
import type { Staff } from "~/platform/principal";
import { rateLimit } from "~/platform/rate/rate-limit.server";
import type { Portal } from "~/session/portal";
import { retryLaterResponse } from "~/session/refusal";
import type { AuditAction } from "~/staff/audit.server";
import { type IntegrationName, integrationNames, integrations } from "~/staff/integrations";
import { auditEntryOf } from "../audit-entry.server";

/**
 * Limits tests of one connection across all staff, so that no third party is flooded.
 * @returns undefined when allowed, else the seconds to wait.
 */
function takeTest(
  { db, settings, clock }: Pick<Portal, "db" | "settings" | "clock">,
  what: string,
): Promise<number | undefined> {
  const limit = settings.LIMIT_TESTS_PER_MINUTE;
  return rateLimit(db, `test ${what}`, { limit, seconds: 60 }, clock());
}

/** Limits a test by the API and records it in the audit log. @returns the seconds to wait when limited. */
export async function limitApiTest(portal: Portal, by: Staff, what: string) {
  const wait = await takeTest(portal, what);
  if (wait !== undefined) return wait;
  const detail = "By a call of the API.";
  await auditEntryOf(portal, by, { action: "connection-tested", subject: what, detail })();
  return undefined;
}

export const TOO_MANY_TESTS = (title: string, wait: number) =>
  `${title} was tested often just now, so it has to wait: no service likes to be asked again and again. Test it in ${wait} seconds.`;

/** Limits a test by a page. @throws Response 429. */
export async function limitPageTest(portal: Portal, what: string, title: string): Promise<void> {
  const wait = await takeTest(portal, what);
  if (wait === undefined) return;
  throw retryLaterResponse(portal, { status: 429, text: TOO_MANY_TESTS(title, wait), wait });
}

/** A JPEG of eight by eight pixels, grey. */
const PICTURE =
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAB//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==";

function imagesProbe({ pictures }: Pick<Portal, "pictures">): Probe {
  return async () => {
    const bytes = fromBase64(PICTURE);
    const body = new Response(bytes).body;
    const small = body && (await pictures.shrink(body, { width: 4, height: 4 }, 75));
    if (!small?.length)
      throw new ProbeError(
        "Cloudflare Images made no picture. Check that it is on for the account.",
      );
    return `A picture of ${bytes.length} bytes was made small.`;
  };
}

function probeOf(portal: Portal, name: IntegrationName): Probe | undefined {
  const { stores, integrations, thirdParties } = portal.monitoring;
  if (name === "d1" || name === "r2" || name === "kv" || name === "queue")
    return async () => (await stores[name]()) ?? "It answers.";
  if (name === "images") return integrations.images === "off" ? undefined : imagesProbe(portal);
  return thirdParties[name];
}

export const integrationSchema = v.picklist(integrationNames);

/** Runs a test and stores the check and its audit entry in one batch. */
async function ask(
  portal: Portal,
  { name, probe, by, action }: { name: string; probe: Probe; by: Staff; action: AuditAction },
): Promise<boolean> {
  const { db, clock, log } = portal;
  const check = await runHealthCheck(name, probe, clock);
  const detail = `${check.ok ? "Well" : "Not well"}: ${check.detail ?? ""}`;
  const deed = auditEntryOf(portal, by, { action, subject: name, detail });
  await db.batch([insertChecks(db, [check]), deed()]);
  // The detail is on the page and in the audit log; it may be too private for the log line.
  if (!check.ok) log("warn", "health.failed", { integration: name, ms: check.ms });
  return check.ok;
}

/**
 * Tests a connection now, as the hourly sweep does.
 * @returns undefined if it is off.
 * @throws Response 429.
 */
export async function testConnectionOf(
  portal: Portal,
  name: IntegrationName,
  by: Staff,
): Promise<boolean | undefined> {
  const probe = probeOf(portal, name);
  if (!probe) return undefined;
  await limitPageTest(portal, name, integrations[name].title);
  return ask(portal, { name, probe, by, action: "connection-tested" });
}

/** Writes a small file to the drive and deletes it. */
export async function testDriveWrite(portal: Portal, by: Staff): Promise<boolean | undefined> {
  const { drive, clock, ids } = portal;
  if (drive.state === "off") return undefined;
  await limitPageTest(portal, "drive-write", "The drive's writing");
  const probe = driveWriteProbe(drive.client, ids.next(clock()));
  return ask(portal, { name: "drive-write", probe, by, action: "drive-written-to" });
}

const WAITS = [150, 300, 600, 1_000, 1_500, 2_000];
const UNDER_WAY = ["waiting", "sending"];

/** Queues a test mail like any other. @returns its id. @throws Response 429. */
export async function sendTestMail(portal: Portal, recipient: string, by: Staff): Promise<string> {
  const { db, clock, ids, mail, settings } = portal;
  const now = clock();
  const limit = Math.max(1, Math.floor(settings.LIMIT_TESTS_PER_MINUTE / 10));
  const wait = await rateLimit(db, "test mail", { limit, seconds: 60 }, now);
  if (wait !== undefined)
    throw retryLaterResponse(portal, {
      status: 429,
      text: TOO_MANY_TESTS("The mail server", wait),
      wait,
    });
  const letter = testMail({ id: ids.next(now), recipient, by: by.name }, mail.brand);
  const result = await queueMail(db, letter, mail.rules, now, ids, (mailId, isThere) =>
    auditEntryOf(portal, by, { action: "test-mail-written", subject: mailId, at: now })(isThere),
  );
  if (result.kind !== "queued") throw new Error(`The test mail is ${result.kind}.`);
  await portal.sendJobs([result.jobId]);
  if (mail.connection.state !== "off") await settled(portal, result.mailId);
  return result.mailId;
}

/** Waits a little, so that the page can show the result at once. */
async function settled({ db }: Portal, mailId: string): Promise<void> {
  for (const ms of WAITS) {
    const mail = await findMail(db, mailId);
    if (!mail || !UNDER_WAY.includes(mail.state) || mail.lastError !== null) return;
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
}
