import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { findMail } from "~/domain/mail/mail-store.server";
import { connectionText, toAnswer } from "~/domain/review/connection-text";
import { integrationNames, integrations } from "~/domain/review/integrations";
import { loadForStaff } from "~/features/staff/load-for-staff.server";
import { isEmailAddress } from "~/forms/email-address";
import { emailLine } from "~/forms/fields";
import { invalidError } from "~/forms/form-reply";
import { lastChecks } from "~/observability/health/health-checks.server";
import type { Staff } from "~/platform/principal";
import { redactSecrets } from "~/platform/redact-secrets";
import type { AppContext } from "~/session/app-context";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply, NO_BUTTON, refusal } from "~/session/refusal";
import { sendTestMail, testConnectionOf } from "./staff-tests.server";

const testSchema = v.picklist([...integrationNames, "drive-write"]);

const OFF = "This isn't set up, so there is nothing to test. Go back to see what is missing.";

/** Longer than the 20 seconds after which a silent third party counts as failed. */
const TEST_TIMEOUT_SECONDS = 40;

const NO_ADDRESS = "Type an email address for the test email.";

export async function connectionRows(
  context: Pick<AppContext, "db" | "settings"> & {
    monitoring: Pick<AppContext["monitoring"], "integrations">;
  },
) {
  const { db, settings } = context;
  const checks = await lastChecks(db, [...integrationNames, "drive-write"]);
  const lastAnswer = (name: string) => {
    const last = checks.get(name)?.last;
    if (!last) return undefined;
    const { ok, said } = toAnswer(last);
    return { ok, said: redactSecrets(said, settings), at: last.at, ms: last.ms };
  };
  return integrationNames.map((name) => {
    const { purpose, own = false } = integrations[name];
    const state = context.monitoring.integrations[name];
    const last = lastAnswer(name);
    const isOn = state !== "off";
    return {
      ...connectionText(name, { state, settings, wasAsked: last !== undefined }),
      ...{ name, purpose, own, state },
      /** Mail and SFTP take a socket, which the site does not have. */
      canTest: isOn && name !== "mail" && !(name === "delivery" && settings.DELIVERY_SFTP_HOST),
      last: isOn ? last : undefined,
      /** When it last answered, if the last check failed. */
      answeredAt: isOn && last?.ok === false ? checks.get(name)?.answeredAt : undefined,
      /** The drive's last write test. */
      write: isOn && name === "drive" ? lastAnswer("drive-write") : undefined,
    };
  });
}

const IN_PROGRESS = "It is on its way. Look again in a moment.";

async function testMailText(
  { db, mail, settings }: AppContext,
  mailId: string,
): Promise<{ ok: boolean; words: string } | undefined> {
  const row = await findMail(db, mailId);
  if (!row?.dedupeKey.startsWith("staff-alert:test:")) return undefined;
  const { state, recipient, lastError } = row;
  const why = redactSecrets(lastError ?? "", settings);
  const success = (words: string) => ({ ok: true, words });
  const failure = (words: string) => ({ ok: false, words });
  if (state === "sent")
    return success(`The mail server has taken it. Look in the inbox of ${recipient}.`);
  if (mail.connection.state === "off")
    return success(`It waits in the outbox for ${recipient}, since there is no mail server.`);
  if (state === "failed") return failure(`The mail server refused it: ${why}`);
  if (state === "unconfirmed") return failure(why);
  return why ? failure(`It has not left yet. We try again: ${why}`) : success(IN_PROGRESS);
}

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadForStaff(context, async () => {
    const mailId = new URL(request.url).searchParams.get("mail");
    const [rows, drill, testMail] = await Promise.all([
      connectionRows(context),
      context.monitoring.lastDrill(),
      mailId === null ? undefined : testMailText(context, mailId),
    ]);
    return { rows, drill, testMail, staffAddress: context.mail.staff };
  });
}

export function action({ request, context }: ActionFunctionArgs) {
  const handlePost = async (actor: Staff) => {
    const { fields } = await readSmallForm(request);
    const [verb, name] = (fields.get("intent") ?? "").split(":");
    if (verb === "test-mail") {
      const recipient = v.parse(emailLine, fields.get("to"));
      if (!isEmailAddress(recipient))
        return formErrorReply(
          context,
          { values: { to: recipient }, errors: { to: invalidError(NO_ADDRESS) } },
          { status: 400 },
        );
      return redirect(
        `/staff/connections?mail=${await sendTestMail(context, recipient, actor)}#mail`,
      );
    }
    const test = v.safeParse(testSchema, verb === "write-test" ? "drive-write" : name);
    if ((verb !== "write-test" && verb !== "test") || !test.success) throw refusal(400, NO_BUTTON);
    if ((await testConnectionOf(context, test.output, actor)) === undefined)
      throw refusal(409, OFF);
    return redirect(
      verb === "write-test"
        ? "/staff/connections?written#drive"
        : `/staff/connections?tested=${name}#${name}`,
    );
  };
  return loadForStaff(context, handlePost, TEST_TIMEOUT_SECONDS);
}
