import { type ActionFunctionArgs, data, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { Button } from "~/components/controls";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { openAccountDraft } from "~/pages/portal/browser-draft.server";
import { readSmallForm } from "~/pages/read-small-form";
import { requireArtist } from "~/session/require-artist";
import { OtherDraftNotice } from "~/views/portal/other-draft-notice";

const DASHBOARD = "/dashboard?tab=0";

/** Continues a draft that was begun on another device. */
export async function action({ request, context }: ActionFunctionArgs) {
  const artist = await requireArtist(request, context);
  const { fields } = await readSmallForm(request, DASHBOARD);
  const id = (fields.get("draft") ?? "").slice(0, 40);
  const other = await openAccountDraft(request, context, {
    artist,
    id,
    mayReplace: fields.has("replace"),
  });
  return data({ id, other });
}

export const meta: MetaFunction = (page) => pageTitle("Continue a submission", page);

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
        <p className={notice.lead}>Everything you have begun is on your dashboard.</p>
      )}
      <p className={notice.actions}>
        <a href={DASHBOARD}>Dashboard</a>
      </p>
    </div>
  );
}
