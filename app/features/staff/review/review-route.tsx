import type { MetaFunction } from "@remix-run/cloudflare";
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
} from "@remix-run/react";
import { itemName } from "~/domain/review/review-item";
import { EMPTY_REVIEW_REPLY, type ReviewReply } from "~/domain/review/review-reply";
import { pageTitle } from "~/ui/page-title";
import { changesOnlyTheView, isPostedBeside, unlessFailed } from "../desk/desk-requests";
import { loadEntry } from "../desk/ready-entry";
import { Entry } from "./entry";
import type { action, loader } from "./review-route.server";

/** Scripts are for players and keyboard shortcuts only. */
export const handle = { scripts: true, shortcuts: true };

/** The cover is the largest picture of the page, so it is asked for with the styles. */
export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => [
  ...pageTitle(data ? itemName(data.item) : "Submission", page),
  ...(data?.cover ? [{ tagName: "link", rel: "preload", as: "image", href: data.cover }] : []),
];

/** An entry that was loaded before it was asked for is there at once. */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return loadEntry(request.url, () => serverLoader<typeof loader>());
}

const OFFLINE = "We could not reach the server, so nothing was decided. Open it and send it again.";

/** A decision in the background that can't be sent is told beside what is open then. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  const call = () => serverAction<typeof action>();
  if (form.get("then") !== "stay") return call();
  const [status, reason] = ["status", "reason"].map((name) => String(form.get(name) ?? ""));
  const unsent: ReviewReply = {
    ...EMPTY_REVIEW_REPLY,
    values: { ...EMPTY_REVIEW_REPLY.values, status: status ?? "", reason: reason ?? "" },
    trouble: OFFLINE,
    ...(form.get("intent") === "ask-changes" && { isForChanges: true }),
  };
  return unlessFailed(call, unsent);
}

/** The entry stays as it is where only the tab changes, or the list beside it. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) => {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = change;
  // A post that ends while another entry, or this one after a post, is on its way asks this, too.
  if (currentUrl.pathname !== nextUrl.pathname) return true;
  if (isPostedBeside(change)) return currentUrl.href !== nextUrl.href;
  return !changesOnlyTheView(change) && defaultShouldRevalidate;
};

export default function StaffSubmission() {
  const page = useLoaderData<typeof loader>();
  const reply: ReviewReply = useActionData<typeof action>() ?? EMPTY_REVIEW_REPLY;
  return <Entry key={page.item.id} {...page} reply={reply} />;
}
