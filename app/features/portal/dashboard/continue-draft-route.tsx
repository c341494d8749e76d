import { Button } from "@mantine/core";
import { useActionData } from "@remix-run/react";
import notice from "~/ui/notice-page.module.css";
import { titled } from "~/ui/page-title";
import { OtherDraftNotice } from "../other-draft-notice";
import type { action } from "./continue-draft-route.server";
import { DASHBOARD } from "./continue-draft-route-shared";

export const meta = titled("Continue a submission");

export default function Continue() {
  const reply = useActionData<typeof action>();
  return (
    <div className={notice.page}>
      <h1>Continue here</h1>
      {reply ? (
        <form method="post" className={notice.page}>
          <OtherDraftNotice other={reply.other} />
          <p>
            <Button type="submit" name="draft" value={reply.id}>
              Continue
            </Button>
          </p>
        </form>
      ) : (
        <p className={notice.lead}>All your drafts are on your dashboard.</p>
      )}
      <p className={notice.actions}>
        <a href={DASHBOARD}>Dashboard</a>
      </p>
    </div>
  );
}
