import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { itemName } from "~/domain/review/review-item";
import { EMPTY_REVIEW_REPLY } from "~/domain/review/review-reply";
import { pageTitle } from "~/ui/page-title";
import { ReviewPage } from "./review-page";
import type { action, loader } from "./review-route.server";

/** Scripts are for players and keyboard shortcuts only. */
export const handle = { scripts: true, shortcuts: true };

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) =>
  pageTitle(data ? itemName(data.item) : "Submission", page);

export default function StaffSubmission() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() ?? EMPTY_REVIEW_REPLY;
  return <ReviewPage {...page} reply={reply} />;
}
