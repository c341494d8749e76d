import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import notice from "~/ui/notice-page.module.css";
import { pageTitle } from "~/ui/page-title";
import type { loader } from "./mail-preview-route.server";
import { MailView } from "./mail-view";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) =>
  pageTitle(data ? `Mail: ${data.subject}` : "Mail", page);

export default function StaffMail() {
  const mail = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  return (
    <div className={notice.page}>
      <p className="eyebrow">
        <a href="/staff/activity/mails">Outbox</a>
      </p>
      <h1>{mail.subject}</h1>
      {params.has("again") && <p role="status">It is on its way once more.</p>}
      {params.has("allowed") && <p role="status">Mails to this address may come again.</p>}
      <MailView mail={mail} />
    </div>
  );
}
