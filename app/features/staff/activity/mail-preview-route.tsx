import { Stack } from "@mantine/core";
import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { pageTitle } from "~/ui/page-title";
import { Notice } from "../notice";
import type { loader } from "./mail-preview-route.server";
import { MailView } from "./mail-view";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) =>
  pageTitle(data ? `Email: ${data.subject}` : "Email", page);

export default function StaffMail() {
  const mail = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  return (
    <Stack gap="md" maw={640}>
      <p className="eyebrow">
        <a href="/staff/activity/mails">Outbox</a>
      </p>
      <h1>{mail.subject}</h1>
      {params.has("again") && <Notice>The email is on its way again.</Notice>}
      {params.has("allowed") && <Notice>Emails to this address are allowed again.</Notice>}
      <MailView mail={mail} />
    </Stack>
  );
}
