import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import notice from "~/ui/notice-page.module.css";
import { pageTitle } from "~/ui/page-title";
import staffPage from "../staff-page.module.css";
import { InvitationFields } from "./invitation-fields";
import type { loader, Reply } from "./new-invitation-route.server";
import { NewLink } from "./new-link";

/** Scripts are for the copy button. */
export const handle = { scripts: true };

const HEADING = "Invite an artist";

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function InviteArtist() {
  const { values, shown } = useLoaderData<typeof loader>();
  const reply = useActionData<Reply>();
  if (!reply && shown) return <NewLink {...shown} />;
  return (
    <div className={notice.page}>
      <h1>{HEADING}</h1>
      {reply?.trouble && (
        <p role="alert" className={staffPage.trouble}>
          {reply.trouble}
        </p>
      )}
      <p className={notice.lead}>
        An invitation is for one release and can be started with for 90 days, even while submissions
        are closed. What you know of the artist is filled in for them.
      </p>
      <InvitationFields
        values={reply?.values ?? values}
        errors={reply?.errors}
        fillNotice={reply?.said}
      />
    </div>
  );
}
