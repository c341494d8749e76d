import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { integrationNames } from "~/domain/review/integrations";
import { loadForStaff } from "~/features/staff/load-for-staff.server";
import { isEmailAddress } from "~/forms/email-address";
import { emailLine } from "~/forms/fields";
import { invalidError } from "~/forms/form-reply";
import type { Staff } from "~/platform/principal";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply, NO_BUTTON, refusal } from "~/session/refusal";
import { connectionRows, testMailText } from "./connection-rows.server";
import { sendTestMail, testConnectionOf } from "./staff-tests.server";

const testSchema = v.picklist([...integrationNames, "drive-write"]);

const OFF = "This isn't set up, so there is nothing to test. Go back to see what is missing.";

/** Longer than the 20 seconds after which a silent third party counts as failed. */
const TEST_TIMEOUT_SECONDS = 40;

const NO_ADDRESS = "Type an email address for the test email.";

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadForStaff(context, async () => {
    const mailId = new URL(request.url).searchParams.get("mail");
    const [rows, testMail] = await Promise.all([
      connectionRows(context),
      mailId === null ? undefined : testMailText(context, mailId),
    ]);
    return { rows, testMail, staffAddress: context.mail.staff };
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
