import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { titled } from "~/ui/page-title";
import { DetailsPage } from "./details-page";
import type { action, loader } from "./release-details-route.server";

/** Scripts are for autosave. */
export const handle = { scripts: true };

export const meta = titled("Release details");

export default function ReleaseDetails() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [query] = useSearchParams();
  return <DetailsPage {...page} reply={reply} noticeCode={query.get("said") ?? undefined} />;
}
