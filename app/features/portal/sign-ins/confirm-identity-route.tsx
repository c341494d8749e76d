import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import notice from "~/ui/notice-page.module.css";
import { pageTitle } from "~/ui/page-title";
import { ConfirmForms } from "./confirm-forms";
import type { loader, Reply } from "./confirm-identity-route.server";

const HEADING = "Is it you?";

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function Confirm() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<Reply>();
  const [params] = useSearchParams();
  return (
    <div className={notice.page}>
      <h1>{HEADING}</h1>
      {!reply && params.has("sent") && (
        <p role="status">A link is on its way to {page.linkGoesTo ?? "you"}. Look at your email.</p>
      )}
      <ConfirmForms {...page} errors={reply?.errors ?? {}} locked={reply?.locked} />
    </div>
  );
}
