import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { titled } from "~/ui/page-title";
import { SplitsPage } from "../split/splits-page";
import type { action, loader } from "./splits-route.server";

/** Scripts are for autosave. */
export const handle = { scripts: true };

export const meta = titled("Songwriters’ shares");

export default function ReleaseSplits() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [query] = useSearchParams();
  return <SplitsPage {...page} reply={reply} noticeCode={query.get("said") ?? undefined} />;
}
