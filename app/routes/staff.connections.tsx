import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import * as v from "valibot";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { isEmailAddress } from "~/forms/email-address";
import { emailLine } from "~/forms/fields";
import { readSmallForm } from "~/pages/read-small-form";
import { connectionRows, testMailWords } from "~/pages/staff/connection-rows.server";
import {
  integrationSchema,
  sendTestMail,
  testConnectionOf,
  testDriveWrite,
} from "~/pages/staff/staff-tests.server";
import { formErrorReply, NO_BUTTON, refusal } from "~/session/refusal";
import { loadForStaff } from "~/session/staff-loader";
import { ConnectionList } from "~/views/staff/connections/connection-list";

type StaffMember = Parameters<typeof testDriveWrite>[1];

const HEADING = "Connections";
const OFF = "This is not set up, so there is nothing to test. Go back and see what is missing.";
/** Longer than the 20 seconds after which a silent third party counts as failed. */
const TEST_TIMEOUT_SECONDS = 40;
const NO_ADDRESS = "Type an email address to send the test mail to.";

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadForStaff(context, async () => {
    const mailId = new URL(request.url).searchParams.get("mail");
    const [rows, testMail] = await Promise.all([
      connectionRows(context),
      mailId === null ? undefined : testMailWords(context, mailId),
    ]);
    return { rows, testMail, staffAddress: context.mail.staff };
  });
}

export function action({ request, context }: ActionFunctionArgs) {
  const handlePost = async (actor: StaffMember) => {
    const { fields } = await readSmallForm(request);
    const [verb, name] = (fields.get("intent") ?? "").split(":");
    if (verb === "test-mail") {
      const recipient = v.parse(emailLine, fields.get("to"));
      if (!isEmailAddress(recipient))
        return formErrorReply(context, { to: recipient, error: NO_ADDRESS }, { status: 400 });
      return redirect(
        `/staff/connections?mail=${await sendTestMail(context, recipient, actor)}#mail`,
      );
    }
    if (verb === "write-test") {
      if ((await testDriveWrite(context, actor)) === undefined) throw refusal(409, OFF);
      return redirect("/staff/connections?written#drive");
    }
    const integration = v.safeParse(integrationSchema, name);
    if (verb !== "test" || !integration.success) throw refusal(400, NO_BUTTON);
    if ((await testConnectionOf(context, integration.output, actor)) === undefined)
      throw refusal(409, OFF);
    return redirect(`/staff/connections?tested=${integration.output}#${integration.output}`);
  };
  return loadForStaff(context, handlePost, TEST_TIMEOUT_SECONDS);
}

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function StaffConnections() {
  const { rows, testMail, staffAddress } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  const testedConnection = params.has("written")
    ? "drive-write"
    : (params.get("tested") ?? undefined);
  return (
    <div className={notice.page}>
      <h1>{HEADING}</h1>
      <p className={notice.lead}>
        What the portal works with. It asks its own stores every five minutes and everybody else
        every hour; a test asks once more, now.
      </p>
      <ConnectionList
        rows={rows}
        testedName={reply ? undefined : testedConnection}
        mail={{
          address: reply?.to ?? staffAddress,
          error: reply?.error,
          came: reply ? undefined : testMail,
        }}
      />
      <p className={notice.actions}>
        <a href="/test-dashboard">API test dashboard</a>
      </p>
    </div>
  );
}
