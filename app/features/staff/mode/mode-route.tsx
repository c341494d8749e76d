import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import notice from "~/ui/notice-page.module.css";
import { pageTitle } from "~/ui/page-title";
import { ModeForm } from "../mode-form";
import { ModeState } from "../mode-state";
import type { action, loader } from "./mode-route.server";

const HEADING = "Submission mode";

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function StaffMode() {
  const { submissionsEnabled, unread, since, updatedBy, shown } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  return (
    <div className={notice.page}>
      <h1>{HEADING}</h1>
      {params.has("saved") && !reply && (
        <p role="status">Saved. It reaches every artist within a minute.</p>
      )}
      <ModeState submissionsEnabled={submissionsEnabled} unread={unread} />
      {since && (
        <p className={notice.small}>
          Changed last by {updatedBy ?? "somebody"}, {since}.
        </p>
      )}
      {reply?.isConflict && (
        <p>
          <a href="/staff/mode" target="_blank" rel="noreferrer">
            See how it stands now, in a new tab
          </a>
        </p>
      )}
      <ModeForm
        isOpen={submissionsEnabled}
        current={reply?.shown ?? shown}
        note={reply?.note ?? shown.note}
        error={reply?.error}
      />
    </div>
  );
}
